import { Skeleton, UnstyledButton } from '@mantine/core';
import { hourText, SCHEDULE_TYPES } from '@parley/rules/schedule.ts';
import { filterWords } from '../blasts/index.ts';
import { useZone } from '../data/use-account.ts';
import { formatDate, zoneName } from '../kit/date-text.tsx';
import { common } from '../kit/wordings.ts';
import { useSegments } from '../segments/index.ts';
import classes from './automata.module.css';
import { scheduleWords } from './schedule-words.ts';
import type { AutomatonData } from './use-automaton.ts';
import { wordings } from './wordings.ts';

type Named = { id: number; name: string };
type SummaryProps = {
  data: AutomatonData | undefined;
  campaigns: Named[] | undefined;
  lists: Named[] | undefined;
  channels: Named[] | undefined;
  step: number;
  onStep: (step: number) => void;
};

/** What is chosen so far; each row leads to its step. */
export function AutomataSummary({ data, campaigns, lists, channels, step, onStep }: SummaryProps) {
  const zone = useZone();
  const segments = useSegments().data?.segments;
  const isByEvent = data?.type === SCHEDULE_TYPES.BY_EVENT;
  const rows = data && [
    {
      label: wordings.summary.scheduleType,
      value: scheduleWords(data) || wordings.summary.notChosenYet,
      step: 0,
    },
    { label: common.campaign, value: nameOf(campaigns, data.campaign, 'campaign'), step: 2 },
    ...(data.channel > 0
      ? [{ label: wordings.channel, value: nameOf(channels, data.channel, 'channel'), step: 2 }]
      : []),
    isByEvent
      ? { label: wordings.summary.who, value: whoWords(data, segments), step: 3 }
      : { label: common.list, value: listWords(data, lists, segments), step: 3 },
    {
      label: wordings.summary.enabled,
      value: data.enabled ? wordings.summary.yes : wordings.summary.no,
      step: 4,
    },
    ...(isByEvent
      ? []
      : [
          {
            label: wordings.summary.nextScheduleRun,
            value:
              data.enabled && data.nextRun !== ''
                ? nextRunWords(data, zone)
                : wordings.summary.notScheduledYet,
            step: 1,
          },
        ]),
  ];
  // The first row tells of the type and of its options: it stands for both steps.
  const current = rows?.findIndex((row) => row.step === (step === 1 ? 0 : step)) ?? -1;
  return (
    <nav className={`card ${classes.summary}`} aria-label={wordings.summary.summary}>
      {!rows && <LoadingSummary />}
      {rows?.map((row, index) => (
        <UnstyledButton
          key={row.label}
          className={classes.summaryRow}
          aria-current={index === current ? 'step' : undefined}
          onClick={() => onStep(row.step)}
        >
          <span className={classes.summaryLabel}>{row.label}</span>
          <span className="clamp-3">{row.value}</span>
        </UnstyledButton>
      ))}
      {data && data.runs > 0 && (
        <div className={classes.summaryRow}>
          <span className={classes.summaryLabel}>{wordings.soFar}</span>
          <span>{wordings.totals(data)}</span>
        </div>
      )}
      {data && isByEvent && data.started + data.waiting > 0 && (
        <div className={classes.summaryRow}>
          <span className={classes.summaryLabel}>{wordings.soFar}</span>
          <span>{wordings.startTotals(data)}</span>
        </div>
      )}
      {data?.problem && <p className={classes.problem}>{data.problem}</p>}
    </nav>
  );
}

function LoadingSummary() {
  return (
    <div role="status" aria-label={common.loading}>
      {[96, 72, 40, 64, 120].map((width) => (
        <div key={width} className={classes.summaryRow}>
          <Skeleton height={12} width={width} my={4} />
          <Skeleton height={12} width={140} my={4} />
        </div>
      ))}
    </div>
  );
}

/** 'Nov 27, 2026 @ 10:00 AM EST' */
function nextRunWords({ type, nextRun, hour }: AutomatonData, zone: string): string {
  const day = formatDate(nextRun, zone, 'date');
  return type === SCHEDULE_TYPES.HOURLY
    ? `${day} (${zoneName(zone)})`
    : `${day} @ ${hourText(hour)} ${zoneName(zone, new Date(`${nextRun}T12:00Z`))}`;
}

function listWords(
  { list, segment, filters }: AutomatonData,
  lists: Named[] | undefined,
  segments: Named[] | undefined,
): string {
  const within = segment === 0 ? '' : nameOf(segments, segment, 'segment');
  return wordings.summary.target(nameOf(lists, list, 'list'), within, filters.map(filterWords));
}

function whoWords({ segment }: AutomatonData, segments: Named[] | undefined): string {
  return segment === 0 ? wordings.targetSteps.everybody : nameOf(segments, segment, 'segment');
}

function nameOf(things: Named[] | undefined, id: number, what: string): string {
  if (id === 0) return wordings.summary.notChosenYet;
  if (!things) return '…';
  return things.find((thing) => thing.id === id)?.name ?? wordings.summary.aThatWasDeleted(what);
}
