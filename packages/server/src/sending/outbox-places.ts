/**
 * How many rounds of the outbox are in work beside each other. One that waits for its carrier leaves its
 * place to the next, so that a carrier that hangs holds up nobody else; of its channel no more than a few are
 * begun.
 */

/** Rounds at a time, without those that wait for their carrier. */
const MOST_ROUNDS = 8;
/** A round that takes longer waits for its carrier. */
const SLOW_MS = 1_000;
/** A channel of which so many rounds wait gets no other before one of them ends. */
const MOST_SLOW = 8;

export type RoundPlace = {
  /** The messages of one of its channels are answered. */
  leave: (channelId: number) => void;
  /** All of it is over. */
  end: () => void;
};

export class OutboxPlaces {
  private taken = 0;
  /** How many rounds of a channel wait for its carrier. */
  private readonly waiting = new Map<number, number>();
  /** There is room where there was none. */
  private readonly onFree: () => void;

  constructor(onFree: () => void) {
    this.onFree = onFree;
  }

  isFull(): boolean {
    return this.taken >= MOST_ROUNDS;
  }

  /** Channels of which nothing more may be begun. */
  heldUp(): number[] {
    return [...this.waiting].flatMap(([id, count]) => (count >= MOST_SLOW ? [id] : []));
  }

  /** A round begins. `onLeave`: it has ended, or waits for its carrier. */
  take(channelIds: readonly number[], onLeave: () => void): RoundPlace {
    const inWork = new Set(channelIds);
    let isQuick = true;
    this.taken += 1;
    const leavePlace = () => {
      clearTimeout(timer);
      isQuick = false;
      this.taken -= 1;
      onLeave();
    };
    const timer = setTimeout(() => {
      leavePlace();
      for (const id of inWork) this.waiting.set(id, (this.waiting.get(id) ?? 0) + 1);
      this.onFree();
    }, SLOW_MS);
    return {
      leave: (channelId) => {
        if (inWork.delete(channelId) && !isQuick) this.stopWaiting(channelId);
      },
      end: () => {
        if (isQuick) leavePlace();
      },
    };
  }

  private stopWaiting(channelId: number): void {
    const count = this.waiting.get(channelId) ?? 0;
    if (count > 1) this.waiting.set(channelId, count - 1);
    else this.waiting.delete(channelId);
    if (count === MOST_SLOW) this.onFree();
  }
}
