/** What the counts of a step are called, in the order in which they are told. */
import type { StepEvent } from '@parley/contract';
import type { OpenedCount } from './map-context.ts';
import { countText } from './map-parts.tsx';
import { type MapCounts, NO_COUNT, type StepCount } from './use-step-counts.ts';
import { wordings } from './wordings.ts';

type Counted = keyof typeof NO_COUNT;
export const COUNTED: {
  key: Counted;
  what: StepEvent;
  title: string;
  /** With how many. */
  told: (count: string) => string;
}[] = [
  {
    key: 'reached',
    what: 'reached',
    title: wordings.countTitles.reached,
    told: wordings.counted.reached,
  },
  {
    key: 'waiting',
    what: 'waiting',
    title: wordings.countTitles.waiting,
    told: wordings.counted.waiting,
  },
  {
    key: 'answered',
    what: 'answered',
    title: wordings.countTitles.answered,
    told: wordings.counted.answered,
  },
  {
    key: 'timedOut',
    what: 'timed-out',
    title: wordings.countTitles.timedOut,
    told: wordings.counted.timedOut,
  },
  {
    key: 'optedOut',
    what: 'opted-out',
    title: wordings.countTitles.optedOut,
    told: wordings.counted.optedOut,
  },
];

/** '1,204 reached', '3 waiting now', and what else happened there at all. */
export function toldCounts(count: Omit<StepCount, 'step'>, isPartial: boolean): string[] {
  return COUNTED.filter(({ key }) => count[key] > 0 || ALWAYS.includes(key)).map(({ key, told }) =>
    told(countText(count[key], isPartial)),
  );
}
const ALWAYS: Counted[] = ['reached', 'waiting', 'answered'];

/** Each count of a step that somebody can be opened of: its own, then those of its intents. */
export function countsToOpen(step: number, counts: MapCounts): (OpenedCount & { count: number })[] {
  const own = counts.byStep.get(step) ?? NO_COUNT;
  return [
    ...COUNTED.map(({ key, what, title }) => ({
      step,
      what,
      count: own[key],
      words: title,
    })),
    ...(counts.intents.get(step) ?? []).map(({ intent, count }) => ({
      step,
      what: 'answered' as const,
      intent,
      count,
      words: intent === '' ? wordings.countTitles.noIntent : wordings.countTitles.intent(intent),
    })),
  ].filter(({ count }) => count > 0);
}
