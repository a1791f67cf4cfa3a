/** What a connection to a carrier can do. One interface for all kinds; the pump knows nothing else of them. */

export type OutgoingMessage = {
  /** Our id: the reference that receipts come back with, and the idempotency key where the carrier honours one. */
  id: number;
  accountId: number;
  channelId: number;
  /** The number as people see it. */
  from: string;
  /** E.164 */
  to: string;
  body: string;
  media: string | null;
};

export type SendResult =
  | { is: 'accepted'; carrierId: string }
  /** Certainly not sent. `retry`: worth another try later. `code`: the carrier's, verbatim. */
  | { is: 'rejected'; code: string; reason: string; retry: boolean }
  /** Certainly not sent: the carrier asks us to slow down. */
  | { is: 'throttled'; retryAfterMs: number }
  /** It may or may not have been sent: the request went out and no clear answer came back. */
  | { is: 'unknown'; reason: string };

export type Carrier = {
  kind: string;
  /** The same reference twice has the effect of once: a message in doubt may be sent again. */
  honoursKeys: boolean;
  /**
   * Hands messages over and reports each result as soon as it is known. Messages of one group go to one phone and are handed over in
   * order. `mayStart` is asked before each hand-over; after a no, the rest is left alone and not reported.
   */
  send: (
    groups: readonly (readonly OutgoingMessage[])[],
    report: (message: OutgoingMessage, result: SendResult) => void,
    mayStart: () => boolean,
  ) => Promise<void>;
  close: () => Promise<void>;
};
