import { Text } from '@mantine/core';
import { CountUp, Explained, formatNumber, formatPercent } from '../kit/numbers.tsx';
import { common } from '../kit/wordings.ts';
import classes from './live.module.css';
import { type Blast, handedOver } from './states.ts';
import { wordings } from './wordings.ts';

type Figure = { label: string; value: number; about: string; share?: string };

function figuresOf(blast: Blast): Figure[] {
  const out = handedOver(blast);
  const share = (count: number, whole: number) => (whole === 0 ? '' : formatPercent(count, whole));
  return [
    {
      label: common.sent,
      value: out,
      share: share(out, blast.total),
      about: wordings.figures.handedToTheCarrier,
    },
    {
      label: common.delivered,
      value: blast.delivered,
      share: share(blast.delivered, out),
      about: wordings.figures.theCarrierConfirmed,
    },
    {
      label: common.failed,
      value: blast.failed,
      share: share(blast.failed, out),
      about: wordings.figures.theCarrierRejected,
    },
    {
      label: wordings.shared.unconfirmed,
      value: blast.unknown,
      share: share(blast.unknown, out),
      about: wordings.figures.theConnectionDroppedDuringHandoff,
    },
    {
      label: wordings.figures.skipped,
      value: blast.skipped,
      share: share(blast.skipped, blast.total),
      about: wordings.figures.leftOutAtSendTime,
    },
    {
      label: wordings.shared.replied,
      value: blast.replied,
      share: share(blast.replied, out),
      about: wordings.figures.peopleWhoRepliedWithinSeven,
    },
    {
      label: common.optedOut,
      value: blast.optedOut,
      share: share(blast.optedOut, out),
      about: wordings.figures.peopleWhoOptedOutWithin,
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
  { key: 'delivered', label: common.delivered },
  { key: 'sent', label: wordings.shared.sentNoReceiptYet },
  { key: 'failed', label: common.failed },
  { key: 'unknown', label: wordings.shared.unconfirmed },
  { key: 'skipped', label: wordings.figures.skipped },
  { key: 'queued', label: wordings.figures.waiting },
] as const;

/** Everybody in one bar: each person is in exactly one part. */
export function OutcomeBar({ blast }: { blast: Blast }) {
  const shown = PARTS.filter(({ key }) => blast[key] > 0);
  if (blast.total === 0) return <Text c="dimmed">{wordings.figures.wellCountTheAudienceWhen}</Text>;
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
