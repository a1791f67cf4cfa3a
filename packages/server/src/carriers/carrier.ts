/**
 * What a connection to a carrier can do. One interface for all kinds; the pump knows nothing else of them.
 */
import type { ConnectionKind } from '@parley/contract';

export type { ConnectionKind };

export type OutgoingMessage = {
  /**
   * Our id: the reference that receipts come back with, and the idempotency key where the carrier honours
   * one.
   */
  id: number;
  accountId: number;
  channelId: number;
  /** The number as people see it. */
  from: string;
  /** E.164 */
  to: string;
  body: string;
  media: string | null;
  /**
   * When the carrier shall give up, by the time to live that somebody set; absent: as long as it usually
   * tries.
   */
  validUntil?: Date;
};

/**
 * How long a carrier may try from now on, in ms; never less than a second, because some take 0 for no limit.
 * Null: no limit of ours.
 */
export const validityOf = ({ validUntil }: OutgoingMessage, now: Date): number | null =>
  validUntil ? Math.max(1_000, validUntil.getTime() - now.getTime()) : null;

export type SendResult =
  /** `carrierId`: the carrier's id of the message; null: it gives none. */
  | { is: 'accepted'; carrierId: string | null }
  /** Certainly not sent. `retry`: worth another try later. `code`: the carrier's, verbatim. */
  | { is: 'rejected'; code: string; reason: string; retry: boolean }
  /** Certainly not sent: the carrier asks us to slow down. */
  | { is: 'throttled'; retryAfterMs: number }
  /** It may or may not have been sent: the request went out and no clear answer came back. */
  | { is: 'unknown'; reason: string };

/** In the order of certainty; a message never goes back to an earlier one (message_status). */
export const RECEIPT_STATUSES = ['sent', 'expired', 'failed', 'undelivered', 'delivered'] as const;
export type ReceiptStatus = (typeof RECEIPT_STATUSES)[number];

/** What a carrier tells of a message later. */
export type Receipt = {
  /** Our id, which the carrier got as reference. */
  messageId: number;
  status: ReceiptStatus;
  carrierId: string | null;
  /** The carrier's error code, verbatim; null: none. */
  code: string | null;
};

export type InboundText = {
  channelId: number;
  /** E.164 */
  phone: string;
  text: string;
  /** The carrier's id of the message: the same one twice counts once. */
  carrierMessageId: string;
  at: Date;
  /**
   * Nothing but the secret address of this channel, to which it came, proves that a carrier sent it, or, at a
   * test phone, the word of a colleague; absent: a carrier's signature or session does. It may be written to
   * the number of another channel.
   */
  overAddressOf?: number;
  /** The web addresses of the pictures that came with it; absent: none. */
  media?: readonly string[];
};

/** A text without pictures whose carrier is known: all that SMPP brings. */
export type WordsOnly = Omit<InboundText, 'media' | 'overAddressOf'>;

export type Report = (message: OutgoingMessage, result: SendResult) => void;

/** What stands in the way of sending at all, by the carrier's own words. */
export type ProviderError = { code: string; reason: string };

export type LinkState = {
  /** `ready`: it connects when there is something to send. `bound`: an SMPP session is up. */
  state: 'ready' | 'bound' | 'connecting' | 'lost' | 'elsewhere';
  /** Requests without an answer yet, and how many may be. */
  inFlight: number;
  window: number;
  /** Since when the oldest of them waits, by `performance.now`; null: none waits. */
  oldest: number | null;
  /** Why it is not up. */
  trouble?: ProviderError;
};

export type Carrier = {
  kind: ConnectionKind;
  /** The same reference twice has the effect of once: a message in doubt may be sent again. */
  supportsIdempotencyKey: boolean;
  /**
   * Hands messages over and reports each result as soon as it is known. Messages of one group go to one phone
   * and are handed over in order. `mayStart` is asked before each hand-over; after a no, the rest is left
   * alone and not reported.
   */
  send: (
    groups: readonly (readonly OutgoingMessage[])[],
    report: Report,
    mayStart: () => boolean,
  ) => Promise<void>;
  /** Asks the carrier whether it can be reached and knows us, without sending anything; null: it does. */
  probe: () => Promise<ProviderError | null>;
  link: () => LinkState;
  close: () => Promise<void>;
};

/** Which connection of which channel a carrier serves. Place 1 is the channel's own, 2 its backup. */
export type ConnectionPlace = { accountId: number; channelId: number; place: 1 | 2 };
