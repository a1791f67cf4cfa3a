import { Anchor, Progress, Text, Title } from '@mantine/core';
import type { Overview } from '@parley/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { DateText } from '../kit/date-text.tsx';
import { Face } from '../kit/face.tsx';
import { Notice } from '../kit/notice.tsx';
import { CountUp, formatPercent } from '../kit/numbers.tsx';
import { phoneText } from '../kit/phone-text.ts';
import { common } from '../kit/wordings.ts';
import classes from './welcome.module.css';
import { wordings } from './wordings.ts';

type CardProps = {
  title: string;
  more?: ReactNode;
  /** As wide as the page, also where others stand side by side. */
  whole?: boolean;
  children: ReactNode;
};

export function Card({ title, more, whole, children }: CardProps) {
  return (
    <section className={`card ${classes.section}`} data-whole={whole || undefined}>
      <div className={classes.head}>
        <Title order={2}>{title}</Title>
        {more}
      </div>
      {children}
    </section>
  );
}

export function Running({ blasts }: { blasts: Overview['runningBlasts'] }) {
  return (
    <Card title={wordings.welcomeCards.runningNow} whole={blasts.length > 0}>
      {blasts.length === 0 && <p className={classes.quiet}>{wordings.welcomeCards.noBlastsAreGoingOut}</p>}
      <ul className={classes.rows}>
        {blasts.map(({ id, campaignId, campaign, sent, total, pauseReason }) => (
          <li key={id}>
            <Link to={`/blast/${campaignId}/live/${id}`} className={classes.row}>
              <span className={`clamp-1 ${classes.strong}`}>{campaign}</span>
              <span className={`tabular ${classes.dim}`}>
                {wordings.welcomeCards.of(sent, total, formatPercent(sent, total))}
              </span>
              <Progress
                value={total === 0 ? 0 : (sent / total) * 100}
                aria-label={`${campaign}: sent`}
                mt={4}
              />
            </Link>
            {pauseReason !== '' && (
              <Notice tone="danger" title={wordings.welcomeCards.itPausedItself}>
                {wordings.welcomeCards.openItToSee(pauseReason)}
              </Notice>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The calendar has the others. */
const UPCOMING_SHOWN = 4;

export function ComingUp({ upcoming }: { upcoming: Overview['upcoming'] }) {
  const calendar = (
    <Anchor component={Link} to="/automata/calendar">
      {common.calendar}
    </Anchor>
  );
  return (
    <Card title={wordings.welcomeCards.comingUp} more={calendar}>
      {upcoming.length === 0 && <p className={classes.quiet}>{wordings.welcomeCards.nothingsScheduled}</p>}
      <ul className={classes.rows}>
        {upcoming.slice(0, UPCOMING_SHOWN).map(({ kind, id, campaignId, name, at }) => (
          <li key={`${kind}${id}`}>
            <Link
              to={kind === 'automata' ? `/automata/editor/${id}` : `/blast/${campaignId}/live/${id}`}
              className={classes.row}
            >
              <span className={`clamp-1 ${classes.strong}`}>{name}</span>
              <span className={classes.dim}>
                {kind === 'automata' ? wordings.welcomeCards.automata : common.blast}
              </span>
              <span className={classes.dim}>
                <DateText at={at} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type RepliesProps = {
  replies: Overview['recentReplies'];
  waiting: number;
  /** As wide as the page. */
  whole?: boolean;
};

export function Replies({ replies, waiting, whole = false }: RepliesProps) {
  const inbox = (
    <Anchor component={Link} to="/inbox">
      {common.inbox}
    </Anchor>
  );
  return (
    <Card title={wordings.welcomeCards.latestReplies} more={inbox} whole={whole}>
      {waiting > 0 && (
        <p className={classes.waiting}>
          <Link to="/inbox?show=waiting">{wordings.welcomeCards.forAnAnswer(waiting)}</Link>
        </p>
      )}
      {replies.length === 0 && <p className={classes.quiet}>{wordings.welcomeCards.noRepliesYet}</p>}
      <ul className={classes.rows}>
        {replies.map(({ id, contact, phone, displayName, text, at }) => (
          <li key={id}>
            <Link to={`/inbox/${contact}`} className={`${classes.row} ${classes.reply}`}>
              <Face name={displayName} />
              <span className="clamp-1" title={displayName || undefined}>
                <bdi className={classes.strong}>{displayName || phoneText(phone)}</bdi>
                {displayName !== '' && <span className={classes.number}> {phoneText(phone)}</span>}
              </span>
              <span className={`clamp-1 ${classes.said}`} dir="auto">
                {text}
              </span>
              <DateText at={at} as="relative" c="dimmed" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function CreditsCard({ balance, reserved }: { balance: number; reserved: number }) {
  return (
    <Card title={wordings.welcomeCards.creditsLeft}>
      <div className={classes.figure}>
        <CountUp value={balance} />
      </div>
      {reserved > 0 && (
        <Text c="dimmed" className="tabular">
          {wordings.welcomeCards.plusReservedForQueuedBlasts(reserved)}
        </Text>
      )}
    </Card>
  );
}
