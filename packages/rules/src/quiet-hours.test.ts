import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { areaCodes } from './area-code-zones.ts';
import { accountContactZone, type ContactZone, contactZoneOf } from './contact-time-zone.ts';
import { localMoment, nextOpening, windowAt } from './quiet-hours.ts';
import { STATE_HOURS, STATE_HOURS_CHECKED, stateWithHours } from './state-quiet-hours.ts';
import { isTimeZone } from './time-zone.ts';
import { zonesOfZip } from './us-time-zones.ts';

const RULE = { hours: [8, 21] as const, byState: true };
const place = (phone: string, tags: Record<string, string> = {}): ContactZone =>
  contactZoneOf(phone, tags, 'Europe/Berlin');
const ms = (text: string) => Date.parse(text);
const iso = (at: number) => new Date(at).toISOString();
const answer = (phone: string, at: string, tags: Record<string, string> = {}) => {
  const window = windowAt(place(phone, tags), RULE, ms(at));
  return window.open ? 'open' : iso(window.until);
};

describe('the place of a contact', () => {
  it.each([
    ['+12125550100', {}, ['America/New_York'], null, 'area-code'],
    ['+13055550100', {}, ['America/New_York'], 'FL', 'area-code'],
    ['+18505550100', {}, ['America/Chicago', 'America/New_York'], 'FL', 'area-code'],
    ['+442079460000', {}, ['Europe/London'], null, 'country'],
    ['+18005550100', {}, ['Europe/Berlin'], null, 'account'],
    ['+12125550100', { ZIP: '90210' }, ['America/Los_Angeles'], 'CA', 'tag'],
    ['+12125550100', { 'Zip Code': '32501-1234' }, ['America/Chicago'], 'FL', 'tag'],
    ['+12125550100', { State: 'texas' }, ['America/Chicago', 'America/Denver'], 'TX', 'tag'],
    ['+12125550100', { 'Time zone': 'Pacific', ZIP: '33101' }, ['America/Los_Angeles'], 'FL', 'tag'],
    ['+12125550100', { Timezone: 'Asia/Tokyo' }, ['Asia/Tokyo'], null, 'tag'],
    ['+12125550100', { ZIP: 'unknown', State: '??' }, ['America/New_York'], null, 'area-code'],
  ])('of %s with %j is %j', (phone, tags, zones, state, rule) => {
    expect(place(phone, tags as Record<string, string>)).toMatchObject({ zones, state, rule });
  });

  it('says why', () => {
    expect(place('+12125550100').why).toBe('Area code 212');
    expect(place('+12125550100', { ZIP: '90210' }).why).toBe('Tag “ZIP”: 90210');
    expect(place('+442079460000').why).toBe('Country of the number: United Kingdom');
    expect(accountContactZone('UTC').why).toContain('account');
  });
});

