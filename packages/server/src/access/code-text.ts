/** Codes in texts: how they are written, and how the texts of an account are shown without them. */
import type { RawBuilder } from 'kysely';
import { sql } from '../platform/db/database.ts';

export type CodeKind = 'sign-in' | 'confirmation' | 'password';

/** The text that brings a code. */
export const codeText = (kind: CodeKind, code: string): string =>
  `Your Parley ${kind} code is ${code}. It works for 10 minutes.`;

/**
 * What a message `m` says, for people of the account: a code is for the one it was texted to, not for colleagues who could sign in with it.
 */
export const textWithoutCode: RawBuilder<string> = sql<string>`
  case when m.origin = 'system'
    then regexp_replace(m.body, '^(Your Parley (?:sign-in|confirmation|password) code is )[0-9]+', '\\1••••••')
    else m.body end`;
