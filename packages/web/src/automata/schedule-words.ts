import { SCHEDULE_TYPES, type Schedule, scheduleSummary, scheduleTypeName } from '@parley/rules/schedule.ts';
import { triggerWords } from './trigger-words.ts';
import type { AutomatonData } from './use-automaton.ts';

export function scheduleOf(data: AutomatonData): Schedule {
  const { type, nextRun, hour, dayOfWeek, dayOfMonth, month, weekends } = data;
  return { type, date: nextRun, hour, dayOfWeek, dayOfMonth, month, weekends };
}

/** 'Weekly Friday @ 9:00 AM', 'When this happens: List joined' */
export function scheduleWords(data: AutomatonData): string {
  if (data.type === SCHEDULE_TYPES.BY_EVENT) return triggerWords(data.trigger);
  return [scheduleTypeName(data.type), scheduleSummary(scheduleOf(data))].filter(Boolean).join(' ');
}
