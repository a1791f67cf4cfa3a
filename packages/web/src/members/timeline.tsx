import { Skeleton, Stack } from '@mantine/core';
import {
  IconArrowDownLeft,
  IconArrowUpRight,
  IconBan,
  IconCheck,
  IconLink,
  IconListCheck,
  IconPoint,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useZone } from '../data/use-account.ts';
import { formatDate, zoneName } from '../kit/date-text.tsx';
import { InfiniteScroll } from '../kit/infinite-scroll.tsx';
import { FailedState } from '../kit/states.tsx';
import { common } from '../kit/wordings.ts';
import classes from './timeline.module.css';
import { byDay, consentSource, eventName, hasFailed } from './timeline-words.ts';
import { type TimelineEvent, useTimeline } from './use-timeline.ts';
import { wordings } from './wordings.ts';

const ICONS: Record<string, ComponentType<{ size?: number; stroke?: number }>> = {
  out: IconArrowUpRight,
  in: IconArrowDownLeft,
  'opt-in': IconCheck,
  'opt-out': IconBan,
  list: IconListCheck,
  click: IconLink,
};

/** Messages, consent, clicks, opt-outs and list changes of one contact, newest first. */
export function Timeline({ contact, phone }: { contact: number; phone: string }) {
  const zone = useZone();
  const timeline = useTimeline(contact, phone);
  if (timeline.error && timeline.events.length === 0)
    return (
      <FailedState
        title={wordings.timeline.couldntLoadTheTimeline}
        error={timeline.error}
        onRetry={timeline.retry}
      />
    );
  if (timeline.isPending)
    return (
      <Stack gap="lg" role="status" aria-label={common.loading}>
        {[1, 2, 3].map((row) => (
          <div key={row}>
            <Skeleton height={12} width={160} mb={8} />
            <Skeleton height={40} width="70%" />
          </div>
        ))}
      </Stack>
    );
  if (timeline.events.length === 0) return <p className={classes.none}>{wordings.timeline.nothingYet}</p>;
  return (
    <>
      {byDay(timeline.events, zone).map(({ day, events }) => (
        <section key={day}>
          <h3 className={classes.day}>{day}</h3>
          <ol className={classes.events}>
            {events.map((event, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: events have no ids; several may share a moment
              <Event key={`${event.at} ${event.kind} ${index}`} event={event} zone={zone} />
            ))}
          </ol>
        </section>
      ))}
      <InfiniteScroll {...timeline} />
    </>
  );
}

function Event({ event, zone }: { event: TimelineEvent; zone: string }) {
  const { kind, at, title, detail } = event;
  const Icon = ICONS[kind] ?? IconPoint;
  const source = consentSource(event);
  const isConsent = kind === 'opt-in' || kind === 'opt-out';
  return (
    <li className={classes.event} data-kind={kind}>
      <span className={classes.icon} aria-hidden>
        <Icon size={16} stroke={1.75} />
      </span>
      <div className={classes.body}>
        <div className={classes.head}>
          <div className={isConsent ? classes.what : `clamp-2 ${classes.what}`} title={title || undefined}>
            <strong className={hasFailed(event) ? classes.failed : undefined}>{eventName(event)}</strong>
            {title !== '' && <span> · {title}</span>}
            {source !== '' && <span> · {source}</span>}
            {isConsent && detail !== '' && <span> “{detail}”</span>}
          </div>
          <time dateTime={at} className={`tabular ${classes.time}`} title={formatDate(at, zone)}>
            {formatDate(at, zone, 'time')} {zoneName(zone, new Date(at))}
          </time>
        </div>
        {!isConsent && detail !== '' && <p className={classes.text}>{detail}</p>}
      </div>
    </li>
  );
}
