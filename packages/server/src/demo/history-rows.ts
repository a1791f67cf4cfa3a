/** What the history wrote down, row by row, before it goes to the database. */

import type { Session } from '@parley/engine';
import { countSms } from '@parley/rules/sms.ts';
import type { NewEvent, StepVisit } from '../events/index.ts';
import type { SampleContact } from './sample-contacts.ts';

/** Somebody as the history knows them. */
export type Guest = {
  person: SampleContact;
  contactId: number;
  /** When they became a contact; null: they never did. */
  since: Date | null;
  /** When they joined each list. */
  lists: Map<number, Date>;
  stopped: Date | null;
  /** A conversation is on until then. */
  busyUntil: Date;
  /** Campaigns that a blast sent them. */
  blasted: Set<number>;
};

export type MessageRow = {
  at: Date;
  contactId: number;
  campaignId: number | null;
  blastId: number | null;
  stepId: number | null;
  origin: 'blast' | 'flow' | 'keyword' | 'system';
  status: 'delivered' | 'undelivered';
  body: string;
  credits: number;
  segments: number;
};
export type InboundRow = {
  at: Date;
  contactId: number;
  body: string;
  kind: string;
  campaignId: number | null;
};
export type DemoConsentRow = {
  at: Date;
  phone: string;
  kind: 'opt-in' | 'opt-out';
  listId: number | null;
  campaignId: number | null;
  source: string;
  words: string;
};
export type BlastRow = {
  id: number;
  campaignId: number;
  listId: number;
  at: Date;
  finished: Date;
  listCount: number;
  optedOutBefore: number;
  duplicates: number;
  total: number;
  delivered: number;
  failed: number;
  replied: number;
  optedOut: number;
  credits: number;
};
export type ClickRow = { at: Date; link: number; contactId: number; kind: 'person' | 'preview' };
export type ConversationRow = { contactId: number; session: Session; blastId: number | null; at: Date };

export type HistoryRows = {
  messages: MessageRow[];
  inbound: InboundRow[];
  consents: DemoConsentRow[];
  blasts: BlastRow[];
  clicks: ClickRow[];
  events: NewEvent[];
  visits: StepVisit[];
  /** The last one of each contact. */
  conversations: Map<number, ConversationRow>;
};

export const noHistoryRows = (): HistoryRows => ({
  messages: [],
  inbound: [],
  consents: [],
  blasts: [],
  clicks: [],
  events: [],
  visits: [],
  conversations: new Map(),
});

/** Writes a message down; answers to STOP are free, as always. */
export function noteMessage(
  book: HistoryRows,
  message: Omit<MessageRow, 'credits' | 'segments'>,
): MessageRow {
  const { credits, segments } = countSms(message.body);
  const row = { ...message, credits: message.origin === 'system' ? 0 : credits, segments };
  book.messages.push(row);
  return row;
}
