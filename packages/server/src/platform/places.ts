/**
 * Places for work that goes on beside other work. What takes long waits for somebody outside: it leaves its
 * place, so that peers that hang hold up nobody else. How much may wait for each of them the owner decides.
 */
const SLOW_MS = 1_000;

type Leaving = {
  /** It has ended, or waits. */
  onLeave?: () => void;
  /** It waits. */
  onWait?: () => void;
};

export type Place = {
  /** It has ended. */
  leave: () => void;
  /** Somebody answered: how long it waits counts from now. */
  answered: () => void;
};

export class Places {
  private readonly most: number;
  /** A place is free that was not, because something waits. */
  private readonly onFree: () => void;
  private taken = 0;

  constructor(most: number, onFree: () => void) {
    this.most = most;
    this.onFree = onFree;
  }

  free(): number {
    return Math.max(0, this.most - this.taken);
  }

  take({ onLeave, onWait }: Leaving = {}): Place {
    let isThere = true;
    this.taken += 1;
    const leave = () => {
      if (!isThere) return;
      isThere = false;
      clearTimeout(timer);
      this.taken -= 1;
      onLeave?.();
    };
    const timer = setTimeout(() => {
      leave();
      onWait?.();
      this.onFree();
    }, SLOW_MS);
    return {
      leave,
      answered: () => {
        if (isThere) timer.refresh();
      },
    };
  }
}
