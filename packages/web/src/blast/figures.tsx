import { Text } from '@mantine/core';
import { CountUp, Explained, formatNumber, formatPercent } from '../kit/numbers.tsx';
import classes from './live.module.css';
import { type Blast, handedOver } from './states.ts';

type Figure = { label: string; value: number; about: string; share?: string };

function figuresOf(blast: Blast): Figure[] {
  const out = handedOver(blast);
  const share = (count: number, whole: number) => (whole === 0 ? '' : formatPercent(count, whole));
  return [
    {
      label: 'Sent',
      value: out,
      share: share(out, blast.total),
      about:
        'Handed to the carrier, whatever became of it. Delivered, failed and doubtful ones are among them.',
    },
    {
      label: 'Delivered',
      value: blast.delivered,
      share: share(blast.delivered, out),
      about: 'The carrier says that the phone has it. The share is of what was sent.',
    },
    {
      label: 'Failed',
      value: blast.failed,
      share: share(blast.failed, out),
      about: 'The carrier refused it, could not deliver it, or gave up. The reasons are below.',
    },
    {
      label: 'In doubt',
      value: blast.unknown,
      share: share(blast.unknown, out),
      about:
        'The connection broke while it was handed over, so the carrier may have it or not. It is not sent again by itself, so that nobody gets it twice; a late receipt clears it up, or you do, below.',
    },
    {
      label: 'Skipped',
      value: blast.skipped,
      share: share(blast.skipped, blast.total),
      about:
        'Left out at the moment of sending: opted out meanwhile, had as many blasts as your account allows, or the blast was cancelled.',
    },
    {
      label: 'Replied',
      value: blast.replied,
      share: share(blast.replied, out),
      about: 'People who wrote back within seven days. Each counts once.',
    },
    {
      label: 'Opted out',
      value: blast.optedOut,
      share: share(blast.optedOut, out),
      about:
        'People who answered STOP or the like within seven days. They get nothing more from your account.',
    },
  ];
}

/** The seven figures of a blast; they move as it goes. */
export function Figures({ blast }: { blast: Blast }) {
  return (
    <dl className={`card ${classes.figures}`}>
      {figuresOf(blast).map(({ label, value, about, share }) => (
        <div key={label} className={classes.figure}>
          <dt>
            <Explained label={label} about={about} />
          </dt>
          <dd className={classes.value}>
            <CountUp value={value} />
          </dd>
          <dd className={classes.share}>{share || '–'}</dd>
        </div>
      ))}
    </dl>
  );
}

const PARTS = [
  { key: 'delivered', label: 'Delivered' },
  { key: 'sent', label: 'Sent, no receipt yet' },
  { key: 'failed', label: 'Failed' },
  { key: 'unknown', label: 'In doubt' },
  { key: 'skipped', label: 'Skipped' },
  { key: 'queued', label: 'Waiting' },
] as const;

/** Everybody in one bar: each person is in exactly one part. */
export function OutcomeBar({ blast }: { blast: Blast }) {
  const shown = PARTS.filter(({ key }) => blast[key] > 0);
  if (blast.total === 0) return <Text c="dimmed">The audience is counted when the blast starts.</Text>;
  return (
    <div>
      <div className={classes.bar} aria-hidden>
        {shown.map(({ key }) => (
          <span key={key} data-part={key} style={{ flexGrow: blast[key] }} />
        ))}
      </div>
      <ul className={classes.legend}>
        {shown.map(({ key, label }) => (
          <li key={key}>
            <span className={classes.dot} data-part={key} aria-hidden />
            {label} <b className="tabular">{formatNumber(blast[key])}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}
