/** How much is without an answer: a few requests that hang must not hold up what follows them. */

/** What follows may begin when no more than this of what went before is unanswered. */
export const IN_FLIGHT_WINDOW = 64;
/**
 * Of a blast's messages so many may be without an answer for long: of the batches before, and of the one that
 * goes out.
 */
export const MOST_HANGING = 2 * IN_FLIGHT_WINDOW;

export type Handed = { left: number };

export function createInFlightWindow() {
  const open = new Set<Handed>();
  let wake = () => {};

  function settle(handed: Handed, messages: number): void {
    handed.left -= messages;
    if (handed.left <= 0) open.delete(handed);
    wake();
  }

  const count = (except?: Handed) =>
    [...open].reduce((sum, handed) => (handed === except ? sum : sum + handed.left), 0);

  return {
    /** So many messages are handed over now. */
    begin(messages: number): Handed {
      const handed = { left: messages };
      open.add(handed);
      return handed;
    },
    /** So many of them are answered, or will not be handed over after all. */
    settle,
    /** None of them is waited for any more. */
    end: (handed: Handed) => settle(handed, handed.left),
    /**
     * Resolves when few are unanswered (`most` of them), not counting those of `except`. One waits at a time.
     */
    async untilFew(except?: Handed, most = IN_FLIGHT_WINDOW): Promise<void> {
      while (count(except) > most)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    },
  };
}