describe('quiet hours', () => {
  it.each([
    ['before eight in New York', '+12125550100', '2026-03-02T12:59:59Z', '2026-03-02T13:00:00.000Z'],
    ['at eight in New York', '+12125550100', '2026-03-02T13:00:00Z', 'open'],
    ['just before nine in the evening', '+12125550100', '2026-03-03T01:59:59Z', 'open'],
    ['nine in the evening', '+12125550100', '2026-03-03T02:00:00Z', '2026-03-03T13:00:00.000Z'],
    ['over the change of the clock', '+12125550100', '2026-03-08T05:00:00Z', '2026-03-08T12:00:00.000Z'],
    ['Florida ends at eight', '+13055550100', '2026-03-03T01:00:00Z', '2026-03-03T13:00:00.000Z'],
    ['Texas starts at noon on Sundays', '+12145550100', '2026-03-01T16:00:00Z', '2026-03-01T18:00:00.000Z'],
    ['no Sundays in Alabama', '+12055550100', '2026-03-01T17:00:00Z', '2026-03-02T14:00:00.000Z'],
    ['Saturday evening in Rhode Island', '+14015550100', '2026-02-28T23:00:00Z', '2026-03-02T14:00:00.000Z'],
    ['in two zones, the later morning', '+18505550100', '2026-03-02T13:30:00Z', '2026-03-02T14:00:00.000Z'],
    ['in two zones, the earlier evening', '+18505550100', '2026-03-03T01:30:00Z', '2026-03-03T14:00:00.000Z'],
    ['London has no state', '+442079460000', '2026-03-02T07:30:00Z', '2026-03-02T08:00:00.000Z'],
  ])('%s', (_, phone, at, expected) => expect(answer(phone, at)).toBe(expected));

  it('are off without hours, states included', () => {
    const window = windowAt(
      place('+12055550100'),
      { hours: null, byState: true },
      ms('2026-03-01T09:00:00Z'),
    );
    expect(window).toEqual({ open: true, until: Number.POSITIVE_INFINITY });
  });

  it('leave the state out when the channel does', () => {
    const window = windowAt(place('+13055550100'), { ...RULE, byState: false }, ms('2026-03-03T01:30:00Z'));
    expect(window.open).toBe(true);
  });

  it.each([
    [
      'just touch',
      [8, 9],
      '+12145550100',
      '2026-03-02T14:30:00Z',
      'TX',
      '9:00–21:00',
      '2026-03-02T15:00:00.000Z',
    ],
    [
      'touch behind',
      [21, 23],
      '+12145550100',
      '2026-03-03T03:30:00Z',
      'TX',
      '9:00–21:00',
      '2026-03-03T15:00:00.000Z',
    ],
    [
      'lie apart',
      [22, 24],
      '+13055550100',
      '2026-03-03T03:30:00Z',
      'FL',
      '8:00–20:00',
      '2026-03-03T13:00:00.000Z',
    ],
  ] as const)(
    'that %s with the hours of the state give way to those',
    (_, hours, phone, at, state, legal, until) => {
      const rule = { hours, byState: true };
      expect(windowAt(place(phone), rule, ms(at))).toEqual({
        open: false,
        until: ms(until),
        why: `${state} allows ${legal}`,
      });
      expect(windowAt(place(phone), rule, ms(until)).open).toBe(true);
    },
  );

  it('that have one hour in common with the state’s are open for that hour', () => {
    const rule = { hours: [8, 10] as const, byState: true };
    expect(windowAt(place('+12145550100'), rule, ms('2026-03-02T15:00:00Z'))).toEqual({
      open: true,
      until: ms('2026-03-02T16:00:00Z'),
    });
  });

  it('say why they hold', () => {
    const why = (phone: string, at: string) => {
      const window = windowAt(place(phone), RULE, ms(at));
      return window.open ? '' : window.why;
    };
    expect(why('+12125550100', '2026-03-02T03:00:00Z')).toBe('Quiet hours outside 8:00–21:00');
    expect(why('+13055550100', '2026-03-03T01:00:00Z')).toBe('FL allows 8:00–20:00');
    expect(why('+12055550100', '2026-03-01T17:00:00Z')).toBe('AL allows no messages on this day');
  });

  it('whatever the moment, what is held opens when it says, and what is open closes when it says', () => {
    const people = [
      '+12125550100',
      '+18505550100',
      '+14015550100',
      '+12145550100',
      '+442079460000',
      '+61491570006',
    ].map((phone) => place(phone));
    for (let hour = 0; hour < 24 * 20; hour += 1) {
      const at = ms('2026-10-20T00:00:00Z') + hour * 3_600_000 + 17;
      for (const each of people) {
        const window = windowAt(each, RULE, at);
        expect(window.until).toBeGreaterThan(at);
        expect(windowAt(each, RULE, window.until).open).toBe(!window.open);
        expect(windowAt(each, RULE, window.until - 1).open).toBe(window.open);
      }
    }
  });
});

