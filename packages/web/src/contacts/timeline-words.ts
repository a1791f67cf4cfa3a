import { common } from '../kit/wordings.ts';
import type { TimelineEvent } from './use-timeline.ts';
import { wordings } from './wordings.ts';

/** What an event is called; a message by how it stands. */
export function eventName({ kind, status }: TimelineEvent): string {
  if (kind === 'choice') return CHOICES[status] ?? status;
  return kind === 'out' ? (MESSAGES[status] ?? wordings.timelineWords.messageSent) : (NAMES[kind] ?? kind);
}

const NAMES: Record<string, string> = {
  in: wordings.timelineWords.messageReceived,
  'opt-in': wordings.timelineWords.optedIn,
  'opt-out': common.optedOut,
  list: wordings.timelineWords.addedToList,
  click: wordings.timelineWords.clickedALink,
  custom: wordings.timelineWords.customEvent,
};

const CHOICES: Record<string, string> = {
  lists: wordings.timelineWords.choseLists,
  pause: wordings.timelineWords.pausedTexts,
  resume: wordings.timelineWords.endedTheirPause,
  ended: wordings.timelineWords.pauseWasEnded,
};

const MESSAGES: Record<string, string> = {
  queued: wordings.timelineWords.messageWaitingToBeSent,
  held: wordings.timelineWords.messageHeldBack,
  sending: wordings.timelineWords.messageBeingSent,
  sent: wordings.timelineWords.messageSent,
  delivered: wordings.timelineWords.messageDelivered,
  unknown: wordings.timelineWords.messageSentUnconfirmed,
  undelivered: wordings.timelineWords.messageNotDelivered,
  failed: wordings.timelineWords.messageFailed,
  expired: wordings.timelineWords.messageExpired,
  skipped: wordings.timelineWords.messageNotSent,
};

/** By what a consent came; nothing where that goes without saying. */
export function consentSource({ kind, status }: TimelineEvent): string {
  return kind === 'opt-in' || kind === 'opt-out' ? (SOURCES[status] ?? '') : '';
}

const SOURCES: Record<string, string> = {
  keyword: wordings.timelineWords.byTextMessage,
  flow: 'in a conversation',
  'double-opt-in': wordings.timelineWords.confirmedByTextMessage,
  preferences: wordings.timelineWords.onTheirPreferencePage,
  'sign-up': wordings.timelineWords.onASignUpPage,
  import: wordings.timelineWords.withAnImport,
  upload: wordings.timelineWords.fromAnUploadedFile,
  review: wordings.timelineWords.decidedInTheReview,
  carrier: wordings.timelineWords.reportedByTheCarrier,
  phone: wordings.timelineWords.byPhone,
  mail: wordings.timelineWords.byLetter,
  email: 'by e-mail',
  person: wordings.timelineWords.inPerson,
  web: wordings.timelineWords.onAWebPage,
};

const FAILED = ['undelivered', 'failed', 'expired'];

export const hasFailed = ({ kind, status }: TimelineEvent) => kind === 'out' && FAILED.includes(status);
