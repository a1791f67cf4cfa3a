import { expect, test } from 'vitest';
import { isolated } from './isolated.ts';

test('a name that reads from right to left keeps its punctuation to itself; other sentences stay as they are', () => {
  expect(isolated('“Walkers!” deleted')).toBe('“Walkers!” deleted');
  expect(isolated('“לקוחות!” joined “VIP”')).toBe('“\u2068לקוחות!\u2069” joined “\u2068VIP\u2069”');
  expect(isolated('Delete “مشتركو (2)”?')).toBe('Delete “\u2068مشتركو (2)\u2069”?');
});
