/**
 * Whether a message to a person must wait, and until when. The same for every path; asked last, inside the
 * send.
 */

import {
  accountContactZone,
  type ContactZone,
  zoneByNumber,
  zoneByTags,
} from '@parley/rules/contact-time-zone.ts';
import { QUIET_HOURS } from '@parley/rules/limits.ts';
import { localMoment, nextOpening, type Window, windowAt } from '@parley/rules/quiet-hours.ts';
import type { SendPolicy } from './send-policy.ts';

export type PolicyContact = {
  phone: string;
  /** By tag id. */
  tags: Readonly<Record<string, string>>;
  /** As it was stored with the contact, by number. */
  timeZone: string | null;
};

export type Deferral = { until: Date; reason: 'quiet-hours' | 'local-time' };

/** A blast that goes at the person's own time. */
export type LocalTime = {
  /** YYYY-MM-DD HH:mm:ss on the person's wall clock. */
  wall: string;
  /** Where the time had passed already then, it waits for the next opening. */
  launchedAt: Date;
};

/** Null: it may go now. */
export function deferralOf(
  rules: SendPolicy,
  person: PolicyContact,
  now: Date,
  localTime: LocalTime | null,
): Deferral | null {
  if (rules.hours.hours === null && !localTime) return null;
  const place = zoneOfContact(rules, person);
  const at = now.getTime();
  const due = localTime ? dueAt(rules, place, localTime) : at;
  if (due > at) {
    const then = windowOf(rules, place, due);
    return { until: new Date(then.open ? due : then.until), reason: 'local-time' };
  }
  const window = windowOf(rules, place, at);
  return window.open ? null : { until: new Date(window.until), reason: 'quiet-hours' };
}

/** Where a person is on the clock: by tag, by number, by country, else by the account. */
export function zoneOfContact(rules: SendPolicy, { phone, tags, timeZone }: PolicyContact): ContactZone {
  return (
    zoneByTags(namedTags(rules, tags)) ??
    placeOfNumber(phone, timeZone) ??
    accountContactZone(rules.accountZone)
  );
}

function namedTags({ placeTags }: SendPolicy, tags: PolicyContact['tags']): Record<string, string> {
  const named: Record<string, string> = {};
  for (const id in placeTags) {
    const value = tags[id];
    if (value !== undefined && value !== '') named[placeTags[id] ?? ''] = value;
  }
  return named;
}

/**
 * Numbers outside the North American plan cost some work to take apart: their zone was stored with the
 * contact.
 */
function placeOfNumber(phone: string, timeZone: string | null): ContactZone | null {
  if (phone.startsWith('+1') || timeZone === null) return zoneByNumber(phone);
  return { zones: [timeZone], state: null, rule: 'country', why: 'Country of the number' };
}

function dueAt(rules: SendPolicy, place: ContactZone, { wall, launchedAt }: LocalTime): number {
  const due = localMoment(place, wall) ?? 0;
  const launched = launchedAt.getTime();
  if (due >= launched) return due;
  const { hours, byState } = rules.hours;
  // Without quiet hours there is no opening: the usual one, then.
  const rule = {
    hours: hours ?? ([QUIET_HOURS.from, QUIET_HOURS.to] as const),
    byState: hours !== null && byState,
  };
  return nextOpening(place, rule, launched);
}

type Cache = { from: number; window: Window };
const windows = new Map<string, Cache>();
const MOST_WINDOWS = 5_000;

/** Windows change a few times a day, messages come by the thousand: each window is worked out once. */
function windowOf({ hours }: SendPolicy, place: ContactZone, at: number): Window {
  const key = `${hours.hours} ${hours.byState} ${place.zones} ${place.state}`;
  const known = windows.get(key);
  if (known && known.from <= at && at < known.window.until) return known.window;
  const window = windowAt(place, hours, at);
  if (windows.size > MOST_WINDOWS) windows.clear();
  windows.set(key, { from: at, window });
  return window;
}
