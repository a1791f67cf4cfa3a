import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { calls } from '@parley/contract';
import type { Step } from '@parley/engine/flow.ts';
import { useState } from 'react';
import { wordsOf } from '../../data/toasts.ts';
import { useAction } from '../../data/use-call.ts';
import { Notice } from '../../kit/notice.tsx';
import { CHOICES_WITHOUT_SEARCH } from '../../kit/options-filter.ts';
import { FailedState, LoadingRows } from '../../kit/states.tsx';
import { common } from '../../kit/wordings.ts';
import { titleOf } from '../steps/looks.ts';
import { useFlow } from '../store/use-flow.ts';
import { plain, useVersion } from './use-flow-versions.ts';
import classes from './versions.module.css';
import { wordings } from './wordings.ts';

const words = wordings.movePeopleDialog;

/** How many people wait at a step of an earlier version. */
export type PeopleAtStep = { step: number; count: number };
type MovePeopleProps = { from: number; live: number; people: readonly PeopleAtStep[]; onClose: () => void };

/** Shows where in the live version whoever is in the middle of an earlier one would go on, and moves them. */
export function MovePeopleDialog({ opened, ...given }: MovePeopleProps & { opened: boolean }) {
  const { from, live, onClose } = given;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={words.title(from, live)}
      attributes={{ header: { role: 'presentation' } }}
    >
      <MovePeople {...given} />
    </Modal>
  );
}

function MovePeople({ from, live, people, onClose }: MovePeopleProps) {
  const before = useVersion(from);
  const after = useVersion(live);
  const error = before.error ?? after.error;
  const retry = () => void Promise.all([before.refetch(), after.refetch()]);
  if (error) return <FailedState title={words.couldntLoad} error={error} onRetry={retry} />;
  if (!before.data || !after.data) return <LoadingRows rows={3} />;
  return (
    <Places
      from={from}
      live={live}
      people={people}
      before={plain(before.data.steps)}
      after={plain(after.data.steps)}
      onClose={onClose}
    />
  );
}

/** What the value of the picker says of those who stay. */
const STAY = '0';

type PlacesProps = MovePeopleProps & { before: readonly Step[]; after: readonly Step[] };

function Places({ from, live, people, before, after, onClose }: PlacesProps) {
  const { campaign } = useFlow();
  const rows = people.flatMap(({ step: id, count }) => {
    const step = before.find((each) => each.id === id);
    return step ? [{ step, count, targets: after.filter(({ type }) => type === step.type) }] : [];
  });
  const [chosen, setChosen] = useState<Record<number, string>>({});
  const targetOf = ({ step, targets }: (typeof rows)[number]) =>
    chosen[step.id] ?? (targets.some(({ id }) => id === step.id) ? String(step.id) : STAY);
  const places = rows
    .map((row) => ({ step: row.step.id, to: Number(targetOf(row)) }))
    .filter(({ to }) => to > 0);
  const leaving = rows.filter((row) => targetOf(row) !== STAY).reduce((sum, { count }) => sum + count, 0);
  const move = useAction(calls.conversations.moveToLive, {
    invalidates: [calls.conversations.onVersions],
    notice: ({ moved }) => words.moved(moved, live),
    onSuccess: onClose,
    onFailure: () => undefined,
  });
  return (
    <Stack gap="md">
      <Text>{words.about(live)}</Text>
      <ul className={classes.changes} aria-label={words.places}>
        {rows.map((row) => (
          <li key={row.step.id}>
            <Text fw={600} className="clamp-2">
              {wordings.changeWords.step(row.step.position, titleOf(row.step))}
            </Text>
            <Select
              label={words.goOnAt(row.count)}
              data={[
                { value: STAY, label: words.stay(from) },
                ...row.targets.map((target) => ({
                  value: String(target.id),
                  label: wordings.changeWords.step(target.position, titleOf(target)),
                })),
              ]}
              value={targetOf(row)}
              onChange={(value) => setChosen({ ...chosen, [row.step.id]: value ?? STAY })}
              allowDeselect={false}
              searchable={row.targets.length > CHOICES_WITHOUT_SEARCH}
            />
          </li>
        ))}
      </ul>
      {move.error && <Notice tone="danger">{wordsOf(move.error)}</Notice>}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button
          disabled={leaving === 0}
          loading={move.isPending}
          onClick={() => move.mutate({ campaign, from, live, places })}
        >
          {words.move(leaving)}
        </Button>
      </Group>
    </Stack>
  );
}
