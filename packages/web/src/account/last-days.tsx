import { Text, VisuallyHidden } from '@mantine/core';
import type { Overview } from '@parley/contract';
import type { CSSProperties } from 'react';
import { formatDate } from '../kit/date-text.tsx';
import { formatNumber, formatPercent, formatShort } from '../kit/numbers.tsx';
import { common } from '../kit/wordings.ts';
import classes from './last-days.module.css';
import { Card } from './welcome-cards.tsx';
import { wordings } from './wordings.ts';

type Day = Overview['lastDays'][number];
const FIGURES = ['sent', 'delivered', 'failed', 'unpaid', 'received', 'optOuts'] as const;

function sumOf(days: Day[]): Record<(typeof FIGURES)[number], number> {
  const sum = { sent: 0, delivered: 0, failed: 0, unpaid: 0, received: 0, optOuts: 0 };
  for (const day of days) for (const figure of FIGURES) sum[figure] += day[figure];
  return sum;
}

/**
 * How the last seven days went: the sums in words, the days as bars, and the same as a table for those who
 * cannot see bars.
 */
export function LastDays({ days }: { days: Overview['lastDays'] }) {
  const sum = sumOf(days);
  return (
    <Card title={wordings.lastDays.last7Days}>
      <dl className={classes.figures}>
        <Figure label={common.sent} value={formatNumber(sum.sent)} />
        <Figure label={common.delivered} value={formatPercent(sum.delivered, sum.sent + sum.unpaid)} />
        <Figure label={common.failed} value={formatNumber(sum.failed)} />
        {sum.unpaid > 0 && <Figure label={wordings.unpaid} value={formatNumber(sum.unpaid)} />}
        <Figure label={wordings.lastDays.received} value={formatNumber(sum.received)} />
        <Figure label={common.optedOut} value={formatNumber(sum.optOuts)} />
      </dl>
      {sum.sent === 0 ? <Text c="dimmed">{wordings.lastDays.nothingWasSent}</Text> : <Bars days={days} />}
      <DayTable days={days} />
    </Card>
  );
}

function Bars({ days }: { days: Day[] }) {
  const highest = Math.max(1, ...days.map((day) => day.sent));
  return (
    <>
      <div className={classes.chart} aria-hidden>
        {days.map((day, index) => (
          <div
            key={day.day}
            className={classes.day}
            title={`${formatDate(day.day, 'UTC', 'date')}: ${formatNumber(day.sent)} sent`}
          >
            <div className={classes.bars}>
              <div className={classes.bar} style={{ '--part': day.sent / highest } as CSSProperties}>
                <span className={`tabular ${classes.count}`}>{formatShort(day.sent)}</span>
                <div className={classes.sent}>
                  <div
                    className={classes.delivered}
                    style={{
                      height: day.sent === 0 ? 0 : `${Math.min(100, (day.delivered / day.sent) * 100)}%`,
                    }}
                  />
                </div>
              </div>
            </div>
            <span className={classes.label}>
              {index === days.length - 1 ? wordings.lastDays.today : weekday(day.day)}
            </span>
          </div>
        ))}
      </div>
      <p className={classes.legend} aria-hidden>
        <span data-kind="delivered">{common.delivered}</span>
        <span data-kind="sent">{wordings.lastDays.notDeliveredYet}</span>
      </p>
    </>
  );
}

function DayTable({ days }: { days: Day[] }) {
  return (
    <VisuallyHidden component="div">
      <table>
        <caption>{wordings.lastDays.messagesInTheLast7}</caption>
        <thead>
          <tr>
            <th>{wordings.lastDays.day}</th>
            <th>{common.sent}</th>
            <th>{common.delivered}</th>
            <th>{common.failed}</th>
            <th>{wordings.unpaid}</th>
            <th>{wordings.lastDays.received}</th>
            <th>{common.optedOut}</th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th>{formatDate(day.day, 'UTC', 'date')}</th>
              {FIGURES.map((figure) => (
                <td key={figure}>{formatNumber(day[figure])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="tabular">{value}</dd>
    </div>
  );
}

const weekday = (day: string) =>
  new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' }).format(new Date(`${day}T00:00Z`));
