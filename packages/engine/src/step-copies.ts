/** What steps point at, and steps made to point elsewhere. Pure. */
import type { Step } from './flow.ts';
import { redirectStep, stepReferences } from './steps/index.ts';
import { parseTokens, type Token, writeToken } from './tokens.ts';

export type References = { lists: number[]; campaigns: number[] };

/** The lists and campaigns that steps name; each once. */
export function referencesOf(steps: readonly Step[]): References {
  const named = steps.map(stepReferences);
  return {
    lists: distinct(named.flatMap(({ lists }) => lists)),
    campaigns: distinct(named.flatMap(({ campaigns }) => campaigns)),
  };
}

const distinct = (ids: number[]) => [...new Set(ids)];

/**
 * The same steps under new ids: jumps (BOFNQ, AVALNEXT, BOTNQ, LDIR), and answer and intent tokens that name
 * a step by its id, follow. A jump to a step that is not among them stays as it is, and the flow check
 * reports it, or leads by the `default`.
 */
export function remapSteps(
  steps: readonly Step[],
  ids: ReadonlyMap<number, number>,
  others: 'stay' | 'default' = 'stay',
): Step[] {
  const to = (id: number) => ids.get(id) ?? (others === 'stay' ? id : 0);
  return steps.map((step) => {
    const { extra, ...own } = step;
    const texts = mapTexts(own, (text) => remapTokens(text, ids)) as typeof own;
    return redirectStep({ ...texts, extra, id: to(step.id) } as Step, to);
  });
}

function remapTokens(text: string, ids: ReadonlyMap<number, number>): string {
  const isMoved = (token: Token) =>
    token.kind !== 'tag' && token.kind !== 'link' && ids.has(Number(token.name));
  const parts = parseTokens(text);
  if (!parts.some((part) => typeof part !== 'string' && isMoved(part))) return text;
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      return writeToken(isMoved(part) ? { ...part, name: String(ids.get(Number(part.name))) } : part);
    })
    .join('');
}

/** Every text inside a plain value, changed; the rest as it is. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]));
}
