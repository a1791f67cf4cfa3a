import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { calls, type ReplyOf } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useMaySend } from '../account/sender-only.tsx';
import blastClasses from '../blasts/blast.module.css';
import {
  BlastSummary,
  credits,
  isSendable,
  lowerFirst,
  people,
  ReviewStep,
  reachedBy,
  startLine,
  useFixedBlast,
  type Wizard,
} from '../blasts/index.ts';
import { type BlastDraft, EMPTY_BLAST } from '../data/persist.ts';
import { showFailure } from '../data/toasts.ts';
import { useZone } from '../data/use-account.ts';
import { refresh, useAction } from '../data/use-call.ts';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { Filled } from '../kit/filled.tsx';
import classes from './approval.module.css';
import { NoteDialog } from './note-dialog.tsx';
import { wordings } from './wordings.ts';

const words = wordings.page;
type Loaded = ReplyOf<typeof calls.approvals.load>;

/** What would go out now, with the same checks as before Send Now, and the answer to it. */
export function ReviewApproval({ loaded }: { loaded: Loaded }) {
  const { approval, blast } = loaded;
  const wizard = useFixedBlast(approval.campaign, draftOf(blast));
  const maySend = useMaySend();
  useChecksOf(loaded.content);
  return (
    <div className={blastClasses.control}>
      <div className={blastClasses.wizard}>
        <section className={`card ${classes.review}`}>
          <ReviewStep wizard={wizard} name={approval.name} />
          <Group justify="flex-end" gap="xs" mt="lg">
            {approval.isYours ? (
              <Withdraw id={approval.id} />
            ) : (
              <Answer loaded={loaded} wizard={wizard} maySend={maySend} />
            )}
          </Group>
          {approval.isYours && maySend && (
            <Text c="dimmed" size="sm" ta="right" mt="xs">
              {words.yours}
            </Text>
          )}
        </section>
        <BlastSummary wizard={wizard} />
      </div>
    </div>
  );
}

/** What is shown of the content is asked anew together with it: it may be kept from an earlier look. */
function useChecksOf(content: string): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another content is why
  useEffect(() => void refresh(client, ...CHECKS), [client, content]);
}

const CHECKS = [
  calls.flow.check,
  calls.flow.listVersions,
  calls.blast.review,
  calls.blast.preflight,
] as const;

/** The choices as the wizard has them. */
const draftOf = (blast: Loaded['blast']): BlastDraft => ({
  ...EMPTY_BLAST,
  channel: blast.channel,
  lists: blast.lists ?? [],
  segment: blast.segment,
  filters: blast.filters,
  abTest: blast.abCampaigns,
  startAt: blast.schedule,
  localTime: blast.localTime,
  timeToLive: blast.timeToLive,
});

type AnswerProps = { loaded: Loaded; wizard: Wizard; maySend: boolean };

/** Nothing for who may not send, but for what they were writing when their role was changed. */
function Answer({ loaded: { approval, content }, wizard, maySend }: AnswerProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const zone = useZone();
  /** The content that was looked at when this was opened; null: nothing is asked. */
  const [approving, setApproving] = useState<string | null>(null);
  const [declining, refusal] = useDisclosure(false);
  const changed = [
    calls.approvals.load,
    calls.approvals.list,
    calls.blast.list,
    calls.account.load,
    calls.account.overview,
  ];
  const approve = useAction(calls.approvals.approve, {
    invalidates: changed,
    notice: words.sent,
    onSuccess: ({ blast }) => void navigate(`/blast/${approval.campaign}/live/${blast}`),
    // What it was refused for may be what this screen does not show yet.
    onFailure: (failure) => {
      setApproving(null);
      showFailure(calls.approvals.approve, failure);
      void refresh(client, calls.approvals.load, ...CHECKS);
    },
  });
  const decline = useAction(calls.approvals.decline, {
    invalidates: changed,
    notice: words.nowDeclined,
    onSuccess: refusal.close,
  });
  const { review } = wizard.review;
  return (
    <>
      {maySend && (
        <>
          <Button variant="default" onClick={refusal.open}>
            {words.decline}
          </Button>
          <Button disabled={!isSendable(wizard)} onClick={() => setApproving(content)}>
            {words.approve}
          </Button>
        </>
      )}
      <ConfirmDialog
        opened={approving !== null && maySend}
        onClose={() => setApproving(null)}
        title={words.approveTitle}
        confirmLabel={words.approveNow}
        onConfirm={() => approve.mutate({ approval: approval.id, content: approving ?? '' })}
        busy={approve.isPending}
        harmless
      >
        {review && (
          <Filled
            words={words.goesTo(credits(review.creditsNeeded))}
            parts={{
              people: <b>{people(reachedBy(review))}</b>,
              start: <b>{lowerFirst(startLine(wizard.draft, zone))}</b>,
            }}
          />
        )}
      </ConfirmDialog>
      <NoteDialog
        opened={declining}
        onClose={refusal.close}
        title={words.declineTitle}
        label={words.declineNote}
        hint={words.declineHint}
        confirmLabel={words.decline}
        onConfirm={(answer) => decline.mutate({ approval: approval.id, answer })}
        busy={decline.isPending}
        isDestructive
      />
    </>
  );
}

function Withdraw({ id }: { id: number }) {
  const [asking, dialog] = useDisclosure(false);
  const withdraw = useAction(calls.approvals.withdraw, {
    invalidates: [calls.approvals.load, calls.approvals.list, calls.account.overview],
    notice: words.nowWithdrawn,
    onSuccess: dialog.close,
  });
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {words.withdraw}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={dialog.close}
        title={words.withdrawTitle}
        confirmLabel={words.withdraw}
        onConfirm={() => withdraw.mutate({ approval: id })}
        busy={withdraw.isPending}
      >
        {words.withdrawAbout}
      </ConfirmDialog>
    </>
  );
}
