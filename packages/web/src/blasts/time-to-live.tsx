import { Select } from '@mantine/core';
import { TIME_TO_LIVE } from '@parley/rules/limits.ts';
import { wordings } from './wordings.ts';

/** Minutes; 0 is what the channel says. */
const CHOICES = [0, 15, 30, 60, 120, 240, 480, 720, 1440, 2880, TIME_TO_LIVE.mostMinutes];

/** '4 hours'; for 0 what the channel's setting comes to. */
export function timeToLiveWords(minutes: number): string {
  if (minutes === 0) return wordings.timeToLive.asTheChannelIsSet(TIME_TO_LIVE.usualMinutes / 60);
  const [count, unit]: [number, 'minute' | 'hour' | 'day'] =
    minutes < 60
      ? [minutes, 'minute']
      : minutes % 1440 === 0
        ? [minutes / 1440, 'day']
        : [minutes / 60, 'hour'];
  return wordings.timeToLive.time(count, unit);
}

type TimeToLiveProps = { minutes: number; onChange: (minutes: number) => void };

/** How long a message of this blast may be tried: an offer for tonight is worth nothing tomorrow. */
export function TimeToLive({ minutes, onChange }: TimeToLiveProps) {
  return (
    <Select
      label={wordings.timeToLive.stopTryingAfter}
      description={wordings.timeToLive.ifTheCarrierCantTake}
      data={CHOICES.map((choice) => ({ value: String(choice), label: timeToLiveWords(choice) }))}
      value={String(minutes)}
      onChange={(value) => value !== null && onChange(Number(value))}
      allowDeselect={false}
      maw={480}
    />
  );
}
