/** The one source of time. Tests pass a clock they can move. */
export type Clock = { now: () => Date };

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until it is moved. */
export function manualClock(
  start: Date | string,
): Clock & { set: (to: Date | string) => void; advance: (ms: number) => void } {
  let at = new Date(start);
  return {
    now: () => new Date(at),
    set: (to) => {
      at = new Date(to);
    },
    advance: (ms) => {
      at = new Date(at.getTime() + ms);
    },
  };
}
