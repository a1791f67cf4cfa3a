import { Button, Group, Title } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { Link, useParams } from 'react-router';
import { startOf } from '../blasts/index.ts';
import { useZone } from '../data/use-account.ts';
import { useCall } from '../data/use-call.ts';
import { DateText, formatDate } from '../kit/date-text.tsx';
import { Filled } from '../kit/filled.tsx';
import { LoadFailed, NoSuchThing } from '../kit/load-failed.tsx';
import { Notice } from '../kit/notice.tsx';
import { Page } from '../kit/page.tsx';
import { LoadingCards } from '../kit/states.tsx';
import { common } from '../kit/wordings.ts';
import classes from './approval.module.css';
import { ApprovalBadge } from './approval-rows.tsx';
import { ReviewApproval } from './review-approval.tsx';
import { wordings } from './wordings.ts';

const words = wordings.page;
const BACK = { label: words.all, to: '/approvals' };
type Loaded = ReplyOf<typeof calls.approvals.load>;

/** /approvals/{approvalId}: a blast that somebody asks to send, as it would go out now. */
export function ApprovalPage() {
  const { approvalId = '' } = useParams();
  if (/^[1-9]\d{0,14}$/.test(approvalId)) return <Opened key={approvalId} id={Number(approvalId)} />;
  return (
    <Page title={words.title}>
      <NoSuchThing what={words.what} back={BACK} />
    </Page>
  );
}

function Opened({ id }: { id: number }) {
  const { data, error, refetch } = useCall(calls.approvals.load, { approval: id });
  const approval = data?.approval;
  return (
    <Page
      title={words.title}
      of={approval?.name}
      crumbs={[
        { label: common.tools, to: '/tools' },
        { label: common.approvals, to: '/approvals' },
      ]}
      {...(approval && {
        heading: (
          <Group gap="sm">
            <Title order={1} className="clamp-2">
              {approval.name}
            </Title>
            <ApprovalBadge state={approval.state} large />
          </Group>
        ),
      })}
    >
      {error && !data ? (
        <LoadFailed what={words.what} error={error} onRetry={() => void refetch()} back={BACK} />
      ) : !data ? (
        <div className={classes.screen}>
          <LoadingCards cards={1} height={96} shape="title" />
          <LoadingCards cards={1} height={320} shape="title" />
        </div>
      ) : (
        <div className={classes.screen}>
          <Standing loaded={data} />
          {data.approval.state === 'waiting' && <ReviewApproval loaded={data} />}
        </div>
      )}
    </Page>
  );
}

/** Who asks, and what became of it. */
function Standing({ loaded: { approval, blast } }: { loaded: Loaded }) {
  const { state, askedBy, askedAt, note, decidedBy, decidedAt, answer, isYours } = approval;
  const zone = useZone();
  if (state === 'waiting')
    return (
      <Notice title={isYours ? words.youAsked : words.asks(askedBy)}>
        <Quoted text={note} />
        <Filled words={words.askedAt} parts={{ when: <DateText at={askedAt} as="relative" span /> }} />{' '}
        {words.nothingGoesOut} {passedWords(blast, askedAt, zone)}
      </Notice>
    );
  const title = { approved: words.approved, declined: words.declined, withdrawn: words.withdrawn }[state](
    decidedBy,
  );
  return (
    <Notice tone={state === 'declined' ? 'warning' : 'info'} title={title}>
      <Quoted text={answer} />
      <Filled words={words.when} parts={{ when: <DateText at={decidedAt} as="relative" span /> }} />
      <Group mt="sm" gap="xs">
        {state === 'approved' ? (
          <Button component={Link} to={`/blast/${approval.campaign}/live/${approval.blast}`}>
            {words.watch}
          </Button>
        ) : (
          <Button component={Link} to={`/blast/${approval.campaign}`} variant="default">
            {words.askAnew}
          </Button>
        )}
      </Group>
    </Notice>
  );
}

const Quoted = ({ text }: { text: string }) =>
  text === '' ? null : <blockquote className={classes.note}>{text}</blockquote>;

/** That a time was chosen that has passed since; '' where none was, or where it is still to come. */
function passedWords({ schedule, localTime }: Loaded['blast'], askedAt: string, zone: string): string {
  const asked = new Date(askedAt);
  const wasNow = startOf(schedule, zone, asked).isNow;
  if (localTime || wasNow || !startOf(schedule, zone, new Date()).isNow) return '';
  return words.passed(formatDate(schedule, zone));
}
