import { Skeleton, Stack } from '@mantine/core';
import {
  IconAdjustments,
  IconArrowDownLeft,
  IconArrowUpRight,
  IconBan,
  IconBolt,
  IconCheck,
  IconLink,
  IconListCheck,
  IconPoint,
} from '@tabler/icons-react';
import { type ComponentType, useMemo } from 'react';
import { quoted } from '../data/isolated.ts';
import { useZone } from '../data/use-account.ts';
import { useKeptSince } from '../data/use-kept-since.ts';
import { formatDate, zoneName } from '../kit/date-text.tsx';
import { InfiniteScroll } from '../kit/infinite-scroll.tsx';
import { FailedState } from '../kit/states.tsx';
import { NumberedList } from '../kit/virtual-list.tsx';
import { common } from '../kit/wordings.ts';
import classes from './timeline.module.css';
import { type EventRow, timelineRows } from './timeline-rows.ts';
import { consentSource, eventName, hasFailed } from './timeline-words.ts';
import { type TimelineEvent, useTimeline } from './use-timeline.ts';
import { wordings } from './wordings.ts';

const ICONS: Record<string, ComponentType<{ size?: number; stroke?: number }>> = {
  out: IconArrowUpRight,
  in: IconArrowDownLeft,
  'opt-in': IconCheck,
  'opt-out': IconBan,
  list: IconListCheck,
  click: IconLink,
  custom: IconBolt,
  choice: IconAdjustments,
};

/** Messages, consent, clicks, opt-outs and list changes of one contact, newest first. */
export function Timeline({ contact, phone }: { contact: number; phone: string }) {
  const zone = useZone();
  const timeline = useTimeline(contact, phone);
  const { events: known } = timeline;
  const texts = useKeptSince('texts', 'messages');
  const clicks = useKeptSince('clicks');
  const rows = useMemo(
    () =>
      timelineRows(known, zone, [
        { since: texts, words: wordings.timeline.noTextsBefore },
        { since: clicks, words: wordings.timeline.noClicksBefore },
      ]),
    [known, zone, texts, clicks],
  );
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
      <NumberedList count={rows.length} rowHeight={76} keyOf={(index) => rows[index]?.key ?? index}>
        {(index) => {
          const row = rows[index];
          return row && <EventOfDay {...row} zone={zone} />;
        }}
      </NumberedList>
      <InfiniteScroll {...timeline} />
    </>
  );
}

function EventOfDay({ event, day, isLast, notices, zone }: EventRow & { zone: string }) {
  return (
    <>
      {notices.map((words) => (
        <p key={words} className={classes.notice}>
          {words}
        </p>
      ))}
      {day !== '' && <h3 className={classes.day}>{day}</h3>}
      <Event event={event} isLast={isLast} zone={zone} />
    </>
  );
}

type EventProps = { event: TimelineEvent; isLast: boolean; zone: string };

function Event({ event, isLast, zone }: EventProps) {
  const { kind, at, title, detail } = event;
  const Icon = ICONS[kind] ?? IconPoint;
  const source = consentSource(event);
  const isConsent = kind === 'opt-in' || kind === 'opt-out';
  return (
    <div className={classes.event} data-kind={kind} data-last={isLast || undefined}>
      <span className={classes.icon} aria-hidden>
        <Icon size={16} stroke={1.75} />
      </span>
      <div className={classes.body}>
        <div className={classes.head}>
          <div className={isConsent ? classes.what : `clamp-2 ${classes.what}`} title={title || undefined}>
            <strong className={hasFailed(event) ? classes.failed : undefined}>{eventName(event)}</strong>
            {title !== '' && (
              <span>
                {' · '}
                <bdi>{title}</bdi>
              </span>
            )}
            {source !== '' && <span> · {source}</span>}
            {isConsent && detail !== '' && <span> {quoted(detail)}</span>}
          </div>
          <time dateTime={at} className={`tabular ${classes.time}`} title={formatDate(at, zone)}>
            {formatDate(at, zone, 'time')} {zoneName(zone, new Date(at))}
          </time>
        </div>
        {!isConsent && detail !== '' && (
          <p className={classes.text}>
            <bdi>{detail}</bdi>
          </p>
        )}
      </div>
    </div>
  );
}
