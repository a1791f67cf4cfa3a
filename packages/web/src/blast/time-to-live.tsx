import { Select } from '@mantine/core';
import { TIME_TO_LIVE } from '@parley/rules/limits.ts';

/** Minutes; 0 is what the channel says. */
const CHOICES = [0, 15, 30, 60, 120, 240, 480, 720, 1440, 2880, TIME_TO_LIVE.mostMinutes];

/** 'After 4 hours'; for 0 what the channel's setting comes to. */
export function timeToLiveWords(minutes: number): string {
  if (minutes === 0) return `As the channel is set, usually after ${TIME_TO_LIVE.usualMinutes / 60} hours`;
  const [count, unit] =
    minutes < 60
      ? [minutes, 'minute']
      : minutes % 1440 === 0
        ? [minutes / 1440, 'day']
        : [minutes / 60, 'hour'];
  return `After ${count} ${unit}${count === 1 ? '' : 's'}`;
}

type TimeToLiveProps = { minutes: number; onChange: (minutes: number) => void };

/** How long a message of this blast may be tried: an offer for tonight is worth nothing tomorrow. */
export function TimeToLive({ minutes, onChange }: TimeToLiveProps) {
  return (
    <Select
      label="Give up on a message"
      description="When the carrier cannot take it for so long, it expires and its credits return; the carrier is told to give up then, too. Quiet hours do not count."
      data={CHOICES.map((choice) => ({ value: String(choice), label: timeToLiveWords(choice) }))}
      value={String(minutes)}
      onChange={(value) => value !== null && onChange(Number(value))}
      allowDeselect={false}
      maw={480}
    />
  );
}
