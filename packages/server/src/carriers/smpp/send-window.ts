/**
 * How many messages may be on their way without an answer, and those who wait for room among them or for the
 * bind. After a session was lost, one message at a time tries the carrier, until it has answered one.
 */
export type SendWindow = {
  isFull: () => boolean;
  /** Resolves when there is room. */
  room: () => Promise<void>;
  /** Resolves at the next change of the window or of the bind. */
  change: () => Promise<void>;
  /** Something has changed: those who wait look again. */
  wake: () => void;
  /** The carrier has answered a message. */
  proved: () => void;
  sessionLost: () => void;
};

export function createWindow(size: number, inFlight: () => number): SendWindow {
  let isProven = true;
  let waiting: (() => void)[] = [];

  const isFull = () => inFlight() >= (isProven ? size : 1);
  const change = () => new Promise<void>((resolve) => waiting.push(resolve));

  return {
    isFull,
    change,
    async room() {
      while (isFull()) await change();
    },
    wake() {
      const woken = waiting;
      waiting = [];
      for (const each of woken) each();
    },
    proved() {
      isProven = true;
    },
    sessionLost() {
      isProven = false;
    },
  };
}
