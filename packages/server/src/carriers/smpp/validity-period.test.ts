import { expect, test } from 'vitest';
import { validityField } from './validity-period.ts';

const NOW = new Date('2026-12-31T22:59:30Z');
const inMs = (ms: number) => ({
  id: 1,
  accountId: 1,
  channelId: 1,
  from: '',
  to: '',
  body: '',
  media: null,
  validUntil: new Date(NOW.getTime() + ms),
});

// SMPP 3.4, 7.1.1.1 and 7.1.1.2.
test.each([
  ['five minutes', 300_000, '000000000500000R', '261231230430000+'],
  ['an hour and a half and a second', 5_401_000, '000000013001000R', '270101002931000+'],
  ['three days', 259_200_000, '000003000000000R', '270103225930000+'],
  ['a moment that has passed', -5_000, '000000000001000R', '261231225931000+'],
])('%s', (_name, ms, relative, absolute) => {
  expect(validityField(inMs(ms), 'relative', NOW)).toEqual({ validity_period: relative });
  expect(validityField(inMs(ms), 'absolute', NOW)).toEqual({ validity_period: absolute });
  expect(validityField(inMs(ms), 'none', NOW)).toEqual({});
});
