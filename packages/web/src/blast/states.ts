/** The states of a blast in words, and what follows from them. */
import type { BlastState, calls, ReplyOf } from '@parley/contract';

export type Blast = ReplyOf<typeof calls.blast.progress>;

export const STATE_WORDS: Record<BlastState, { label: string; about: string }> = {
  scheduled: { label: 'Scheduled', about: 'It waits for its time.' },
  fanning: {
    label: 'Starting',
    about: 'The audience is being put in the queue.',
  },
  running: { label: 'Sending', about: 'Messages are going out.' },
  paused: {
    label: 'Paused',
    about: 'Nothing goes out until you resume it.',
  },
  done: { label: 'Done', about: 'Everybody has been dealt with.' },
  cancelled: {
    label: 'Cancelled',
    about: 'What had not gone out will not.',
  },
  failed: { label: 'Failed', about: 'It could not be started.' },
};

/** It may still send by itself. */
export const isUnderWay = ({ state }: Pick<Blast, 'state'>) =>
  state === 'scheduled' || state === 'fanning' || state === 'running';
/** It can still be paused, resumed or cancelled. */
export const isOpen = (blast: Pick<Blast, 'state'>) => isUnderWay(blast) || blast.state === 'paused';

/** Sooner than this, and people would read a moment that is over. */
const SOON_MS = 60_000;

/** When it goes on, where nothing of it goes out for a while: the sender's day is full, or everybody who is left waits for their hours. */
export const waitsUntil = ({ state, nextAt }: Pick<Blast, 'state' | 'nextAt'>): string =>
  state === 'running' && nextAt !== '' && Date.parse(nextAt) - Date.now() > SOON_MS ? nextAt : '';

/** It would send, and the carrier does not let it. */
export const standsStill = ({ state, troubleCode }: Pick<Blast, 'state' | 'troubleCode'>) =>
  state === 'running' && troubleCode !== '';

/** How many have been dealt with: handed to the carrier, or left out. Every person is in exactly one of the counts. */
export const doneOf = ({ total, queued }: Pick<Blast, 'total' | 'queued'>) => total - queued;
/** How many were handed to the carrier, whatever became of it. */
export const handedOver = ({ sent, delivered, failed, unknown }: Blast) =>
  sent + delivered + failed + unknown;
