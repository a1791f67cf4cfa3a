import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { calls } from '@parley/contract';
import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useMaySend } from '../account/sender-only.tsx';
import { showError } from '../data/toasts.ts';
import { useAction } from '../data/use-call.ts';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { common } from '../kit/wordings.ts';
import { type Blast, isOpen, isUnderWay } from './states.ts';
import { wordings } from './wordings.ts';

const changed = [calls.blast.progress, calls.blast.reasons, calls.blast.list, calls.account.load];

/**
 * Pause and Resume act at once, for a pause is often urgent and can be undone; Cancel asks. What is over can
 * be followed by another. `asOf`: when this was answered of the blast.
 */
export function BlastActions({ blast, asOf }: { blast: Blast; asOf: number }) {
  const [asking, dialog] = useDisclosure(false);
  const [resumedAt, setResumedAt] = useState<number | null>(null);
  const setState = useAction(calls.blast.setState, {
    invalidates: changed,
    onSuccess: (_, { state }) => {
      dialog.close();
      setResumedAt(state === 'running' ? Date.now() : null);
    },
  });
  usePausedAgain(blast, asOf, resumedAt);
  const maySend = useMaySend();
  if (!isOpen(blast))
    return (
      <Button component={Link} to={`/blast/${blast.campaign}`} variant="default">
        {wordings.blastActions.sendAnotherBlast}
      </Button>
    );
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
          {wordings.blastActions.pause}
        </Button>
      ) : (
        maySend && (
          <Button
            leftSection={<IconPlayerPlay size={16} />}
            onClick={() => to('running')}
            loading={target === 'running'}
          >
            {wordings.blastActions.resume}
          </Button>
        )
      )}
      {maySend && (
        <Button variant="subtle" color="red" leftSection={<IconX size={16} />} onClick={dialog.open}>
          {common.cancel}
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        onClose={dialog.close}
        title={wordings.blastActions.cancelThisBlast}
        confirmLabel={wordings.blastActions.cancelTheBlast}
        cancelLabel={wordings.blastActions.keepIt}
        onConfirm={() => to('cancelled')}
        busy={target === 'cancelled'}
      >
        {wordings.blastActions.cancelAbout(blast.queued)}
      </ConfirmDialog>
    </>
  );
}

/**
 * Resuming is answered at once, and whether the blast can go on turns out a moment later: where what paused
 * it still stands, nothing else on the screen has changed.
 */
function usePausedAgain({ state, pauseReason, startedAt }: Blast, asOf: number, resumedAt: number | null) {
  const isSince = resumedAt !== null && asOf >= resumedAt;
  const reason = isSince && state === 'paused' ? pauseReason : '';
  const title = startedAt === '' ? wordings.blastActions.stillNotStarted : wordings.blastActions.pausedAgain;
  useEffect(() => {
    // The live connection tells the state before the reason is known.
    if (resumedAt !== null && reason !== '') showError(title, reason);
  }, [resumedAt, reason, title]);
}
