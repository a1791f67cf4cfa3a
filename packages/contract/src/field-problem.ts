/** What is wrong with a field of JSON that others wrote, in words that say what is expected there. */
import type { z } from 'zod';

const NOUNS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
};
const nounOf = (expected: string) => NOUNS[expected] ?? 'something else';

/**
 * For the option `error` of a schema's `safeParse`: words for what the schema has none of its own for. Where
 * the field is, whoever answers says beside it.
 */
export function fieldProblem(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This is missing.' : `This must be ${nounOf(issue.expected)}.`;
    case 'invalid_value':
      return `This must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}.`;
    case 'too_big':
      return boundOf(issue.origin, 'most', issue.maximum);
    case 'too_small':
      return boundOf(issue.origin, 'least', issue.minimum);
    case 'unrecognized_keys':
      return 'Unknown field.';
    case 'invalid_key':
      return `The name of this field can’t be used: ${clauseOf(issue.issues[0]?.message)}`;
    case 'invalid_union':
      return ofUnion(issue.input, issue.errors);
    default:
      return 'This can’t be used.';
  }
}

function boundOf(origin: string, bound: 'most' | 'least', limit: number | bigint): string {
  const words = `at ${bound} ${limit.toLocaleString('en-US')}`;
  if (origin === 'string') return `This must have ${words} ${limit === 1 ? 'character' : 'characters'}.`;
  if (origin === 'array') return `This must have ${words} ${limit === 1 ? 'entry' : 'entries'}.`;
  return `This must be ${words}.`;
}

/** A sentence about “this” as a part of another one. */
const clauseOf = (sentence = 'This is something else.') => sentence.replace(/^This /, 'it ');

/** One of several kinds of value was expected. */
function ofUnion(input: unknown, options: readonly (readonly z.core.$ZodIssue[])[]): string {
  if (input === undefined) return 'This is missing.';
  const nouns = options.flatMap(([first]) =>
    first?.code === 'invalid_type' && first.path.length === 0 ? [nounOf(first.expected)] : [],
  );
  if (nouns.length === 0 || nouns.length < options.length) return 'This can’t be used.';
  const [last = '', ...others] = nouns.toReversed();
  return `This must be ${[others.toReversed().join(', '), last].filter((part) => part !== '').join(', or ')}.`;
}
