/** A pretend phone's messages, and texting from it: shown at once, sent once, kept when it fails. */
import { calls, type ReplyOf } from '@parley/contract';
import { useCallback, useState } from 'react';
import { type AskError, ask } from '../data/ask.ts';
import { useLive, useLiveState } from '../data/live.ts';
import { logFailure } from '../data/log.ts';
import { useCall } from '../data/use-call.ts';

export type PhoneMessage = ReplyOf<typeof calls.simulator.phoneMessages>['messages'][number];
/**
 * A text on its way to the channel, or one that did not get there. The reference makes a second try count
 * once.
 */
export type Unsent = { reference: string; text: string; at: string; failed: boolean };

/** Statuses that still move by themselves. */
const OPEN = new Set(['queued', 'held', 'sending', 'unknown', 'sent']);
/** A receipt comes within a second or never. */
const WATCHED_MS = 20_000;
const BUSY_EVERY_MS = 1_000;
const LOST_EVERY_MS = 2_000;
const QUIET_EVERY_MS = 20_000;

/**
 * How soon to look again. Receipts are not told over the live connection, so open messages are watched for a
 * while.
 */
export function pollEvery(messages: PhoneMessage[], isLive: boolean, now: number): number {
  const isWatched = messages.some(
    ({ direction, status, at }) =>
      (direction === 'MT' && OPEN.has(status) && now - Date.parse(at) < WATCHED_MS) ||
      (direction === 'MO' && now - Date.parse(at) < 3_000),
  );
  if (isWatched) return BUSY_EVERY_MS;
  return isLive ? QUIET_EVERY_MS : LOST_EVERY_MS;
}

export function useTexting(phone: string, channel: string) {
  const isLive = useLiveState(({ state }) => state === 'live');
  const [every, setEvery] = useState(BUSY_EVERY_MS);
  const [unsent, setUnsent] = useState<Unsent[]>([]);
  const query = useCall(
    calls.simulator.phoneMessages,
    { phone, channel, since: 0 },
    { refetchInterval: every },
  );
  const messages = query.data?.messages ?? [];
  const wanted = pollEvery(messages, isLive, query.dataUpdatedAt);
  if (wanted !== every) setEvery(wanted);

  const { refetch } = query;
  useLive('phone', (message) => {
    if (message.phone === phone) void refetch();
  });

  const deliver = useCallback(
    async (text: Unsent) => {
      try {
        await ask(calls.simulator.phoneSend, { phone, channel, text: text.text, messageId: text.reference });
        await refetch();
        setUnsent((all) => all.filter(({ reference }) => reference !== text.reference));
      } catch (error) {
        logFailure('simulator/phoneSend', error);
        setUnsent((all) =>
          all.map((each) => (each.reference === text.reference ? { ...each, failed: true } : each)),
        );
      }
    },
    [phone, channel, refetch],
  );
  const send = useCallback(
    (text: string) => {
      const reference = crypto.randomUUID();
      const fresh: Unsent = { reference, text, at: new Date().toISOString(), failed: false };
      setUnsent((all) => [...all, fresh]);
      void deliver(fresh);
    },
    [deliver],
  );
  const resend = (text: Unsent) => {
    setUnsent((all) =>
      all.map((each) => (each.reference === text.reference ? { ...each, failed: false } : each)),
    );
    void deliver(text);
  };
  return {
    messages,
    error: query.error as AskError | null,
    isPending: query.isPending,
    send,
    unsent,
    resend,
  };
}
