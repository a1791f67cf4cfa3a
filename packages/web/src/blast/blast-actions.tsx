import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { calls } from '@parley/contract';
import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useAction } from '../data/use-call.ts';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { people } from './review.ts';
import { type Blast, isOpen, isUnderWay } from './states.ts';

const changed = [calls.blast.progress, calls.blast.reasons, calls.blast.list, calls.account.load];

/** Pause and Resume act at once, for a pause is often urgent and can be undone; Cancel asks. */
export function BlastActions({ blast }: { blast: Blast }) {
  const [asking, dialog] = useDisclosure(false);
  const setState = useAction(calls.blast.setState, { invalidates: changed, onSuccess: dialog.close });
  if (!isOpen(blast)) return null;
  const to = (state: 'paused' | 'running' | 'cancelled') => setState.mutate({ blast: blast.id, state });
  const target = setState.isPending ? setState.variables.state : null;
  return (
    <>
      {isUnderWay(blast) ? (
        <Button
          variant="default"
          leftSection={<IconPlayerPause size={16} />}
          onClick={() => to('paused')}
          loading={target === 'paused'}
        >
          Pause
        </Button>
      ) : (
        <Button
          leftSection={<IconPlayerPlay size={16} />}
          onClick={() => to('running')}
          loading={target === 'running'}
        >
          Resume
        </Button>
      )}
      <Button variant="subtle" color="red" leftSection={<IconX size={16} />} onClick={dialog.open}>
        Cancel
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={dialog.close}
        title="Cancel this blast?"
        confirmLabel="Cancel the blast"
        cancelLabel="Keep it"
        onConfirm={() => to('cancelled')}
        busy={target === 'cancelled'}
      >
        {blast.queued > 0
          ? `${people(blast.queued)} still in the queue will not get it. `
          : 'What has not gone out will not. '}
        Their credits return to your balance. What is out already stays out, and a cancelled blast cannot be
        resumed.
      </ConfirmDialog>
    </>
  );
}
