/** What the server tells the browser over the WebSocket at /session/live. */
import type { BlastState } from './blasts.ts';
import { decodeFields, encodeFields, type ValuesOf, wire } from './kernel/call.ts';
import { int, raw } from './kernel/codec.ts';

export const LIVE_PATH = '/session/live';

/** A text that came in; `campaign` 0: it belongs to none. */
const inboxText = {
  id: wire('ID', int()),
  phone: wire('CONTACTSTRING_VCH', raw<string>('text')),
  text: wire('RESPONSE_VCH', raw<string>('text')),
  campaign: wire('BATCHID', int()),
  at: wire('CREATED_DT', raw<string>('ISO instant')),
};

/** What a page tells of itself over the live connection. Nothing of it is stored. */
export type Whereabouts = { campaign: number; isTemplate: boolean; step: number; asks: boolean };

/** What screens hear of when somebody else changes it. */
export type Thing =
  | 'campaign'
  | 'template'
  | 'list'
  | 'tag'
  | 'channel'
  | 'contact'
  | 'segment'
  | 'automaton'
  | 'report'
  | 'approval'
  | 'credential'
  | 'api-key';

export type LiveMessage =
  | {
      type: 'inbox';
      message: ValuesOf<typeof inboxText>;
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
  /** A colleague has answered, noted, assigned, closed or opened a conversation; `note`: one now deleted. */
  | { type: 'thread'; contact: number; note?: number }
  /** A sender that is no phone has texted. */
  | { type: 'odd-text' }
  /** Pictures of an incoming text have come. */
  | { type: 'pictures'; inboundId: number }
  | { type: 'balance'; balance: number }
  /** Somebody has changed an automata. */
  | { type: 'automaton'; id: number }
  /** Somebody has saved settings: of a channel, or of the account (0). */
  | { type: 'settings'; channelId: number }
  /**
   * A page of `user` (told from their others by `who`) has a campaign open in an editor, at a step (0: at
   * none); campaign 0: not any more. `asks`: others there are to say where they are.
   */
  | ({ type: 'presence'; who: string; user: number } & Whereabouts)
  /**
   * `user` has changed a draft by an open `page` ('': by none): one step, or several (0), or has published
   * it. What it was is read anew.
   */
  | { type: 'flow'; campaign: number; isTemplate: boolean; step: number; user: number; page: string }
  /** A thing was renamed, deleted, restored or saved by an open `page` ('': by none). */
  | { type: 'thing'; kind: Thing; id: number; page: string }
  /** How a connection of a channel does has changed; place 1 is the channel's own, 2 its backup. */
  | { type: 'connection'; channelId: number; place: 1 | 2 };

/** A live message as the text that goes out. */
export function encodeLive(message: LiveMessage): string {
  if (message.type !== 'inbox') return JSON.stringify(message);
  return JSON.stringify({ ...message, message: encodeFields(inboxText, message.message) });
}

/** Throws a SyntaxError or a FieldError for what is no live message. */
export function decodeLive(text: string): LiveMessage {
  const given = JSON.parse(text);
  return given.type === 'inbox' ? { ...given, message: decodeFields(inboxText, given.message) } : given;
}

/** What a page told of itself; null for anything else, from whomever. */
export function decodeWhereabouts(text: string): Whereabouts | null {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return null;
  }
  const { campaign, isTemplate, step, asks } = (given ?? {}) as Record<string, unknown>;
  const isWhole =
    isId(campaign) && isId(step) && typeof isTemplate === 'boolean' && typeof asks === 'boolean';
  return isWhole ? { campaign, isTemplate, step, asks } : null;
}

const isId = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LARGEST_ID;
/** As far as a number of JavaScript counts one by one. */
const LARGEST_ID = Number.MAX_SAFE_INTEGER;
