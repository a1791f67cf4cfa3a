/**
 * What the schemas of REST v1 are made of. Each is said once, in Zod: the server checks by it, handlers get
 * their types from it, and the OpenAPI document is written from it.
 */
import { isBlank } from '@parley/rules/blank.ts';
import { API_LIMITS } from '@parley/rules/limits.ts';
import { toE164 } from '@parley/rules/phone.ts';
import { isDay, LAST_DAY } from '@parley/rules/time-zone.ts';
import { z } from 'zod';

const LAST_YEAR = Number(LAST_DAY.slice(0, 4));

/** What ids begin with; the number of the thing in the account follows. */
const ID_PREFIXES = {
  contact: 'con',
  list: 'lst',
  tag: 'tag',
  campaign: 'cmp',
  segment: 'seg',
  channel: 'chn',
  blast: 'bls',
  automation: 'aut',
  message: 'msg',
  step: 'stp',
  link: 'lnk',
  webhook: 'whk',
  delivery: 'dlv',
} as const;
export type IdKind = keyof typeof ID_PREFIXES;

export const idPattern = (kind: IdKind) => new RegExp(`^${ID_PREFIXES[kind]}_[1-9][0-9]{0,14}$`);

export const writeId = (kind: IdKind, id: number): string => `${ID_PREFIXES[kind]}_${id}`;
/** Null for what is no id of that kind. */
export const readId = (kind: IdKind, text: string): number | null =>
  idPattern(kind).test(text) ? Number(text.slice(ID_PREFIXES[kind].length + 1)) : null;

/** An id in an answer. */
export const idText = (kind: IdKind) =>
  z
    .string()
    .regex(idPattern(kind))
    .meta({ description: `The id of ${nounOf(kind)}.` });
export const nounOf = (kind: IdKind) => `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`;
/** An id in a request: read as a number. */
export const idGiven = (kind: IdKind) =>
  z
    .string()
    .regex(idPattern(kind), `This must be the id of ${nounOf(kind)}, such as ${writeId(kind, 1042)}.`)
    .transform((text) => Number(text.slice(ID_PREFIXES[kind].length + 1)));

// In a form that every dialect of regular expressions reads.
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is the one that PostgreSQL cannot store.
const NO_NUL = /^[^\x00]*$/;

const HAS_NUL = 'This must not contain the NUL character.';
const NOT_TEXT = 'This is not valid text.';
/** Why a text cannot be stored; null: it can. */
const storingProblem = (text: string): string | null =>
  text.includes('\0') ? HAS_NUL : text.isWellFormed() ? null : NOT_TEXT;

/** Where in JSON that its rules have read a text stands that cannot be stored, and why. */
export function unstorableTexts(given: unknown, path: string[] = []): { path: string[]; detail: string }[] {
  const detail = typeof given === 'string' ? storingProblem(given) : null;
  if (detail !== null) return [{ path, detail }];
  if (given === null || typeof given !== 'object') return [];
  return Object.entries(given).flatMap(([key, part]) => unstorableTexts(part, [...path, key]));
}

/** Text that can be stored: no NUL, no half of a surrogate pair. Counted in UTF-16 units, as everywhere. */
const storable = (max: number) =>
  z
    .string()
    .max(max, `This must have at most ${max} characters.`)
    // In the document, where functions cannot stand, too.
    .regex(NO_NUL, HAS_NUL)
    .refine((text) => text.isWellFormed() && text.length <= max, NOT_TEXT);

export const anyText = (max: number) => storable(max);
const NOT_BLANK = 'This must not be blank.';
/** Text that says something. */
export const wordsGiven = (max: number) =>
  storable(max)
    // White space is told of by the pattern, which stands in the document; other blanks by the second rule.
    .regex(/\S/, NOT_BLANK)
    .refine((text) => !/\S/.test(text) || !isBlank(text), NOT_BLANK);
/** A name of a thing: outer blanks do not count, and something is left. */
export const nameGiven = (max: number) => wordsGiven(max).transform((text) => text.trim());

