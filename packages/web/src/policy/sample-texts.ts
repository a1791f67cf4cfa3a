/** What a campaign says, as samples for somebody who decides whether it may be sent. */
import type { Step } from '@parley/engine/flow.ts';
import { parseTokens, renderTokens, type Token } from '@parley/engine/tokens.ts';
import { preferenceLinkSample, withShortLinks } from '@parley/rules/links.ts';
import { wordings } from './wordings.ts';

/** Carriers take about five samples of a program. */
const SAMPLES = 5;

/**
 * The first texts that people get, each once, with plain examples in place of tokens and links as they go
 * out. `linkBase`: what short links begin with; `campaigns`: how many share the page.
 */
export function sampleTexts(steps: readonly Step[], linkBase: string, campaigns = 1): string[] {
  const texts = steps.flatMap((step) => {
    // A notification goes to the account's own people.
    if (step.type === 'notification' || !('text' in step) || step.text.trim() === '') return [];
    const isShortened = 'shortLinks' in step && step.shortLinks;
    const written = isShortened ? withShortLinks(step.text, linkBase) : step.text;
    return renderTokens(parseTokens(written), (token) => exampleOf(token, linkBase));
  });
  return [...new Set(texts)].slice(0, Math.ceil(SAMPLES / campaigns));
}

const { examples } = wordings.carrierReview;

function exampleOf({ kind, name, fallback }: Token, linkBase: string): string {
  if (kind === 'link') return preferenceLinkSample(linkBase);
  if (kind !== 'tag') return fallback || examples.answer;
  return examples.tags[name.toLowerCase()] ?? (fallback || `[${name}]`);
}
