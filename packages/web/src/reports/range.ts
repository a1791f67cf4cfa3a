/**
 * The days a report is about, of the account's zone: in the address, else as chosen last, else the month up
 * to now.
 */
import { REPORT_GRID } from '@parley/rules/limits.ts';
import { addDays, isDay } from '@parley/rules/time-zone.ts';
import { useSearchParams } from 'react-router';
import { useStored } from '../data/persist.ts';
import { useToday } from '../data/use-account.ts';
import { wordings } from './wordings.ts';

export type Range = { from: string; to: string };
/** What all tiles of a report obey: its days, and the segment whose people alone they count (0: everyone). */
export type Scope = Range & { segment: number };

/** The same day of the month before; the last one of a shorter month. */
export function monthBefore(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 - REPORT_GRID.rangeMonths, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, last));
  return first.toISOString().slice(0, 10);
}

/** One month ago to now. */
export const defaultRange = (today: string): Range => ({ from: monthBefore(today), to: today });

/**
 * Ranges that are asked for often; like all that are picked they end yesterday at the latest. On its first
 * day a month has none yet.
 */
export function usualRanges(yesterday: string): { label: string; range: Range }[] {
  const first = `${addDays(yesterday, 1).slice(0, 7)}-01`;
  const last = (days: number) => ({
    label: wordings.range.lastDays(days),
    range: { from: addDays(yesterday, 1 - days), to: yesterday },
  });
  return [
    last(7),
    last(30),
    last(90),
    ...(first <= yesterday
      ? [{ label: wordings.range.thisMonth, range: { from: first, to: yesterday } }]
      : []),
    { label: wordings.range.lastMonth, range: { from: monthBefore(first), to: addDays(first, -1) } },
  ];
}

/** Two real days in their order, the later one not in the future. */
export const isRange = ({ from, to }: Range, today: string) =>
  isDay(from) && isDay(to) && from <= to && to <= today;

export function useRange(): {
  range: Range;
  isDefault: boolean;
  /** The last day that can be picked. */
  yesterday: string;
  /** null: the default again. */
  setRange: (range: Range | null) => void;
} {
  const [params, setParams] = useSearchParams();
  const stored = useStored((state) => state.common);
  const today = useToday();
  const named = { from: params.get('from') ?? '', to: params.get('to') ?? '' };
  const chosen = [named, stored].find((range) => isRange(range, today));
  return {
    range: chosen ?? defaultRange(today),
    isDefault: chosen === undefined,
    yesterday: addDays(today, -1),
    setRange: (range) => {
      useStored.setState((state) => ({ common: { ...state.common, ...(range ?? { from: '', to: '' }) } }));
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          for (const key of ['from', 'to'] as const) {
            if (range) next.set(key, range[key]);
            else next.delete(key);
          }
          return next;
        },
        { replace: true, preventScrollReset: true },
      );
    },
  };
}
