/**
 * A text cut into runs for the message box: merge tokens, characters that cost double, characters that make
 * it Unicode.
 */
import { parseTokens, renderTokens } from '@parley/engine/tokens.ts';
import { preferenceLinkSample, withShortLinks } from '@parley/rules/links.ts';
import { type CharacterKind, classifyCharacters, countSms, type SmsCount } from '@parley/rules/sms.ts';
import { wordings } from './wordings.ts';

export type Run = { text: string; kind: CharacterKind | 'token' };

export function markUp(text: string): Run[] {
  const runs: Run[] = [];
  let at = 0;
  for (const part of parseTokens(text)) {
    if (typeof part !== 'string') continue;
    const start = text.indexOf(part, at);
    if (start > at) runs.push({ text: text.slice(at, start), kind: 'token' });
    runs.push(...classifyCharacters(part).map(({ text: run, kind }) => ({ text: run, kind })));
    at = start + part.length;
  }
  if (at < text.length) runs.push({ text: text.slice(at), kind: 'token' });
  return runs;
}

export type Flagged = { double: string[]; unicode: string[] };

/** The flagged characters, each once, as people name them. */
export function flaggedCharacters(runs: readonly Run[]): Flagged {
  const of = (kind: CharacterKind) => [
    ...new Set(runs.filter((run) => run.kind === kind).flatMap(({ text }) => graphemes(text))),
  ];
  return { double: of('double').map(nameOf), unicode: of('unicode').map(nameOf) };
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const graphemes = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment);

const NAMES: Record<string, string> = {
  '\n': wordings.markUp.newLine,
  '\r': wordings.markUp.newLine,
  '\r\n': wordings.markUp.newLine,
  '\t': 'tab',
  '\f': wordings.markUp.pageBreak,
  '\u00a0': wordings.markUp.noBreakSpace,
  '\u200b': wordings.markUp.zeroWidthSpace,
};
const nameOf = (character: string) => NAMES[character] ?? character;

export type BoxCount = SmsCount & {
  /** Merge tokens stand in it: what contacts get may be longer. */ hasTokens: boolean;
};

/**
 * The cost of the text as written, tokens counted with their defaults, links as short ones where they begin
 * with `linkBase`; the link to the preference page as long as it is sent, where it begins with `pageBase`.
 */
export function countWithTokens(written: string, linkBase?: string, pageBase = ''): BoxCount {
  const text = linkBase === undefined ? written : withShortLinks(written, linkBase);
  const parts = parseTokens(text);
  const hasTokens = parts.some((part) => typeof part !== 'string' && part.kind !== 'link');
  return {
    ...countSms(
      parts.some((part) => typeof part !== 'string')
        ? renderTokens(parts, ({ kind }) => (kind === 'link' ? preferenceLinkSample(pageBase) : null))
        : text,
    ),
    hasTokens,
  };
}

/** '3 characters left in this part · 1 credit' */
export function countWords({ charsLeftInPart, credits }: SmsCount): string {
  const characters = charsLeftInPart === 1 ? 'character' : 'characters';
  return wordings.markUp.leftInThisPart(charsLeftInPart, characters, creditWords(credits));
}

export const creditWords = (credits: number) => `${credits} ${credits === 1 ? 'credit' : 'credits'}`;
