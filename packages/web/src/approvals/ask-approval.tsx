import { Button, Text } from '@mantine/core';
import { calls } from '@parley/contract';
import { IconChecklist } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import blastClasses from '../blasts/blast.module.css';
import { reviewForm } from '../blasts/review.ts';
import { isSendable } from '../blasts/review-step.tsx';
import { startOf } from '../blasts/schedule.ts';
import type { Wizard } from '../blasts/use-wizard.ts';
import { dropBlastDraft } from '../data/persist.ts';
import { wordsOf } from '../data/toasts.ts';
import { useZone } from '../data/use-account.ts';
import { useAction } from '../data/use-call.ts';
import { NoteDialog } from './note-dialog.tsx';
import { wordings } from './wordings.ts';

const words = wordings.ask;

type AskApprovalProps = { wizard: Wizard; isAsking: boolean; onOpen: () => void; onClose: () => void };

/** In the place of Send Now, for who prepares and does not send. */
export function AskApproval({ wizard, isAsking, onOpen, onClose }: AskApprovalProps) {
  const { campaign, draft } = wizard;
  const zone = useZone();
  const navigate = useNavigate();
  const ask = useAction(calls.approvals.ask, {
    invalidates: [calls.approvals.list],
    notice: words.asked,
    onSuccess: ({ id }) => {
      dropBlastDraft(campaign);
      void navigate(`/approvals/${id}`);
    },
    onFailure: () => undefined,
  });
  return (
    <>
      <Button leftSection={<IconChecklist size={16} />} disabled={!isSendable(wizard)} onClick={onOpen}>
        {words.button}
      </Button>
      <Text c="dimmed" size="sm" className={blastClasses.wholeRow} ta="right">
        {words.hint}
      </Text>
      <NoteDialog
        opened={isAsking}
        onClose={onClose}
        title={words.title}
        label={words.note}
        hint={words.noteHint}
        confirmLabel={words.confirm}
        onConfirm={(note) =>
          ask.mutate({
            ...reviewForm(campaign, draft),
            schedule: startOf(draft.startAt, zone, new Date()).at,
            localTime: draft.localTime ?? false,
            timeToLive: draft.timeToLive ?? 0,
            note,
          })
        }
        busy={ask.isPending}
        error={ask.error ? wordsOf(ask.error) : undefined}
      >
        {words.about}
      </NoteDialog>
    </>
  );
}
