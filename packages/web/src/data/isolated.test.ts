import { expect, test } from 'vitest';
import { isolated, isolatedName, quoted } from './isolated.ts';

test('a name that reads from right to left keeps its punctuation to itself; other sentences stay as they are', () => {
  expect(isolated('“Walkers!” deleted')).toBe('“Walkers!” deleted');
  expect(isolated('“לקוחות!” joined “VIP”')).toBe('“\u2068לקוחות!\u2069” joined “\u2068VIP\u2069”');
  expect(isolated('Delete “مشتركو (2)”?')).toBe('Delete “\u2068مشتركو (2)\u2069”?');
});

test('a number after such a name keeps its order', () => {
  expect(`${isolatedName('Shop')} · (555) 200-0001`).toBe('Shop · (555) 200-0001');
  expect(`${isolatedName('מספר 2!')} · (555) 200-0001`).toBe('\u2068מספר 2!\u2069 · (555) 200-0001');
});

test('a name in quotes is isolated once, whoever shows the sentence', () => {
  expect(`${quoted('Shop')} deleted`).toBe('“Shop” deleted');
  expect(isolated(`${quoted('לקוחות!')} deleted`)).toBe('“\u2068לקוחות!\u2069” deleted');
});
