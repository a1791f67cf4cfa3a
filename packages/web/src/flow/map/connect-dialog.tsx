import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { compile } from '@parley/engine/compiled-flow.ts';
import type { Step } from '@parley/engine/flow.ts';
import { defaultExit } from '@parley/engine/flow-branches.ts';
import { useMemo } from 'react';
import { useWhileShown } from '../../kit/use-while-shown.ts';
import { useStepActions } from '../editor/use-actions.ts';
import { portsOf, type StepPort } from '../model/ports.ts';
import { WaySelect } from '../steps/way-select.tsx';
import { useFlow, useFlowState, useSteps } from '../store/use-flow.ts';
import classes from './map.module.css';
import { wordings } from './wordings.ts';

const words = wordings.connectDialog;

/** The step whose ways are asked for; `port`: the one that comes first. */
export type Connecting = { step: number; port?: string | undefined };
type ConnectDialogProps = { asked: Connecting | null; onClose: () => void };

/** Where each way of a step leads: to a step that is there, or a new one of its own. */
export function ConnectDialog({ asked, onClose }: ConnectDialogProps) {
  const shown = useWhileShown(asked, asked !== null);
  const entry = useFlowState(({ entries }) => entries.find(({ step }) => step.id === shown?.step));
  const isOpen = asked !== null && entry !== undefined;
  return (
    <Modal opened={isOpen} onClose={onClose} title={words.title(entry?.step.position ?? 0)} size="lg">
      {shown && entry && (
        <Stack>
          <Ways step={entry.step} entryKey={entry.key} first={shown.port} onClose={onClose} />
          <Group justify="flex-end">
            <Button onClick={onClose}>{words.done}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

type WaysProps = { step: Step; entryKey: string; first: string | undefined; onClose: () => void };

function Ways({ step, entryKey, first, onClose }: WaysProps) {
  const { flow } = useFlow();
  const { branchOff } = useStepActions();
  const steps = useSteps();
  const onward = useMemo(() => {
    const compiled = compile({ campaignId: 0, version: 0, steps: [...steps] });
    const stored = compiled.byId.get(step.id);
    return stored ? defaultExit(compiled, { ...stored, next: 0 } as Step) : null;
  }, [steps, step]);
  const ports = portsOf(step).filter(({ key }) => key !== 'switch');
  const inOrder = ports.toSorted((one, other) => Number(other.key === first) - Number(one.key === first));
  const nextOf = ports.find(({ isDefault }) => isDefault)?.to ?? 0;
  const following = steps.find(({ id }) => id === nextOf) ?? onward;
  if (ports.length === 0) return <Text>{words.none}</Text>;
  const choose = (port: StepPort, to: number) => flow.edit(entryKey, (before) => port.link(before, to));
  return (
    <ul className={classes.ways}>
      {inOrder.map((port) => (
        <li key={port.key}>
          <Text fw={500}>{port.label || words.byItself}</Text>
          {port.campaign > 0 && (
            <Text size="sm" c="dimmed">
              {words.switches}
            </Text>
          )}
          <Group gap="xs">
            <WaySelect
              name={port.label || words.byItself}
              value={port.to}
              onward={port.isDefault ? onward : following}
              onChange={(to) => choose(port, to)}
              onNew={(type) => {
                onClose();
                const { upToThis, isDefault = false, link } = port;
                branchOff(entryKey, type, { upToThis, isDefault, link });
              }}
            />
          </Group>
        </li>
      ))}
    </ul>
  );
}
