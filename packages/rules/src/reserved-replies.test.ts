import { expect, it } from 'vitest';
import { reservedReply } from './reserved-replies.ts';

const account = (replies: object) => ({ name: 'Café Nord', contactInfo: 'Call 555-0100.', replies });

it('a text of one’s own that names the sender stays as it is; before another one the name is put', () => {
  const named = 'You left CAFÉ NORD. Text START to come back.';
  expect(reservedReply('stop', account({ 'stop.en': named }))).toBe(named);
  expect(reservedReply('stop', account({ 'stop.en': 'Gone. Text START to come back.' }))).toBe(
    'Café Nord: Gone. Text START to come back.',
  );
  expect(reservedReply('help', account({}))).toMatch(/^Café Nord: .*555-0100/);
});

it('a language without a text of its own has the English one', () => {
  const replies = { 'stop.en': 'Gone. START.', 'stop.es': 'Adiós. START.' };
  const languages = ['en', 'es'] as const;
  expect(languages.map((language) => reservedReply('stop', account(replies), language))).toEqual([
    'Café Nord: Gone. START.',
    'Café Nord: Adiós. START.',
  ]);
  expect(reservedReply('stop', account({ 'stop.en': 'Gone. START.' }), 'es')).toBe('Café Nord: Gone. START.');
});
