/** What the server tells the browser over the WebSocket at /session/live. */
import type { BlastState } from './blast.ts';

export const LIVE_PATH = '/session/live';

export type LiveMessage =
  | {
      type: 'inbox';
      message: {
        ID: number;
        CONTACTSTRING_VCH: string;
        RESPONSE_VCH: string;
        BATCHID: number;
        CREATED_DT: string;
      };
    }
  /** Sent at most twice a second per blast; the screen asks blast/blastProgress for the rest. */
  | {
      type: 'blast';
      blastId: number;
      campaignId: number;
      state: BlastState;
      total: number;
      queued: number;
      sent: number;
      delivered: number;
      failed: number;
    }
  | { type: 'import'; importId: number; state: string; rows: number; done: number }
  /** A simulator phone has something new. */
  | { type: 'phone'; phone: string }
  /** A colleague has answered, noted, assigned, closed or opened a conversation. */
  | { type: 'thread'; contact: number }
  /** A sender that is no phone has texted. */
  | { type: 'odd-text' }
  /** Pictures of an incoming text have come. */
  | { type: 'pictures'; inboundId: number }
  | { type: 'balance'; balance: number }
  /** Somebody has changed an automata. */
  | { type: 'automaton'; id: number }
  /** Somebody has saved settings: of a channel, or of the account (0). */
  | { type: 'settings'; channelId: number }
  /** How a connection of a channel does has changed; place 1 is the channel's own, 2 its backup. */
  | { type: 'connection'; channelId: number; place: 1 | 2 };
