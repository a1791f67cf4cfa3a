import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { Step } from '@parley/engine/flow.ts';
import { IconUsers } from '@tabler/icons-react';
import { differences } from '../model/differences.ts';
import type { Entry } from '../store/entry.ts';
import { useFlow } from '../store/use-flow.ts';
import classes from './dialogs.module.css';
import { wordings } from './wordings.ts';

/**
 * Somebody else saved this step first: both texts, and the choice. Neither is lost: taking theirs can be
 * undone.
 */
export function Conflict({ entry }: { entry: Entry }) {
  const { flow } = useFlow();
  if (!entry.theirs) return null;
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<IconUsers size={18} />}
      title={wordings.conflict.someoneElseChangedThisStep}
      classNames={{ root: classes.conflict ?? '', title: classes.conflictTitle ?? '' }}
    >
      <Stack gap="sm">
        <Text>{wordings.conflict.yourTextIsntSavedYet}</Text>
        <Versions mine={entry.step} theirs={entry.theirs.step} />
        <Group gap="xs">
          <Button onClick={() => flow.keepMine(entry.key)}>{wordings.conflict.keepMine}</Button>
          <Button variant="default" onClick={() => flow.takeTheirs(entry.key)}>
            {wordings.conflict.takeTheirs}
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
              {wordings.conflict.mine}
            </Text>
            <Text className={classes.versionText}>{difference.mine || '(empty)'}</Text>
          </div>
          <div>
            <Text size="xs" c="dimmed">
              {wordings.conflict.theirs}
            </Text>
            <Text className={classes.versionText}>{difference.theirs || '(empty)'}</Text>
          </div>
        </div>
      ))}
    </div>
  );
}
