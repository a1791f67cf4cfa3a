/**
 * Requests to a carrier that wait for their answer, by the number that an answer names. One that waits too
 * long counts as lost, and is still told of an answer that comes after all.
 */

export type RequestAnswer =
  | { is: 'answered'; status: number; messageId: string }
  /** It was written, and no answer came. A late one may still follow. */
  | { is: 'lost' }
  /** Nothing was written. */
  | { is: 'unsent' };

/** Told of each news of a request: an answer may come after it counted as lost. */
export type Told = (answer: RequestAnswer) => void;

export type Requests = {
  add: (sequence: number, done: Told) => void;
  answer: (sequence: number, status: number, messageId: string) => void;
  /** Those that have waited for too long are lost; late answers are waited for a while longer. */
  expire: (now: number) => void;
  /** No answer comes any more. */
  loseAll: () => void;
  inFlight: () => number;
  /** Since when the oldest one waits, by `performance.now`; null: none waits. */
  oldest: () => number | null;
};

const LATE_MS = 10 * 60_000;

/** `answerMs`: how long an answer may take. */
export function createRequests(answerMs: number): Requests {
  type Request = { at: number; done: Told };
  const waiting = new Map<number, Request>();
  const late = new Map<number, Request>();
  return {
    add: (sequence, done) => void waiting.set(sequence, { at: performance.now(), done }),
    answer(sequence, status, messageId) {
      const request = waiting.get(sequence) ?? late.get(sequence);
      if (!request) return;
      waiting.delete(sequence);
      late.delete(sequence);
      request.done({ is: 'answered', status, messageId });
    },
    expire(now) {
      for (const [sequence, request] of waiting) {
        if (now - request.at < answerMs) break;
        waiting.delete(sequence);
        late.set(sequence, request);
        request.done({ is: 'lost' });
      }
      for (const [sequence, request] of late) {
        if (now - request.at < LATE_MS) break;
        late.delete(sequence);
      }
    },
    loseAll() {
      for (const request of waiting.values()) request.done({ is: 'lost' });
      waiting.clear();
      late.clear();
    },
    inFlight: () => waiting.size,
    oldest: () => waiting.values().next().value?.at ?? null,
  };
}
