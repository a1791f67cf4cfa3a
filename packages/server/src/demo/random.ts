/** Chance that falls the same way every time: the same seed, the same world. */
export type Dice = {
  /** True in this share of cases (0 to 1). */
  chance: (share: number) => boolean;
  pick: <T>(from: readonly T[]) => T;
  /** A whole number from `least` to `most`. */
  between: (least: number, most: number) => number;
};

export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  /** mulberry32: 0 to 1. */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    chance: (share) => next() < share,
    between,
    pick(from) {
      const found = from[between(0, from.length - 1)];
      if (found === undefined) throw new Error('There is nothing to pick from.');
      return found;
    },
  };
}
