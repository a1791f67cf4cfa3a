/**
 * Merge tokens of texts, conditions and API fields: `{%Tag name%}`, `{%answer:Step%}` and `{%intent:Step%}`
 * with the step's id or description, each with an optional default after a bar: `{%First name|there%}`;
 * and `{%link:preferences%}`, the contact's own link to the preference page. A text is expanded once: what a
 * contact wrote is data and never expanded again.
 */
import { isPreferencesLink, MERGE_TOKEN } from '@parley/rules/merge-token.ts';

export type Token = {
  kind: 'tag' | 'answer' | 'intent' | 'link';
  /** Tag name, the step's id or description, or {@link PREFERENCES_LINK}'s. */
  name: string;
  /** Stands in for a missing or empty value; '' when none is given. */
  fallback: string;
};
export type TextPart = string | Token;

/** Stands for the contact's own link to the preference page: in texts that are sent, and nowhere else. */
export const PREFERENCES_LINK: Token = { kind: 'link', name: 'preferences', fallback: '' };

const TOKEN = new RegExp(MERGE_TOKEN, 'g');

/** A text as literal pieces and tokens. What is not a whole token (`{%`, `{%%}`) stays literal. */
export function parseTokens(text: string): TextPart[] {
  if (!text.includes('{%')) return text === '' ? [] : [text];
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const token = tokenOf(match[1] ?? '', match[2] ?? '');
    if (!token) continue;
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push(token);
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

function tokenOf(inside: string, fallback: string): Token | null {
  const name = inside.trim();
  if (isPreferencesLink(name)) return PREFERENCES_LINK;
  const reference = /^(answer|intent)\s*:\s*(.*)$/is.exec(name);
  if (!reference) return name === '' ? null : { kind: 'tag', name, fallback };
  const step = reference[2] ?? '';
  const kind = reference[1]?.toLowerCase() === 'answer' ? 'answer' : 'intent';
  return step === '' ? null : { kind, name: step, fallback };
}

/** The value of a token; null or '' when there is none, then its default stands in. */
export type TokenLookup = (token: Token) => string | null;

/**
 * Fills tokens in, once. `encode` makes a value safe for its surroundings (an address, JSON); the literal
 * text is left alone.
 */
export function renderTokens(
  parts: readonly TextPart[],
  lookUp: TokenLookup,
  encode: (value: string) => string = (value) => value,
): string {
  let text = '';
  for (const part of parts) text += typeof part === 'string' ? part : encode(lookUp(part) || part.fallback);
  return text;
}

/** The tokens of a text, in order. */
export function listTokens(text: string): Token[] {
  return parseTokens(text).filter((part): part is Token => typeof part !== 'string');
}

/** A token as it is written in a text, for pickers. */
export function writeToken(token: Token): string {
  const name = token.kind === 'tag' ? token.name : `${token.kind}:${token.name}`;
  return token.fallback === '' ? `{%${name}%}` : `{%${name}|${token.fallback}%}`;
}
