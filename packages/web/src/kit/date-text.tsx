/**
 * Dates as the account sees them. The server sends instants (`…Z`) or wall-clock times of the account's zone.
 */
import { Text, type TextProps } from '@mantine/core';
import { useZone } from '../data/use-account.ts';

const WALL_CLOCK = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?$/;

type Style = 'date' | 'time' | 'both' | 'relative';

const PARTS: Record<Exclude<Style, 'relative'>, Intl.DateTimeFormatOptions> = {
  date: { year: 'numeric', month: 'short', day: 'numeric' },
  time: { hour: 'numeric', minute: '2-digit' },
  both: { year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
};

/** Making one costs more than all its answers; a long list asks for the same few hundreds of times. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(name: string, timeZone: string, options: Intl.DateTimeFormatOptions) {
  const key = `${name} ${timeZone}`;
  const known = formatters.get(key) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone });
  formatters.set(key, known);
  return known;
}

/** A server's date for people; an empty text stays empty, an unreadable one is shown as it is. */
export function formatDate(at: string, zone: string, style: Exclude<Style, 'relative'> = 'both'): string {
  const wall = WALL_CLOCK.exec(at);
  const date = wall ? new Date(`${at.slice(0, 10)}T${wall[4] ? at.slice(11) : '00:00'}Z`) : new Date(at);
  if (at === '' || Number.isNaN(date.getTime())) return at;
  return formatterOf(style, wall ? 'UTC' : zone, PARTS[style]).format(date);
}

/**
 * 'Nov 21', of another year 'Nov 21, 2025': where there is little room. Takes what {@link formatDate}
 * answers.
 */
export const withoutThisYear = (date: string) => date.replace(`, ${new Date().getFullYear()}`, '');

/** The zone's name as people say it on that day: 'EST', 'GMT+2'. */
export function zoneName(zone: string, at: Date = new Date()): string {
  const parts = formatterOf('zone', zone, { timeZoneName: 'short' }).formatToParts(at);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone;
}

const ago = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
const STEPS: [number, Intl.RelativeTimeFormatUnit][] = [
  [60, 'second'],
  [60, 'minute'],
  [24, 'hour'],
  [7, 'day'],
];

/** '5 minutes ago', up to a week; null beyond, where a date says more. */
export function formatRelative(at: Date, now: Date = new Date()): string | null {
  let amount = (at.getTime() - now.getTime()) / 1000;
  for (const [size, unit] of STEPS) {
    if (Math.abs(amount) < size) {
      return ago.format(Math.round(amount), unit);
    }
    amount /= size;
  }
  return null;
}

type DateTextProps = { at: string; as?: Style; noZone?: boolean } & TextProps;

/**
 * `<DateText at={row.createdAt} />`: 'Nov 21, 2026, 9:04 AM EST'; the full moment is in the tooltip of a
 * relative one.
 */
export function DateText({ at, as = 'both', noZone, ...text }: DateTextProps) {
  const zone = useZone();
  const moment = new Date(WALL_CLOCK.test(at) ? `${at.slice(0, 10)}T12:00Z` : at);
  // Of that day: in summer another one than today's, perhaps.
  const name = Number.isNaN(moment.getTime()) ? zoneName(zone) : zoneName(zone, moment);
  const full = `${formatDate(at, zone)} ${name}`;
  const relative = as === 'relative' && !WALL_CLOCK.test(at) ? formatRelative(new Date(at)) : null;
  const style = as === 'relative' ? 'date' : as;
  const named = style === 'date' || noZone ? '' : ` ${name}`;
  return (
    <Text component="time" inherit dateTime={at} title={full} className="tabular" {...text}>
      {at === '' ? '–' : (relative ?? `${formatDate(at, zone, style)}${named}`)}
    </Text>
  );
}
