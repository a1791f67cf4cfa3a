/**
 * What the carriers of the contract test talk to: servers on real sockets that do to each number what its
 * last four digits say.
 */

/** By the last four digits of the recipient; any other number is accepted. */
export const ENDINGS = {
  refused: '9002',
  throttled: '9003',
  transient: '9004',
  hangs: '9005',
  reset: '9006',
  early: '9008',
  /** Twilio's form alone: the carrier has an opt-out of its own. */
  optedOut: '9010',
} as const;

/** One text as the peer put it together. */
export type Taken = {
  to: string;
  from: string;
  text: string;
  reference: string;
  media?: string | null;
  validity?: unknown;
};
export type PeerStatus = 'delivered' | 'undelivered';

export type Peer = {
  /** What goes into channels.connection, secrets in the clear. */
  settings: Record<string, string>;
  taken: Taken[];
  /** Sends a receipt for something it took; `reference` may be one it never gave. */
  receipt: (reference: string, status: PeerStatus) => Promise<void>;
  /** A person writes. The same `id` twice is the same text sent again. */
  text: (from: string, words: string, id: string) => Promise<void>;
  stop: () => Promise<void>;
};

export const endsWith = (to: string, ending: keyof typeof ENDINGS) => to.endsWith(ENDINGS[ending]);
