/**
 * Keeps an SMPP connection bound: one session both ways or one each way, bound again with a growing,
 * scattered pause.
 */
import type { Pdu } from 'smpp';
import type { ProviderError } from '../carrier.ts';
import { type BindRole, openSession, type Session, type SessionMeans } from './session.ts';
import type { SmppSettings } from './smpp-settings.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A session that lasted this long was a good one: the next pause is short again. */
const GOOD_MS = 30_000;

export type Link = {
  state: () => 'bound' | 'connecting' | 'lost';
  /** Why the last session ended; null while all is well. */
  trouble: () => ProviderError | null;
  /** The session that takes messages, when it is bound. */
  transmitter: () => Session | null;
  /** Does not wait for the pause to be over. */
  retryNow: () => void;
  close: () => Promise<void>;
};

type LinkEvents = {
  delivered: (pdu: Pdu) => Promise<void>;
  /** A session was bound or lost. */
  changed: () => void;
  lost: () => void;
};

export function keepLink(settings: SmppSettings, means: SessionMeans, events: LinkEvents): Link {
  const roles: BindRole[] = settings.bind === 'pair' ? ['transmitter', 'receiver'] : ['transceiver'];
  const ends = roles.map((role) => keepEnd(settings, role, means, events));
  return {
    state() {
      if (ends.every((end) => end.session()?.isBound())) return 'bound';
      return ends.some((end) => end.trouble()) ? 'lost' : 'connecting';
    },
    trouble: () => ends.map((end) => end.trouble()).find((each) => each !== null) ?? null,
    transmitter() {
      const session = ends[0]?.session();
      return session?.isBound() ? session : null;
    },
    retryNow: () => ends.forEach((end) => void end.retryNow()),
    close: async () => void (await Promise.all(ends.map((end) => end.close()))),
  };
}

function keepEnd(settings: SmppSettings, role: BindRole, means: SessionMeans, events: LinkEvents) {
  let session: Session | null = null;
  let trouble: ProviderError | null = null;
  let failures = 0;
  let timer: NodeJS.Timeout | null = null;
  let closing = false;

  function open(): void {
    timer = null;
    const openedAt = performance.now();
    session = openSession(settings, role, means, {
      delivered: events.delivered,
      bound() {
        trouble = null;
        events.changed();
      },
      closed(why) {
        session = null;
        events.lost();
        if (closing) return;
        trouble = why;
        failures = performance.now() - openedAt > GOOD_MS ? 1 : failures + 1;
        timer = setTimeout(open, pauseAfter(failures));
        events.changed();
      },
    });
  }
  open();

  return {
    session: () => session,
    trouble: () => trouble,
    retryNow() {
      if (!timer || closing) return;
      clearTimeout(timer);
      open();
    },
    async close() {
      closing = true;
      if (timer) clearTimeout(timer);
      await session?.end();
    },
  };
}

/**
 * Half to all of 0.5 s, 1 s, 2 s … 30 s, so that a carrier that comes back is not met by everybody at once.
 */
function pauseAfter(failures: number): number {
  const full = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
  return full / 2 + (full / 2) * Math.random();
}