/** Clocks that are set by half an hour, at midnight, by two hours, or at a quarter to. */
describe.each([
  'Australia/Lord_Howe',
  'America/Havana',
  'Antarctica/Troll',
  'Pacific/Chatham',
  'Africa/Cairo',
])('where clocks are set in %s', (zone) => {
  const there: ContactZone = { zones: [zone], state: null, rule: 'tag', why: '' };
  const QUARTER = 900_000;
  const clock = new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' });
  const autumn = changeAfter(zone, ms('2026-07-01T00:00Z'));
  it.each([
    [0, 2],
    [1, 2],
    [3, 24],
    [8, 23],
  ] as const)('hours from %i to %i are kept, quarter by quarter', (from, to) => {
    const faults: string[] = [];
    for (const change of [autumn, changeAfter(zone, autumn)]) {
      const begin = change - 16 * QUARTER;
      const isOpen = Array.from({ length: 64 }, (_, quarter) => {
        const hour = Number(clock.format(begin + quarter * QUARTER));
        return hour >= from && hour < to;
      });
      for (let quarter = 0; quarter < 32; quarter++) {
        const at = begin + quarter * QUARTER;
        const window = windowAt(there, { hours: [from, to], byState: false }, at);
        // Nothing goes while it is closed, whatever was worked out before.
        const said = Math.min(64, Math.ceil((window.until - begin) / QUARTER));
        const right = window.open
          ? said > quarter && isOpen.slice(quarter, said).every(Boolean)
          : !isOpen[quarter] && isOpen[said] !== false;
        if (!right) faults.push(`${iso(at)} ${JSON.stringify(window)}`);
      }
    }
    expect(faults).toEqual([]);
  });
});

/** When the clocks of a zone are set next. */
function changeAfter(zone: string, at: number): number {
  const change = Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(zone)
    .getTimeZoneTransition('next');
  return change?.epochMilliseconds ?? Number.NaN;
}

describe('the local time of a blast', () => {
  it('is the same wall clock everywhere', () => {
    const at = (phone: string) => iso(localMoment(place(phone), '2026-03-02 09:00:00') ?? 0);
    expect(at('+12125550100')).toBe('2026-03-02T14:00:00.000Z');
    expect(at('+13105550100')).toBe('2026-03-02T17:00:00.000Z');
    expect(at('+442079460000')).toBe('2026-03-02T09:00:00.000Z');
    expect(at('+18505550100')).toBe('2026-03-02T15:00:00.000Z');
  });

  it('that has passed waits for the next opening', () => {
    expect(iso(nextOpening(place('+12125550100'), RULE, ms('2026-03-02T15:00:00Z')))).toBe(
      '2026-03-03T13:00:00.000Z',
    );
    expect(iso(nextOpening(place('+12125550100'), RULE, ms('2026-03-02T11:00:00Z')))).toBe(
      '2026-03-02T13:00:00.000Z',
    );
  });
});

describe('the tables', () => {
  it('name rules with sources, for area codes that exist', () => {
    expect(STATE_HOURS_CHECKED).toMatch(/^\d{4}-\d\d-\d\d$/);
    for (const [state, { weekday, saturday, sunday, source }] of Object.entries(STATE_HOURS)) {
      expect(source.length, state).toBeGreaterThan(3);
      for (const hours of [weekday, saturday, sunday])
        if (hours) expect(hours[0] >= 8 && hours[0] < hours[1] && hours[1] <= 21, state).toBe(true);
      expect(
        [...areaCodes().keys()].filter((code) => stateWithHours(code) === state).length,
        state,
      ).toBeGreaterThan(0);
    }
  });

  it('know the zone of every ZIP code that they know', () => {
    let known = 0;
    for (let prefix = 0; prefix < 1000; prefix++) {
      const found = zonesOfZip(`${String(prefix).padStart(3, '0')}01`);
      if (!found) continue;
      known += 1;
      for (const zone of found.zones) expect(isTimeZone(zone), zone).toBe(true);
    }
    expect(known).toBeGreaterThan(850);
  });
});
