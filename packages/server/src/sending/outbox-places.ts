/**
 * How many rounds of the outbox are in work beside each other. One that waits for its carrier leaves its
 * place to the next; of its channel no more than a few are begun.
 */
import { Places } from '../platform/places.ts';

/** Rounds at a time, without those that wait for their carrier. */
const MOST_ROUNDS = 8;
/** A channel of which so many rounds wait gets no other before one of them ends. */
const MOST_WAITING = 8;

export type RoundPlace = {
  /** The messages of one of its channels are answered. */
  leave: (channelId: number) => void;
  /** All of it is over. */
  end: () => void;
};

export class OutboxPlaces {
  private readonly places: Places;
  /** How many rounds of a channel wait for its carrier. */
  private readonly waiting = new Map<number, number>();
  /** There is room where there was none. */
  private readonly onFree: () => void;

  constructor(onFree: () => void) {
    this.onFree = onFree;
    this.places = new Places(MOST_ROUNDS, onFree);
  }

  isFull(): boolean {
    return this.places.free() === 0;
  }

  /** Channels of which nothing more may be begun. */
  heldUp(): number[] {
    return [...this.waiting].flatMap(([id, count]) => (count >= MOST_WAITING ? [id] : []));
  }

  /** A round begins. `onLeave`: it has ended, or waits for its carrier. */
  take(channelIds: readonly number[], onLeave: () => void): RoundPlace {
    const inWork = new Set(channelIds);
    let isWaiting = false;
    const onWait = () => {
      isWaiting = true;
      for (const id of inWork) this.waiting.set(id, (this.waiting.get(id) ?? 0) + 1);
    };
    return {
      end: this.places.take({ onLeave, onWait }).leave,
      leave: (channelId) => {
        if (inWork.delete(channelId) && isWaiting) this.stopWaiting(channelId);
      },
    };
  }

  private stopWaiting(channelId: number): void {
    const count = this.waiting.get(channelId) ?? 0;
    if (count > 1) this.waiting.set(channelId, count - 1);
    else this.waiting.delete(channelId);
    if (count === MOST_WAITING) this.onFree();
  }
}
