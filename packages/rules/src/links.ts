/** Links inside the texts of messages, and the short ones that stand in for them. */
import { LINK_LIMITS, PREFERENCE_LIMITS } from './limits.ts';
import { MERGE_TOKEN } from './merge-token.ts';

/** Where a link stands in a text: `text.slice(start, end)`. */
export type FoundLink = { start: number; end: number };

/** A whole merge token, spaces inside and all, is part of the link that it stands in. */
const TOKENS = new RegExp(MERGE_TOKEN, 'g');
const LINK = new RegExp(String.raw`\b(?:https?:\/\/|www\.)(?:${MERGE_TOKEN}|[^\s<>"“”{}|\\^\x60])+`, 'gi');
/** The end of a sentence is no part of the link before it. */
const SENTENCE_END = /[.,;:!?'’)\]*]$/;
const NAME = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?`;
const ADDRESS = new RegExp(String.raw`^https?:\/\/${NAME}(?::\d{1,5})?(?:[/?#]|$)`, 'iu');

/**
 * The links of a text as its author wrote it: those that begin with http://, https:// or www., merge tokens
 * inside them included. A link whose server is not written out (a token stands there, or a user name) is left
 * out: a short link leads only where the author said.
 */
export function findLinks(text: string): FoundLink[] {
  const found: FoundLink[] = [];
  for (const match of text.matchAll(LINK)) {
    const link = withoutSentenceEnd(match[0]);
    if (isWebAddress(absolute(link))) found.push({ start: match.index, end: match.index + link.length });
  }
  return found;
}

function withoutSentenceEnd(link: string): string {
  let rest = link;
  while (SENTENCE_END.test(rest) && !(rest.endsWith(')') && isBalanced(rest))) rest = rest.slice(0, -1);
  return rest;
}

const isBalanced = (link: string) => link.split('(').length === link.split(')').length;

/**
 * Whether a text is an address of the web whose server is written out: no token, user name or password stands
 * before its path.
 */
export const isWebAddress = (text: string) => ADDRESS.test(text) && !/\s/.test(text.replace(TOKENS, ''));

/** A link with its scheme: `www.example.com` is https. */
export const absolute = (link: string) => (/^https?:\/\//i.test(link) ? link : `https://${link}`);

/**
 * What stands in for a link until its code is known: exactly as long as the short link, in characters that
 * count the same.
 */
export const shortLinkSample = (base: string) => shortLinkOf(base, '0'.repeat(LINK_LIMITS.codeLength));

/** The address of a code; `base` is the public address of the server, without a slash at the end. */
export const shortLinkOf = (base: string, code: string) => `${base}${LINK_LIMITS.path}${code}`;

/** The address of a contact's preference page. */
export const preferenceLinkOf = (base: string, code: string) => `${base}${PREFERENCE_LIMITS.path}${code}`;

/** What stands in for it until the contact is known, exactly as long, in characters that count the same. */
export const preferenceLinkSample = (base: string) =>
  preferenceLinkOf(base, '0'.repeat(PREFERENCE_LIMITS.codeLength));

/** The text with a sample in the place of every link: what is counted. */
export function withShortLinks(text: string, base: string): string {
  let shortened = '';
  let end = 0;
  for (const link of findLinks(text)) {
    shortened += text.slice(end, link.start) + shortLinkSample(base);
    end = link.end;
  }
  return shortened + text.slice(end);
}
