import { Badge, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { calls, ReplyOf } from '@parley/contract';
import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useMaySend } from '../../account/sender-only.tsx';
import { DateText } from '../../kit/date-text.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../kit/states.tsx';
import { GoBackDialog } from './go-back-dialog.tsx';
import { MovePeopleDialog, type PeopleAtStep } from './move-people-dialog.tsx';
import { usePeopleOnVersions, useVersionPage } from './use-flow-versions.ts';
import { VersionChanges } from './version-changes.tsx';
import classes from './versions.module.css';
import { wordings } from './wordings.ts';

const words = wordings.versionsDialog;
type Version = ReplyOf<typeof calls.flow.listVersions>['versions'][number];

type VersionsDialogProps = {
  opened: boolean;
  /** The draft has changes that are not published. */
  hasUnpublished: boolean;
  onClose: () => void;
};

/** Everything that was published, what each version changed, and the way back to it. */
export function VersionsDialog({ opened, ...page }: VersionsDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={page.onClose}
      size="lg"
      title={words.title}
      attributes={{ header: { role: 'presentation' } }}
    >
      <VersionPage {...page} />
    </Modal>
  );
}

type VersionPageProps = Omit<VersionsDialogProps, 'opened'> & { before?: number };

/** Those below a number, and those before them when somebody wants to see them. */
function VersionPage({ before, hasUnpublished, onClose }: VersionPageProps) {
  const people = usePeopleOnVersions();
  const { data, error, refetch } = useVersionPage(before);
  const [isMore, setMore] = useState(false);
  if (error) return <FailedState title={words.couldntLoad} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingRows rows={3} />;
  const last = data.versions.at(-1)?.number ?? 0;
  if (last === 0)
    return (
      <EmptyState icon={IconHistory} title={words.none}>
        {words.noneHelp}
      </EmptyState>
    );
  return (
    <Stack gap="md">
      <ol className={classes.versions}>
        {data.versions.map((version) => (
          <VersionRow
            key={version.number}
            version={version}
            live={data.live}
            hasUnpublished={hasUnpublished}
            people={people.filter((row) => row.version === version.number)}
            onClose={onClose}
          />
        ))}
      </ol>
      {last > 1 && data.versions.length === PAGE_LIMITS.versions && !isMore && (
        <Button variant="default" onClick={() => setMore(true)}>
          {words.showEarlier}
        </Button>
      )}
      {isMore && <VersionPage before={last} hasUnpublished={hasUnpublished} onClose={onClose} />}
    </Stack>
  );
}

type VersionRowProps = {
  version: Version;
  /** The newest one. */
  live: number;
  hasUnpublished: boolean;
  people: readonly PeopleAtStep[];
  onClose: () => void;
};

function VersionRow({ version, live, hasUnpublished, people, onClose }: VersionRowProps) {
  const { number, message, restored, by, at } = version;
  const [shown, changes] = useDisclosure(false);
  const [asking, dialog] = useDisclosure(false);
  const isLive = number === live;
  const canGoBack = !isLive || hasUnpublished;
  return (
    <li className={classes.version}>
      <Group gap="xs">
        <Text fw={600}>{words.version(number)}</Text>
        {isLive && <Badge variant="light">{words.live}</Badge>}
        {restored > 0 && <Text c="dimmed">{words.sameAs(restored)}</Text>}
      </Group>
      <Text c="dimmed" size="sm" className={classes.line ?? ''}>
        <DateText at={at} /> {by !== '' && words.by(by)}
      </Text>
      {message !== '' && <Text className={classes.line ?? ''}>{message}</Text>}
      {people.length > 0 && <PeopleOnVersion from={number} live={live} people={people} />}
      <Group gap={0} mt={4} className={classes.inline ?? ''}>
        <Button variant="subtle" size="compact-sm" aria-expanded={shown} onClick={changes.toggle}>
          {shown ? words.hide : words.whatChanged}
        </Button>
        {canGoBack && (
          <Button variant="subtle" size="compact-sm" onClick={dialog.open}>
            {isLive ? words.discard : words.goBack}
          </Button>
        )}
      </Group>
      {shown && <VersionChanges number={number} newest={live} />}
      <GoBackDialog opened={asking} number={number} live={live} onClose={dialog.close} onDone={onClose} />
    </li>
  );
}

/** Who is in the middle of an earlier version, and the way to the live one. */
function PeopleOnVersion(given: { from: number; live: number; people: readonly PeopleAtStep[] }) {
  const { live, people } = given;
  const [opened, dialog] = useDisclosure(false);
  const maySend = useMaySend();
  const count = people.reduce((sum, each) => sum + each.count, 0);
  return (
    <Group gap="0 8px">
      <Text>{words.inTheMiddle(count)}</Text>
      {maySend && (
        <Button variant="subtle" size="compact-sm" className={classes.inline ?? ''} onClick={dialog.open}>
          {words.moveToLive(live)}
        </Button>
      )}
      <MovePeopleDialog opened={opened} {...given} onClose={dialog.close} />
    </Group>
  );
}
