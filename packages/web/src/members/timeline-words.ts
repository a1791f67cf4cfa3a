import { formatDate } from '../kit/date-text.tsx';
import type { TimelineEvent } from './use-timeline.ts';

/** What an event is called; a message by how it stands. */
export function eventName({ kind, status }: TimelineEvent): string {
  return kind === 'out' ? (MESSAGES[status] ?? 'Message sent') : (NAMES[kind] ?? kind);
}

const NAMES: Record<string, string> = {
  in: 'Message received',
  'opt-in': 'Opted in',
  'opt-out': 'Opted out',
  list: 'Added to list',
  click: 'Clicked a link',
};

const MESSAGES: Record<string, string> = {
  queued: 'Message waiting to be sent',
  held: 'Message held back',
  sending: 'Message being sent',
  sent: 'Message sent',
  delivered: 'Message delivered',
  unknown: 'Message sent, arrival unknown',
  undelivered: 'Message not delivered',
  failed: 'Message failed',
  expired: 'Message expired',
  skipped: 'Message not sent',
};

/** By what a consent came; nothing where that goes without saying. */
export function consentSource({ kind, status }: TimelineEvent): string {
  return kind === 'opt-in' || kind === 'opt-out' ? (SOURCES[status] ?? '') : '';
}

const SOURCES: Record<string, string> = {
  keyword: 'by text message',
  flow: 'in a conversation',
  'double-opt-in': 'confirmed by text message',
  import: 'with an import',
  upload: 'from an uploaded file',
  review: 'decided in the review',
  carrier: 'reported by the carrier',
  phone: 'by phone',
  mail: 'by letter',
  email: 'by e-mail',
  person: 'in person',
  web: 'on a web page',
};

const FAILED = ['undelivered', 'failed', 'expired'];

export const hasFailed = ({ kind, status }: TimelineEvent) => kind === 'out' && FAILED.includes(status);

export type Day = { day: string; events: TimelineEvent[] };

/** Newest first, under the days of the account's zone. */
export function byDay(events: TimelineEvent[], zone: string): Day[] {
  const days: Day[] = [];
  for (const event of events) {
    const day = formatDate(event.at, zone, 'date');
    const last = days.at(-1);
    if (last?.day === day) last.events.push(event);
    else days.push({ day, events: [event] });
  }
  return days;
}
