/** Waits of days and weeks, and until the date in a tag: what holds for every one of them. */
import { addDays, compareInstants, dayOf, toLocalDateTime } from '@parley/rules/time-zone.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advance, createMemoryHost, flowOf, type LongWait, startSession } from './index.ts';
import { longUntil } from './long-wait.ts';

const zones = fc.constantFrom(
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'UTC',
);
const instants = fc
  .integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2031, 0, 1) })
  .map((ms) => new Date(ms).toISOString());

describe('a long wait', () => {
  it('of days and weeks ends that many days later on the contact’s clock', () => {
    fc.assert(
      fc.property(instants, zones, fc.integer({ min: 1, max: 90 }), (now, zone, amount) => {
        const until = longUntil({ for: 'days', amount }, now, zone, '') ?? '';
        expect(dayOf(until, zone)).toBe(addDays(dayOf(now, zone), amount));
        const weeks = longUntil({ for: 'weeks', amount: 1 }, now, zone, '');
        expect(weeks).toBe(longUntil({ for: 'days', amount: 7 }, now, zone, ''));
      }),
    );
  });

  it('until a date ends on its day, at its time where clocks have it', () => {
    fc.assert(
      fc.property(
        instants,
        zones,
        fc.integer({ min: -365, max: 365 }),
        fc.integer({ min: 4, max: 23 }),
        (now, zone, days, hour) => {
          const day = addDays(dayOf(now, zone), 100);
          const [year, month, date] = day.split('-').map(Number);
          const long: LongWait = { for: 'date', days, hour, minute: 15, otherwise: 0 };
          const until = longUntil(long, now, zone, day) ?? '';
          const clock = `${addDays(day, days)} ${String(hour).padStart(2, '0')}:15:00`;
          expect(toLocalDateTime(until, zone)).toBe(clock);
          expect(longUntil(long, now, zone, `${month}/${date}/${year}`)).toBe(until);
        },
      ),
    );
  });

  it('until a date at the end of what clocks can tell is none', () => {
    for (const value of ['9999-12-31', '12/31/9999', '0000-01-01'])
      for (const zone of ['America/New_York', 'Pacific/Kiritimati'])
        for (const days of [-1, 0, 1, 365]) {
          const long: LongWait = { for: 'date', days, hour: 23, minute: 0, otherwise: 0 };
          const until = longUntil(long, '2026-01-01T00:00:00Z', zone, value);
          expect([value, days, until ?? '']).toEqual([value, days, expect.not.stringMatching(/^[+-]/)]);
        }
  });

  it('never ends before its moment, whenever it is woken', () => {
    const long: LongWait = { for: 'date', days: -1, hour: 9, minute: 0, otherwise: 3 };
    const flow = flowOf(1, [
      { type: 'wait', long, tag: 'Visit' },
      { type: 'final-message', text: 'tomorrow' },
      { type: 'final-message', text: 'too late' },
    ]);
    fc.assert(
      fc.property(
        instants,
        zones,
        fc.integer({ min: 2, max: 300 }),
        instants,
        (now, timeZone, ahead, then) => {
          const contact = {
            timeZone,
            phone: '+12125550123',
            tags: { Visit: addDays(dayOf(now, timeZone), ahead) },
          };
          const start = startSession({ campaignId: 1, seed: 1, variables: {} });
          const begun = advance(flow, start, { type: 'started', by: 'keyword', text: '' }, { now, contact });
          const until = begun.effects[0]?.do === 'wakeAt' ? begun.effects[0].at : '';
          const woken = advance(flow, begun.session, { type: 'woke' }, { now: then, contact });
          const said = woken.effects.find((effect) => effect.do === 'say')?.text;
          const late = Date.parse(then) - Date.parse(until) > 12 * 3_600_000;
          expect(said).toBe(compareInstants(then, until) < 0 ? undefined : late ? 'too late' : 'tomorrow');
        },
      ),
    );
  });
});

describe('a date that is changed while it is waited for', () => {
  const long: LongWait = { for: 'date', days: -1, hour: 9, minute: 0, otherwise: 3 };
  const flow = flowOf(1, [
    { type: 'wait', long, tag: 'Visit' },
    { type: 'final-message', text: 'tomorrow' },
    { type: 'final-message', text: 'no visit' },
  ]);
  const contactOf = (visit: string) => ({ timeZone: 'UTC', phone: '+12125550123', tags: { Visit: visit } });
  const started = advance(
    flow,
    startSession({ campaignId: 1, seed: 1, variables: {} }),
    { type: 'started', by: 'keyword', text: '' },
    { now: '2026-03-02T15:00:00Z', contact: contactOf('2026-03-10') },
  ).session;
  const wake = (visit: string) =>
    advance(flow, started, { type: 'woke' }, { now: '2026-03-09T09:00:00Z', contact: contactOf(visit) })
      .effects;

  it('is waited for anew when it is later', () => {
    expect(wake('2026-03-20')).toEqual([{ do: 'wakeAt', step: 1, at: '2026-03-19T09:00:00Z' }]);
  });

  it('leaves by the other way when it is past, or gone', () => {
    expect(wake('2026-03-05')).toMatchObject([{ text: 'no visit' }, { do: 'end' }]);
    expect(wake('')).toMatchObject([{ text: 'no visit' }, { do: 'end' }]);
    expect(wake('2026-03-10')).toMatchObject([{ text: 'tomorrow' }, { do: 'end' }]);
  });

  it('is jumped to by the phone', () => {
    const host = createMemoryHost({
      campaigns: { 1: flow },
      contact: contactOf('2026-03-20'),
      now: '2026-03-02T15:00:00Z',
    });
    host.start(1);
    expect(host.skipWait()).toBe(true);
    expect(host.now()).toBe('2026-03-19T09:00:00Z');
    expect(host.transcript().map(({ text }) => text)).toEqual(['tomorrow', 'The conversation ended']);
  });
});
