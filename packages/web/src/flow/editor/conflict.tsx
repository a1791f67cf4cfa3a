import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { Step } from '@parley/engine/flow.ts';
import { IconUsers } from '@tabler/icons-react';
import { differences } from '../model/differences.ts';
import type { Entry } from '../store/entry.ts';
import { useFlow } from '../store/use-flow.ts';
import classes from './dialogs.module.css';

/** Somebody else saved this step first: both texts, and the choice. Neither is lost: taking theirs can be undone. */
export function Conflict({ entry }: { entry: Entry }) {
  const { flow } = useFlow();
  if (!entry.theirs) return null;
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<IconUsers size={18} />}
      title="Somebody else changed this step"
      classNames={{ root: classes.conflict ?? '', title: classes.conflictTitle ?? '' }}
    >
      <Stack gap="sm">
        <Text>Your text is not saved yet. Which one should stay?</Text>
        <Versions mine={entry.step} theirs={entry.theirs.step} />
        <Group gap="xs">
          <Button onClick={() => flow.keepMine(entry.key)}>Keep mine</Button>
          <Button variant="default" onClick={() => flow.takeTheirs(entry.key)}>
            Take theirs
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

function Versions({ mine, theirs }: { mine: Step; theirs: Step }) {
  return (
    <div className={classes.versions}>
      {differences(mine, theirs).map((difference) => (
        <div key={difference.field} className={classes.version}>
          <Text fw={600}>{difference.label}</Text>
          <div>
            <Text size="xs" c="dimmed">
              Mine
            </Text>
            <Text className={classes.versionText}>{difference.mine || '(empty)'}</Text>
          </div>
          <div>
            <Text size="xs" c="dimmed">
              Theirs
            </Text>
            <Text className={classes.versionText}>{difference.theirs || '(empty)'}</Text>
          </div>
        </div>
      ))}
    </div>
  );
}
