/** How far a blast is: told by the live connection, asked for when that is lost or says too little. */

import { useThrottledCallback } from '@mantine/hooks';
import { calls } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLive, useLiveState } from '../data/live.ts';
import { keyOf, refresh, useCall } from '../data/use-call.ts';
import { type Blast, doneOf, isOpen, isUnderWay } from './states.ts';

/**
 * The live connection carries the main figures; the rest is asked for at most this often after its news, and
 * now and then.
 */
const NEWS_EVERY_MS = 2_000;
const LIVE_EVERY_MS = 10_000;
const LOST_EVERY_MS = 1_500;
/** Receipts and replies go on coming after the last message went out. */
const QUIET_EVERY_MS = 15_000;
/**
 * The reasons of a large audience are counted from its rows: that is work, so they are asked for less often.
 */
const LARGE = 50_000;
const LARGE_EVERY_MS = 30_000;

export function useProgress(blast: number) {
  const client = useQueryClient();
  const isLive = useLiveState(({ state }) => state === 'live');
  const key = keyOf(calls.blast.progress, { blast });
  const known = client.getQueryData<Blast>(key);
  const busy = known !== undefined && isOpen(known);
  const every = busy ? (isLive ? LIVE_EVERY_MS : LOST_EVERY_MS) : QUIET_EVERY_MS;
  const progress = useCall(calls.blast.progress, { blast }, { refetchInterval: every });
  const isLarge = known !== undefined && known.total > LARGE;
  const reasons = useCall(
    calls.blast.reasons,
    { blast },
    { refetchInterval: isLarge ? LARGE_EVERY_MS : every },
  );

  const askSoon = useThrottledCallback(() => {
    void refresh(client, calls.blast.progress, ...(isLarge ? [] : [calls.blast.reasons]));
  }, NEWS_EVERY_MS);

  useLive('blast', (message) => {
    if (message.blastId !== blast) return;
    const { state, total, queued, sent, delivered, failed } = message;
    client.setQueryData<Blast>(
      key,
      (before) => before && { ...before, state, total, queued, sent, delivered, failed },
    );
    askSoon();
  });
  return { progress, reasons };
}

const WINDOW_MS = 10_000;

/** People dealt with in a second, over the last ten seconds; 0 while it stands still or is not known yet. */
export function useSendRate(blast: Blast | undefined): number {
  const [samples, setSamples] = useState<Sample[]>([]);
  const done = blast ? doneOf(blast) : 0;
  const moves = blast !== undefined && isUnderWay(blast);
  useEffect(() => {
    setSamples((before) => (moves ? withSample(before, { at: Date.now(), done }) : []));
  }, [done, moves]);
  return rateOf(samples);
}

export type Sample = { at: number; done: number };

export function withSample(samples: Sample[], sample: Sample): Sample[] {
  return [...samples.filter(({ at }) => sample.at - at <= WINDOW_MS), sample];
}

export function rateOf(samples: Sample[]): number {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || last.at === first.at) return 0;
  return Math.max(0, ((last.done - first.done) / (last.at - first.at)) * 1000);
}
