/** What holds a message back, and until when: windows are kept from one person to the next. */
import { describe, expect, test } from 'vitest';
import { deferralOf, zoneOfContact } from './deferral.ts';
import type { SendPolicy } from './send-policy.ts';

const RULES: SendPolicy = {
  hours: { hours: [8, 21], byState: true },
  disclosure: '',
  frequency: null,
  placeTags: {},
  accountZone: 'Europe/Berlin',
};
const NEW_YORK = '+12125550100';
const FLORIDA = '+13055550100';
const BERLIN = '+493055550100';

const personOf = (phone: string) => ({
  phone,
  tags: {},
  timeZone: phone === BERLIN ? 'Europe/Berlin' : 'America/New_York',
});
const heldUntil = (phone: string, at: string, rules = RULES) =>
  deferralOf(rules, personOf(phone), new Date(at), null)?.until.toISOString() ?? 'goes';

describe('a window that was worked out for somebody', () => {
  const EVENING = '2026-03-03T01:30:00Z'; // 20:30 in New York and in Miami, where it is over at eight

  test('is not taken for somebody in the same zone whose state has other hours', () => {
    expect(heldUntil(NEW_YORK, EVENING)).toBe('goes');
    expect(heldUntil(FLORIDA, EVENING)).toBe('2026-03-03T13:00:00.000Z');
    expect(heldUntil(NEW_YORK, EVENING)).toBe('goes');
  });

  test('is not taken for a channel that leaves the state out, or has other hours', () => {
    expect(heldUntil(FLORIDA, EVENING)).not.toBe('goes');
    expect(heldUntil(FLORIDA, EVENING, { ...RULES, hours: { hours: [8, 21], byState: false } })).toBe('goes');
    expect(heldUntil(FLORIDA, EVENING, { ...RULES, hours: { hours: [8, 20], byState: false } })).toBe(
      '2026-03-03T13:00:00.000Z',
    );
  });

  test('is not taken for somebody in another zone', () => {
    expect(heldUntil(NEW_YORK, EVENING)).toBe('goes');
    expect(heldUntil(BERLIN, EVENING)).toBe('2026-03-03T07:00:00.000Z');
  });

  test('ends at its end, to the millisecond', () => {
    expect(heldUntil(NEW_YORK, '2026-03-05T13:00:00.000Z')).toBe('goes');
    expect(heldUntil(NEW_YORK, '2026-03-06T01:59:59.999Z')).toBe('goes');
    expect(heldUntil(NEW_YORK, '2026-03-06T02:00:00.000Z')).toBe('2026-03-06T13:00:00.000Z');
    expect(heldUntil(NEW_YORK, '2026-03-06T12:59:59.999Z')).toBe('2026-03-06T13:00:00.000Z');
    expect(heldUntil(NEW_YORK, '2026-03-06T13:00:00.000Z')).toBe('goes');
  });

  test('does not hold for a clock that was put back to before it', () => {
    expect(heldUntil(NEW_YORK, '2026-03-10T15:00:00Z')).toBe('goes');
    expect(heldUntil(NEW_YORK, '2026-03-10T05:00:00Z')).toBe('2026-03-10T12:00:00.000Z');
  });
});

describe('a message for the person’s own time', () => {
  const hold = (phone: string, wall: string, at: string, launched = at, rules = RULES) => {
    const found = deferralOf(rules, personOf(phone), new Date(at), { wall, launchedAt: new Date(launched) });
    return found && [found.reason, found.until.toISOString()];
  };

  test('whose time is the very moment of the launch goes at once', () => {
    expect(hold(NEW_YORK, '2026-03-02 10:00:00', '2026-03-02T15:00:00.000Z')).toBeNull();
  });

  test('whose time passed before the launch waits for the next opening, which is the state’s', () => {
    expect(hold(NEW_YORK, '2026-03-02 10:00:00', '2026-03-02T15:00:00.001Z')).toEqual([
      'local-time',
      '2026-03-03T13:00:00.000Z',
    ]);
    // In Texas Sundays begin at noon.
    expect(
      deferralOf(
        RULES,
        { phone: '+12145550100', tags: {}, timeZone: 'America/Chicago' },
        new Date('2026-02-28T20:00:00Z'),
        { wall: '2026-02-28 10:00:00', launchedAt: new Date('2026-02-28T20:00:00Z') },
      )?.until.toISOString(),
    ).toBe('2026-03-01T18:00:00.000Z');
  });

  test('waits for the opening behind a time that lies in quiet hours', () => {
    expect(hold(NEW_YORK, '2026-03-02 22:00:00', '2026-03-02T15:00:00Z')).toEqual([
      'local-time',
      '2026-03-03T13:00:00.000Z',
    ]);
  });

  test('without quiet hours waits for that time alone, and for the usual opening where it has passed', () => {
    const free = { ...RULES, hours: { hours: null, byState: true } };
    expect(hold(FLORIDA, '2026-03-02 22:00:00', '2026-03-02T15:00:00Z', undefined, free)).toEqual([
      'local-time',
      '2026-03-03T03:00:00.000Z',
    ]);
    expect(hold(FLORIDA, '2026-03-02 09:00:00', '2026-03-02T15:00:00Z', undefined, free)).toEqual([
      'local-time',
      '2026-03-03T13:00:00.000Z',
    ]);
  });
});

test('a number outside North America is placed by the zone that was stored with its contact, one within by its own area code', () => {
  const placed = (phone: string, timeZone: string | null) =>
    zoneOfContact(RULES, { phone, tags: {}, timeZone }).zones;
  expect(placed(BERLIN, 'Atlantic/Azores')).toEqual(['Atlantic/Azores']);
  expect(placed(BERLIN, null)).toEqual(['Europe/Berlin']);
  expect(placed(NEW_YORK, 'America/Denver')).toEqual(['America/New_York']);
  expect(placed('+88299900000', null)).toEqual(['Europe/Berlin']);
});

test('tags say where somebody is before the number does, an empty one says nothing', () => {
  const rules = { ...RULES, placeTags: { 7: 'time zone', 8: 'state' } };
  const placed = (tags: Record<string, string>) =>
    zoneOfContact(rules, { phone: NEW_YORK, tags, timeZone: null });
  expect(placed({ 7: 'Europe/London', 9: 'Asia/Tokyo' }).zones).toEqual(['Europe/London']);
  const silent: Record<string, string>[] = [{ 7: '' }, { 9: 'Asia/Tokyo' }, {}];
  for (const tags of silent) expect(placed(tags).zones).toEqual(['America/New_York']);
});

test('where there are no quiet hours nothing is held, whatever the time', () => {
  for (const hour of ['05', '15'])
    expect(
      heldUntil(NEW_YORK, `2026-03-10T${hour}:00:00Z`, { ...RULES, hours: { hours: null, byState: true } }),
    ).toBe('goes');
});
