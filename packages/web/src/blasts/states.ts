/** The states of a blast in words, and what follows from them. */
import type { BlastState, calls, ReplyOf } from '@parley/contract';
import { common } from '../kit/wordings.ts';
import { wordings } from './wordings.ts';

export type Blast = ReplyOf<typeof calls.blast.progress>;

export const STATE_WORDS: Record<BlastState, { label: string; about: string }> = {
  scheduled: { label: wordings.states.scheduled, about: wordings.states.waitingForItsStartTime },
  fanning: {
    label: wordings.states.starting,
    about: wordings.states.buildingTheAudience,
  },
  running: { label: common.sending, about: wordings.states.messagesAreGoingOut },
  paused: {
    label: wordings.states.paused,
    about: wordings.states.nothingGoesOutUntil,
  },
  done: { label: common.done, about: wordings.states.everyonesBeenHandled },
  cancelled: {
    label: wordings.states.cancelled,
    about: wordings.states.anythingNotSentYetWont,
  },
  failed: { label: common.failed, about: wordings.states.itCouldntBeStarted },
};

/** It may still send by itself. */
export const isUnderWay = ({ state }: Pick<Blast, 'state'>) =>
  state === 'scheduled' || state === 'fanning' || state === 'running';
/** It can still be paused, resumed or cancelled. */
export const isOpen = (blast: Pick<Blast, 'state'>) => isUnderWay(blast) || blast.state === 'paused';

/** Sooner than this, and people would read a moment that is over. */
const SOON_MS = 60_000;

/**
 * When it goes on, where nothing of it goes out for a while: the sender's day is full, or everybody who is
 * left waits for their hours.
 */
export const waitsUntil = ({ state, nextAt }: Pick<Blast, 'state' | 'nextAt'>): string =>
  state === 'running' && nextAt !== '' && Date.parse(nextAt) - Date.now() > SOON_MS ? nextAt : '';

/** It would send, and the carrier does not let it. */
export const standsStill = ({ state, troubleCode }: Pick<Blast, 'state' | 'troubleCode'>) =>
  state === 'running' && troubleCode !== '';

/**
 * How many have been dealt with: handed to the carrier, or left out. Every person is in exactly one of the
 * counts.
 */
export const doneOf = ({ total, queued }: Pick<Blast, 'total' | 'queued'>) => total - queued;
/** How many were handed to the carrier, whatever became of it. */
export const handedOver = ({ sent, delivered, failed, unknown }: Blast) =>
  sent + delivered + failed + unknown;
