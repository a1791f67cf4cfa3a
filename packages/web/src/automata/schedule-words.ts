import { type Schedule, scheduleSummary, scheduleTypeName } from '@parley/rules/schedule.ts';
import type { AutomatonData } from './use-automaton.ts';

export function scheduleOf(data: AutomatonData): Schedule {
  const { type, nextRun, hour, dayOfWeek, dayOfMonth, month, weekends } = data;
  return { type, date: nextRun, hour, dayOfWeek, dayOfMonth, month, weekends };
}

/** 'Weekly Friday @ 9:00 AM' */
export function scheduleWords(data: AutomatonData): string {
  return [scheduleTypeName(data.type), scheduleSummary(scheduleOf(data))].filter(Boolean).join(' ');
}
