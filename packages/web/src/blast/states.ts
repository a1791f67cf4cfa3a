/** The states of a blast in words and colours. */
import type { BlastState, calls, ReplyOf } from '@parley/contract';

export type Blast = ReplyOf<typeof calls.blast.progress>;

export const STATE_WORDS: Record<BlastState, { label: string; color: string; about: string }> = {
  scheduled: { label: 'Scheduled', color: 'blue', about: 'It waits for its time.' },
  fanning: { label: 'Starting', color: 'teal', about: 'The audience is being put in the queue.' },
  running: { label: 'Sending', color: 'teal', about: 'Messages are going out.' },
  paused: { label: 'Paused', color: 'yellow', about: 'Nothing goes out until you resume it.' },
  done: { label: 'Done', color: 'gray', about: 'Everybody has been dealt with.' },
  cancelled: { label: 'Cancelled', color: 'gray', about: 'What had not gone out will not.' },
  failed: { label: 'Failed', color: 'red', about: 'It could not be started.' },
};

/** It may still send by itself. */
export const isUnderWay = ({ state }: Pick<Blast, 'state'>) =>
  state === 'scheduled' || state === 'fanning' || state === 'running';
/** It can still be paused, resumed or cancelled. */
export const isOpen = (blast: Pick<Blast, 'state'>) => isUnderWay(blast) || blast.state === 'paused';

/** How many have been dealt with: handed to the carrier, or left out. Every person is in exactly one of the counts. */
export const doneOf = ({ total, queued }: Pick<Blast, 'total' | 'queued'>) => total - queued;
/** How many were handed to the carrier, whatever became of it. */
export const handedOver = ({ sent, delivered, failed, unknown }: Blast) =>
  sent + delivered + failed + unknown;
