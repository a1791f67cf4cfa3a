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
import { Notice } from '../kit/notice.tsx';
import { formatNumber } from '../kit/numbers.tsx';
import { phoneText } from '../kit/phone-text.ts';
import { Versions } from './ab-test.tsx';
import classes from './blast.module.css';
import { Preflight } from './preflight.tsx';
import { isPretend, PretendNotice } from './pretend.tsx';
import { credits, enoughLine, isComplete, obstacleOf, people, reviewForm, type Sent } from './review.ts';
import { lowerFirst, startLine, startOf, takenWords } from './schedule.ts';
import { filterWords } from './tag-filter-editor.tsx';
import { timeToLiveWords } from './time-to-live.tsx';
import { useVersions } from './use-versions.ts';
import { senderOf, type Wizard } from './use-wizard.ts';
import { wordings } from './wordings.ts';

/** Everything that was chosen, and what keeps it from being sent. */
export function ReviewStep({ wizard, name }: { wizard: Wizard; name: string }) {
  const { draft, lists, campaign } = wizard;
  const zone = useZone();
  const sender = senderOf(wizard);
  const chosen = lists.filter((list) => draft.lists.includes(list.id));
  const filters = draft.filters.filter(isComplete);
  const versions = useVersions(wizard, name);
  return (
    <Stack gap="md">
      <dl className={classes.choices}>
        {versions.length > 1 ? (
          <Choice label="A/B test">
            <Versions versions={versions} />
          </Choice>
        ) : (
          <Choice label="Campaign">
            <Anchor component={Link} to={`/campaign/editor/${campaign}`}>
              {name}
            </Anchor>
          </Choice>
        )}
        <Choice label="From">{sender ? `${sender.name}, ${phoneText(sender.number)}` : '–'}</Choice>
        <Choice label={chosen.length === 1 ? 'List' : 'Lists'}>
          {chosen.map((list) => list.name).join(', ') || 'None'}
        </Choice>
        <Choice label="Filters">
          {filters.length === 0 ? 'None' : filters.map(filterWords).join(', and ')}
        </Choice>
        <Choice label="Starts">{startLine(draft, zone)}</Choice>
        <Choice label="Gives up">{timeToLiveWords(draft.timeToLive ?? 0)}</Choice>
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

function Verdict({ wizard: { review: state, campaign, draft, faults, problems } }: { wizard: Wizard }) {
  const zone = useZone();
  const note = changeNote(draft, zone, new Date());
  const { review, error } = state;
  const missing = Object.values(problems).filter(Boolean);
  if (missing.length > 0)
    return (
      <Notice tone="danger" title="It cannot be sent yet">
        {missing.join(' ')}
      </Notice>
    );
  if (error) {
    return (
      <Notice
        tone="danger"
        title={error.kind === 'refused' ? 'It cannot be sent yet' : 'The review could not be made'}
      >
        {wordsOf(error)}{' '}
        {error.kind === 'refused' ? (
          <Anchor component={Link} to={`/campaign/editor/${campaign}`} underline="always" c="inherit">
            Open the Flow Editor
          </Anchor>
        ) : (
          <Anchor component="button" type="button" onClick={state.retry} underline="always" c="inherit">
            Retry
          </Anchor>
        )}
      </Notice>
    );
  }
  if (!review) return <Skeleton height={48} />;
  if (faults.length > 0) return <Unfinished campaign={campaign} faults={faults} />;
  const obstacle = obstacleOf(review);
  if (obstacle)
    return (
      <Notice tone="danger" title={obstacle.title}>
        {obstacle.help}
      </Notice>
    );
  return (
    <>
      <Text className={classes.verdict} aria-live="polite" data-stale={state.isStale || undefined}>
        <b>{people(review.eligible - review.enough)}</b> will get this, for{' '}
        <b>{credits(review.creditsNeeded)}</b> at most.{enoughLine(review)}
      </Text>
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
    <Notice tone="danger" title="The campaign is not finished">
      <ul className={classes.faults}>
        {faults.slice(0, 3).map(({ step, code, message }) => (
          <li key={`${step} ${code}`}>{message}</li>
        ))}
        {faults.length > 3 && <li>and {faults.length - 3} more</li>}
      </ul>
      <Anchor component={Link} to={`/campaign/editor/${campaign}`} underline="always" c="inherit">
        Put it right in the Flow Editor
      </Anchor>
    </Notice>
  );
}

function failureWords(failure: AskError): string {
  const words = `The blast was not sent. ${wordsOf(failure)}`;
  return failure.kind === 'network'
    ? `${words} It may have been accepted all the same: look at the blasts of this campaign below before you try again.`
    : words;
}

type SendNowProps = { wizard: Wizard; name: string; onSent: (sent: Sent) => void };

export function SendNow({ wizard, name, onSent }: SendNowProps) {
  const { campaign, draft, change, faults, problems } = wizard;
  const { review, isStale, error } = wizard.review;
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
  const isReady = Object.values(problems).every((problem) => problem === '');
  const canSend =
    isReady && review && !error && !isStale && faults.length === 0 && obstacleOf(review) === null;
  return (
    <>
      <Button
        leftSection={<IconSend size={16} />}
        disabled={!canSend}
        onClick={() => {
          change({ failure: null });
          dialog.open();
        }}
      >
        Send Now
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
        title="Are you sure?"
        confirmLabel="Yes, Send Now!"
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
            “{name}” goes to <b>{people(review.eligible - review.enough)}</b>{' '}
            <b>{lowerFirst(startLine(draft, zone))}</b> and sets aside {credits(review.creditsNeeded)} of{' '}
            {formatNumber(review.balance)}.{' '}
            {isPretend(senderOf(wizard))
              ? 'They are test phones: nothing leaves Parley.'
              : 'A text that is out cannot be taken back.'}
          </>
        )}
      </ConfirmDialog>
    </>
  );
}
