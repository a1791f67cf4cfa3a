import { expect, test } from 'vitest';
import { type PhoneMessage, pollEvery } from './use-texting.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const message = (part: Partial<PhoneMessage>): PhoneMessage => ({
  id: 1,
  direction: 'MT',
  text: 'Hi',
  status: 'delivered',
  credits: 1,
  segments: 1,
  campaign: 0,
  at: '2026-11-21T11:59:55Z',
  ...part,
});

test('looks often while a receipt or a reply may come, else leaves it to the live connection', () => {
  expect(pollEvery([message({ status: 'sent' })], true, NOW)).toBe(1_000);
  expect(
    pollEvery([message({ direction: 'MO', status: 'received', at: '2026-11-21T11:59:59Z' })], true, NOW),
  ).toBe(1_000);
  expect(pollEvery([message({})], true, NOW)).toBe(20_000);
});

test('gives up on receipts that never come', () => {
  expect(pollEvery([message({ status: 'sent', at: '2026-11-21T11:59:00Z' })], true, NOW)).toBe(20_000);
});

test('asks by itself while the live connection is lost', () => {
  expect(pollEvery([], false, NOW)).toBe(2_000);
});
