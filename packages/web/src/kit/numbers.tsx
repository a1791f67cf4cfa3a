import { Popover, Progress, Text, UnstyledButton } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import classes from './numbers.module.css';
import { wordings } from './wordings.ts';

const plain = new Intl.NumberFormat('en-US');
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** 12,345 */
export const formatNumber = (value: number) => plain.format(value);
/** '1 row', '12 rows', '1 person', '12,345 people' */
export const counted = (value: number, one: string, many = `${one}s`) =>
  `${formatNumber(value)} ${value === 1 ? one : many}`;
/** 12.3K, for places without room. */
export const formatShort = (value: number) => short.format(value);

/**
 * One decimal below 10 % and just below all, none between: what is not all of it is never 100 %. A dash when
 * there is nothing to divide by.
 */
export function formatPercent(part: number, whole: number): string {
  if (whole === 0) return '–';
  const percent = (part / whole) * 100;
  if (percent > 0 && percent < 0.1) return '<0.1%';
  if (percent >= 99.95 && percent < 100) return '>99.9%';
  const hasDecimal = (percent > 0 && percent < 10) || (percent >= 99.5 && percent < 100);
  return `${hasDecimal ? percent.toFixed(1) : Math.round(percent)}%`;
}

const COUNT_MS = 400;

/** A number that runs to its new value. */
export function CountUp({ value }: { value: number }) {
  const still = useReducedMotion();
  const [shown, setShown] = useState(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` is where the run starts, not what starts it
  useEffect(() => {
    if (still) {
      setShown(value);
      return;
    }
    const from = shown;
    const start = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const part = Math.min(1, (now - start) / COUNT_MS);
      setShown(Math.round(from + (value - from) * (1 - (1 - part) ** 3)));
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [value, still]);
  return <span className="tabular">{formatNumber(shown)}</span>;
}

type ProgressBarProps = {
  /** What goes on, for screen readers, e.g. 'Import'. */
  label: string;
  done: number;
  total: number;
  /** Things done in a second, when known. */
  perSecond?: number;
};

/** Long work with its numbers: done of total, rate, time left. */
export function ProgressBar({ label, done, total, perSecond }: ProgressBarProps) {
  const percent = total === 0 ? 0 : Math.min(100, (done / total) * 100);
  const left = perSecond && perSecond > 0 ? (total - done) / perSecond : null;
  return (
    <div>
      <Progress value={percent} size="md" aria-label={label} transitionDuration={200} />
      <div className={classes.figures}>
        <Text className="tabular">
          {wordings.numbers.of(formatNumber(done), formatNumber(total), formatPercent(done, total))}
        </Text>
        {left !== null && left > 0 && (
          <Text c="dimmed" className="tabular">
            {wordings.numbers.aSecondLeft(formatNumber(Math.round(perSecond ?? 0)), formatDuration(left))}
          </Text>
        )}
      </div>
    </div>
  );
}

/** 45 s, 3 min, 2 h 5 min */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}`;
}

export type FunnelStep = {
  label: string;
  /** How many are left, or how many drop out here when `removed`. */
  count: number;
  removed?: boolean;
  /** What the count means; it opens from the label. */
  about?: ReactNode;
};

/** A crowd getting smaller: each step as a bar against the first, what drops out in grey. */
export function FunnelBar({ steps }: { steps: FunnelStep[] }) {
  const whole = Math.max(1, steps[0]?.count ?? 0);
  return (
    <dl className={classes.funnel}>
      {steps.map((step) => (
        <div key={step.label} className={classes.step} data-removed={step.removed || undefined}>
          <dt>{step.about ? <Explained label={step.label} about={step.about} /> : step.label}</dt>
          <dd className="tabular">
            {step.removed && step.count > 0 ? '−' : ''}
            {formatNumber(step.count)}
          </dd>
          <div className={classes.bar} aria-hidden>
            <div style={{ width: `${Math.min(100, (step.count / whole) * 100)}%` }} />
          </div>
        </div>
      ))}
    </dl>
  );
}

/** A word that explains itself when it is pressed. */
export function Explained({ label, about }: { label: string; about: ReactNode }) {
  return (
    <Popover width={280} position="top-start" withArrow shadow="md">
      <Popover.Target>
        <UnstyledButton className={classes.explained}>{label}</UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Text>{about}</Text>
      </Popover.Dropdown>
    </Popover>
  );
}
