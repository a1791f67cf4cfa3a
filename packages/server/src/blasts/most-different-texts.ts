/**
 * Choosing, of many rendered texts, the few that differ most: what could surprise is seen, not what is alike.
 */

export type Rendered = { text: string; credits: number; campaign: number };

/**
 * Up to `count` of them, each as unlike the chosen ones as any; the longest first. Equal texts are shown
 * once.
 */
export function mostDifferent<T extends Rendered>(texts: readonly T[], count: number): T[] {
  const left = [...new Map(texts.map((each) => [`${each.campaign} ${each.text}`, each])).values()];
  left.sort((one, other) => other.credits - one.credits || other.text.length - one.text.length);
  const chosen: T[] = [];
  while (chosen.length < count && left.length > 0) {
    const scores = left.map((each) => Math.min(...chosen.map((other) => difference(each, other)), 10));
    const best = scores.indexOf(Math.max(...scores));
    chosen.push(...left.splice(best, 1));
  }
  return chosen;
}

/** Another campaign weighs most, then another price, then other words. */
function difference(one: Rendered, other: Rendered): number {
  const words = wordDistance(one.text, other.text);
  return (
    (one.campaign === other.campaign ? 0 : 4) + Math.min(2, Math.abs(one.credits - other.credits)) + words
  );
}

/** 0: the same words, 1: none in common. */
function wordDistance(one: string, other: string): number {
  const a = new Set(one.toLowerCase().split(/\s+/));
  const b = new Set(other.toLowerCase().split(/\s+/));
  const common = [...a].filter((word) => b.has(word)).length;
  return 1 - common / (a.size + b.size - common);
}
