import { Anchor, Button, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { calls } from '@parley/contract';
import { IconSend } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AskError } from '../data/ask.ts';
import { wordsOf } from '../data/toasts.ts';
import { useZone } from '../data/use-account.ts';
import { useAction } from '../data/use-call.ts';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { Filled } from '../kit/filled.tsx';
import { Notice } from '../kit/notice.tsx';
import { phoneText } from '../kit/phone-text.ts';
import { common } from '../kit/wordings.ts';
import { Versions } from './ab-test.tsx';
import classes from './blast.module.css';
import { Preflight } from './preflight.tsx';
import { isPretend, PretendNotice } from './pretend.tsx';
import {
  credits,
  isComplete,
  obstacleOf,
  people,
  reachedBy,
  reviewForm,
  type Sent,
  skippedLine,
} from './review.ts';
import { startLine, startOf, takenWords } from './schedule.ts';
import { filterWords } from './tag-filter-editor.tsx';
import { timeToLiveWords } from './time-to-live.tsx';
import { useVersions } from './use-versions.ts';
import { senderOf, type Wizard } from './use-wizard.ts';
import { lowerFirst, wordings } from './wordings.ts';

/** Everything that was chosen, and what keeps it from being sent. */
export function ReviewStep({ wizard, name }: { wizard: Wizard; name: string }) {
  const { draft, lists, segments, campaign } = wizard;
  const zone = useZone();
  const sender = senderOf(wizard);
  const chosen = lists.filter((list) => draft.lists.includes(list.id));
  const segment = segments.find(({ id }) => id === draft.segment);
  const filters = draft.filters.filter(isComplete);
  const versions = useVersions(wizard, name);
  return (
    <Stack gap="md">
      <dl className={classes.choices}>
        {versions.length > 1 ? (
          <Choice label={wordings.shared.aBTest}>
            <Versions versions={versions} />
          </Choice>
        ) : (
          <Choice label={common.campaign}>
            <Anchor component={Link} to={`/campaign/editor/${campaign}`}>
              {name}
            </Anchor>
          </Choice>
        )}
        <Choice label={wordings.reviewStep.from}>
          {sender ? `${sender.name}, ${phoneText(sender.number)}` : '–'}
        </Choice>
        <Choice label={chosen.length === 1 ? common.list : common.lists}>
          {chosen.map((list) => list.name).join(', ') || wordings.reviewStep.none}
        </Choice>
        {segment && (
          <Choice label={wordings.reviewStep.segment}>
            <Anchor component={Link} to={`/segments/edit/${segment.id}`}>
              {segment.name}
            </Anchor>
          </Choice>
        )}
        <Choice label={wordings.reviewStep.filters}>
          {filters.length === 0 ? wordings.reviewStep.none : filters.map(filterWords).join(', and ')}
        </Choice>
        <Choice label={wordings.shared.starts}>{startLine(draft, zone)}</Choice>
        <Choice label={wordings.timeToLive.stopTryingAfter}>{timeToLiveWords(draft.timeToLive ?? 0)}</Choice>
      </dl>
      <PretendNotice sender={sender} />
      <Verdict wizard={wizard} />
      <Preflight wizard={wizard} versions={versions} />
    </Stack>
  );
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Verdict({
  wizard: { review: state, campaign, draft, faults, problems, live, hasUnpublished },
}: {
  wizard: Wizard;
}) {
  const zone = useZone();
  const note = changeNote(draft, zone, new Date());
  const { review, error } = state;
  const missing = Object.values(problems).filter(Boolean);
  if (missing.length > 0)
    return (
      <Notice tone="danger" title={wordings.reviewStep.thisCantBeSentYet}>
        {missing.join(' ')}
      </Notice>
    );
  if (error) {
    return (
      <Notice
        tone="danger"
        title={
          error.kind === 'refused'
            ? wordings.reviewStep.thisCantBeSentYet
            : wordings.reviewStep.couldntLoadTheReview
        }
      >
        {wordsOf(error)}{' '}
        {error.kind === 'refused' ? (
          <Anchor component={Link} to={`/campaign/editor/${campaign}`} underline="always" c="inherit">
            {wordings.reviewStep.openTheFlowEditor}
          </Anchor>
        ) : (
          <Anchor component="button" type="button" onClick={state.retry} underline="always" c="inherit">
            {common.retry}
          </Anchor>
        )}
      </Notice>
    );
  }
  if (!review) return <Skeleton height={48} />;
  if (faults.length > 0) return <Unfinished campaign={campaign} faults={faults} />;
  const obstacle = obstacleOf(review, draft.segment);
  if (obstacle)
    return (
      <Notice tone="danger" title={obstacle.title}>
        {obstacle.help}
      </Notice>
    );
  return (
    <>
      <Text className={classes.verdict} aria-live="polite" data-stale={state.isStale || undefined}>
        <Filled
          words={wordings.reviewStep.willGetThis}
          parts={{
            people: <b>{people(reachedBy(review))}</b>,
            credits: <b>{credits(review.creditsNeeded)}</b>,
          }}
        />
        {skippedLine(review)}
      </Text>
      {live > 0 && <Text c="dimmed">{wordings.reviewStep.sendsVersion(live, hasUnpublished)}</Text>}
      {note && <Text c="dimmed">{note}</Text>}
    </>
  );
}

/** What may still change before it starts; '' where it starts at once. */
function changeNote({ startAt, localTime }: Wizard['draft'], zone: string, now: Date): string {
  if (localTime) return wordings.mayChangeLocal(takenWords(startAt, zone, now));
  return startOf(startAt, zone, now).isNow ? '' : wordings.mayChange;
}

function Unfinished({ campaign, faults }: { campaign: number; faults: Wizard['faults'] }) {
  return (
    <Notice tone="danger" title={wordings.reviewStep.thisCampaignIsntFinished}>
      <ul className={classes.faults}>
        {faults.slice(0, 3).map(({ step, code, message }) => (
          <li key={`${step} ${code}`}>{message}</li>
        ))}
        {faults.length > 3 && <li>{wordings.reviewStep.andMore(faults.length - 3)}</li>}
      </ul>
      <Anchor component={Link} to={`/campaign/editor/${campaign}`} underline="always" c="inherit">
        {wordings.reviewStep.fixItInTheFlow}
      </Anchor>
    </Notice>
  );
}

function failureWords(failure: AskError): string {
  const words = wordings.reviewStep.theBlastWasntSent(wordsOf(failure));
  return failure.kind === 'network' ? wordings.reviewStep.itMayHaveGoneThrough(words) : words;
}

/** Whether everything is chosen, counted and paid for, so that it can go out. */
export function isSendable({ draft, faults, problems, review: { review, isStale, error } }: Wizard): boolean {
  const isComplete = Object.values(problems).every((problem) => problem === '');
  const isCounted = review !== undefined && !error && !isStale;
  return isComplete && isCounted && faults.length === 0 && obstacleOf(review, draft.segment) === null;
}

type SendNowProps = { wizard: Wizard; name: string; onSent: (sent: Sent) => void };

export function SendNow({ wizard, name, onSent }: SendNowProps) {
  const { campaign, draft, change } = wizard;
  const { review } = wizard.review;
  const zone = useZone();
  const [asking, dialog] = useDisclosure(false);
  const send = useAction(calls.blast.send, {
    invalidates: [calls.blast.list, calls.blast.review, calls.account.load, calls.account.overview],
    onSuccess: onSent,
    onFailure: (failure) => {
      dialog.close();
      change({ failure: { message: 'ERROR', detail: failureWords(failure) } });
    },
  });
  return (
    <>
      <Button
        leftSection={<IconSend size={16} />}
        disabled={!isSendable(wizard)}
        onClick={() => {
          change({ failure: null });
          dialog.open();
        }}
      >
        {wordings.reviewStep.sendNow}
      </Button>
      <Text c="dimmed" size="sm" className={classes.wholeRow} ta="right">
        {wordings.starts(lowerFirst(startLine(draft, zone)))}
      </Text>
      {draft.failure && (
        <div className={classes.wholeRow}>
          <Notice tone="danger" title={draft.failure.message}>
            {draft.failure.detail}
          </Notice>
        </div>
      )}
      <ConfirmDialog
        opened={asking}
        onClose={dialog.close}
        title={wordings.reviewStep.areYouSure}
        confirmLabel={wordings.reviewStep.yesSendNow}
        onConfirm={() =>
          send.mutate({
            ...reviewForm(campaign, draft),
            schedule: startOf(draft.startAt, zone, new Date()).at,
            localTime: draft.localTime ?? false,
            timeToLive: draft.timeToLive ?? 0,
          })
        }
        busy={send.isPending}
        harmless
      >
        {review && (
          <>
            <Filled
              words={wordings.reviewStep.goesTo(name, credits(review.creditsNeeded), review.balance)}
              parts={{
                people: <b>{people(reachedBy(review))}</b>,
                start: <b>{lowerFirst(startLine(draft, zone))}</b>,
              }}
            />{' '}
            {isPretend(senderOf(wizard))
              ? wordings.reviewStep.theyAreTestPhones
              : wordings.reviewStep.aTextThatIsOut}
          </>
        )}
      </ConfirmDialog>
    </>
  );
}
