/** Codes in texts: how they are written, and how the texts of an account are shown without them. */
import { PREFERENCE_LIMITS } from '@parley/rules/limits.ts';
import type { RawBuilder } from 'kysely';
import { sql } from './db/database.ts';

export type CodeKind = 'sign-in' | 'confirmation' | 'password';

/** The text that brings a code. */
export const codeText = (kind: CodeKind, code: string): string =>
  `Your Parley ${kind} code is ${code}. It works for 10 minutes.`;

const CODE = '(Your Parley (?:sign-in|confirmation|password) code is )[0-9]+';
/** The same as carriers quote it, blanks written as addresses write them, too. */
const QUOTED = /((?:sign-in|confirmation|password)(?:\s|\+|%20)code(?:\s|\+|%20)is(?:\s|\+|%20))\d+/gi;

/** What a carrier says of a message, which may quote its text. */
export const wordsWithoutCode = (words: string): string => words.replace(QUOTED, '$1••••••');

/** The link to a person's preference page, whose end is theirs alone. */
const PREFERENCE_LINK = `(${PREFERENCE_LIMITS.path})[A-Za-z0-9_-]{${PREFERENCE_LIMITS.codeLength}}`;

/**
 * What a message `m` says, for people of the account: a code is for the one it was texted to, not for
 * colleagues who could sign in with it, or choose and agree in that person's name.
 */
export const textWithoutCode: RawBuilder<string> = sql<string>`
  case when m.origin = 'system' then ${maskedCode(sql`m.body`)}
    else regexp_replace(m.body, ${sql.lit(PREFERENCE_LINK)}, '\\1••••••', 'g') end`;

/** The same of a text of which nobody knows who wrote it. */
export function maskedCode(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`regexp_replace(${text}, ${sql.lit(CODE)}, '\\1••••••')`;
}
