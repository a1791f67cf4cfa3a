import { randomInt } from 'node:crypto';
import type { EngineEvent, Flow, Session } from '@parley/engine';
import type { NewMessage } from '../messages/index.ts';

/** One event for one conversation. */
export type Turn = {
  channelId: number;
  contact: {
    id: number;
    phone: string;
    /** Tag values by tag id. */
    tags: Record<string, string>;
    /** IANA zone; null: the account's. */
    timeZone: string | null;
  };
  /** The flow of the session's campaign; not `finished`: its check finds errors. */
  flow: Flow & { finished?: boolean };
  /** Fresh (`startSession`) with a `started` event, else as it was stored and locked. */
  session: Session;
  event: EngineEvent;
  /** The blast that the conversation came from. */
  blastId: number | null;
  /** Of a fresh one: the start of an automata that begins it. */
  automatonStartId?: number | null;
  /** The stored conversation's turn; 0 for a fresh one. */
  turnNumber: number;
  /** It answers what the person has just texted: quiet hours do not hold its messages. */
  reply?: boolean;
  /** A long wait is over and nothing was said since: what is said now is a send (docs/long-waits.md). */
  isSend?: boolean;
  /** The person was read in this transaction, and may be answered ({@link NewMessage.checked}). */
  checked?: boolean;
};

export type TurnResult = {
  contactId: number;
  /** What is to be sent, in order. Those with origin `notify` go to other people. */
  messages: NewMessage[];
  ended: boolean;
  /** It waits for the answer of an API call. */
  calls: boolean;
  /** What was wrong with the flow's data; recorded already. */
  faults: string[];
};

const SEEDS = 1_000_000_000;

/** The dice of a fresh conversation. */
export function newSeed(): number {
  return randomInt(SEEDS);
}
