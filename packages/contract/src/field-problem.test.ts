/** What programs read of a field that is wrong: what is expected there, never how a library says it. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { operations } from './api/index.ts';
import { fieldProblem } from './field-problem.ts';

const wordsFor = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: fieldProblem }).error?.issues.map(({ message }) => message) ?? [];

test.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, 'This is missing.'],
  [z.string(), 5, 'This must be a string.'],
  [z.number(), '5', 'This must be a number.'],
  [z.int(), 1.5, 'This must be a whole number.'],
  [z.boolean(), 'yes', 'This must be true or false.'],
  [z.array(z.string()), {}, 'This must be an array.'],
  [z.strictObject({}), [], 'This must be an object.'],
  [z.record(z.string(), z.string()), null, 'This must be an object.'],
  [z.enum(['phone', 'letter']), 'fax', 'This must be one of phone, letter.'],
  [z.literal('on'), 'off', 'This must be on.'],
  [z.string().max(2_000), 'x'.repeat(2_001), 'This must have at most 2,000 characters.'],
  [z.string().max(1), 'xy', 'This must have at most 1 character.'],
  [z.array(z.string()).min(1), [], 'This must have at least 1 entry.'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'This must have at most 2 entries.'],
  [z.int().min(1), 0, 'This must be at least 1.'],
  [z.int(), 1e300, 'This must be at most 9,007,199,254,740,991.'],
  [z.strictObject({}), { surprise: 1 }, 'Unknown field.'],
  [z.union([z.string(), z.number(), z.boolean()]), [], 'This must be a string, a number, or true or false.'],
  [z.union([z.string(), z.number()]), null, 'This must be a string, or a number.'],
  [z.union([z.string(), z.number()]), undefined, 'This is missing.'],
  [
    z.record(z.string().max(3, 'This must have at most 3 characters.'), z.string()),
    { long: '' },
    'The name of this field can’t be used: it must have at most 3 characters.',
  ],
  [z.iso.date(), 'x', 'This can’t be used.'],
  [z.string('This must be a name.'), 5, 'This must be a name.'],
])('%#: %o is answered %o', (schema, value, words) => {
  expect(wordsFor(schema, value)).toEqual([words]);
});

const LIBRARY = /invalid|expected|, received |too (?:small|big)|unrecognized/i;
const ODD = [
  undefined,
  null,
  5,
  -1,
  1e300,
  1.5,
  '',
  'x',
  'x'.repeat(100_000),
  true,
  [],
  [[]],
  [null],
  {},
  { x: null },
];

/** The value with each of its parts, one at a time, in the place of something odd. */
function* spoilt(value: unknown): Generator<unknown> {
  yield* ODD;
  if (value === null || typeof value !== 'object') return;
  for (const [key, part] of Object.entries(value))
    for (const odd of spoilt(part))
      yield Array.isArray(value) ? value.with(Number(key), odd) : { ...value, [key]: odd };
}

const withBody = Object.entries(operations).flatMap(([id, { body, example }]) =>
  body ? [{ id, body: body as z.ZodType, example: (example as { body?: unknown }).body }] : [],
);

test.each(withBody)('$id tells what is expected, whatever of its body is odd', ({ body, example }) => {
  const told = new Set<string>();
  for (const odd of spoilt(example)) for (const words of wordsFor(body, odd)) told.add(words);
  expect(told.size).toBeGreaterThan(0);
  expect([...told].filter((words) => LIBRARY.test(words) || !/^[A-Z].*\.$/.test(words))).toEqual([]);
});