/** An instant in an answer. */
export const instant = z.iso.datetime().meta({ description: 'RFC 3339, in UTC.' });
/** An instant in a request, in any zone. */
export const instantGiven = z.iso
  .datetime({ offset: true, error: 'This must be a moment such as 2026-03-02T15:00:00Z.' })
  .transform((text, context) => {
    const at = new Date(text);
    // The calendar knows the day, and PostgreSQL the year.
    const year = at.getUTCFullYear();
    if (year >= 1 && year <= LAST_YEAR) return at;
    const message =
      year > LAST_YEAR ? `This is too late: the last day is ${LAST_DAY}.` : 'There is no such moment.';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** A number in an answer. */
export const phoneText = z.string().meta({ description: 'E.164.', examples: ['+12125550100'] });
/** A number as people write it; without a country code it is one of the United States. */
export const phoneGiven = storable(40).transform((text, context) => {
  const phone = toE164(text);
  if (phone !== null) return phone;
  context.addIssue({ code: 'custom', message: 'This must be a phone number.' });
  return z.NEVER;
});

/** A day of the account's calendar. */
export const dayText = z.iso.date().meta({ description: 'A day in the time zone of the account.' });
/** In a request: one that the calendar knows. */
export const dayGiven = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/, 'This must be a day such as 2026-03-02.')
  .refine(isDay, 'There is no such day.')
  .meta({ format: 'date' });

/** How many there are. */
export const countOf = z.int().nonnegative();

/** A word of a query that says yes or no. */
export const yesOrNo = z.enum(['true', 'false']).transform((word) => word === 'true');

/** The parameters of every list. */
export const pageQuery = {
  limit: z
    .string()
    .regex(/^[1-9][0-9]{0,2}$/, `This must be a number from 1 to ${API_LIMITS.page}.`)
    .transform(Number)
    .refine((count) => count <= API_LIMITS.page, `This must be a number from 1 to ${API_LIMITS.page}.`)
    .default(API_LIMITS.usualPage)
    .meta({
      description: `How many rows a page has, up to ${API_LIMITS.page}; ${API_LIMITS.usualPage} unless told.`,
      // In a query everything is text.
      documented: { type: 'integer', minimum: 1, maximum: API_LIMITS.page, default: API_LIMITS.usualPage },
    }),
  cursor: z
    .string()
    .regex(/^[\w-]{1,200}$/, 'This must be the next_cursor of an earlier answer.')
    .optional()
    .meta({ description: 'The `next_cursor` of the page before; without it the first page comes.' }),
};

/** A page of a list. */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.strictObject({
    data: z.array(row),
    next_cursor: z
      .string()
      .nullable()
      .meta({ description: 'To be given as `cursor` for the next page; null: this is the last one.' }),
  });

/** What went wrong, as RFC 9457 has it. */
export const Problem = z
  .strictObject({
    type: z.string().meta({ description: 'Where this kind of problem is explained.' }),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string().meta({ description: 'What to do about it, in words for a person.' }),
    errors: z
      .array(
        z.strictObject({
          pointer: z
            .string()
            .optional()
            .meta({ description: 'Where in the body: a JSON Pointer as a URI fragment.' }),
          parameter: z.string().optional().meta({ description: 'Which parameter or header.' }),
          detail: z.string(),
        }),
      )
      .optional(),
    used_by: z
      .array(
        z.strictObject({
          kind: z.enum(['segment', 'automation', 'blast']),
          id: z.string(),
          name: z.string().meta({ description: 'Of a blast, the name of its campaign.' }),
        }),
      )
      .optional()
      .meta({ description: 'Of what is not deleted: what uses it.' }),
  })
  .meta({ id: 'Problem', description: 'What went wrong (RFC 9457).' });
export type Problem = z.infer<typeof Problem>;
/** Where a kind of problem is explained. */
export const problemType = (status: number) => `/docs#problem-${status}`;
