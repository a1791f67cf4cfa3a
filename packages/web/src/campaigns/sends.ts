/**
 * What became of each campaign's blasts, for its card: the one that is under way, else the next one, else the
 * last one.
 */

import { useThrottledCallback } from '@mantine/hooks';
import { calls, type ReplyOf } from '@parley/contract';
import { addDays } from '@parley/rules/time-zone.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLive } from '../data/live.ts';
import { useToday } from '../data/use-account.ts';
import { refresh, useCall } from '../data/use-call.ts';

export type Send = ReplyOf<typeof calls.blast.list>['blasts'][number];

/** Shown of what was sent, and of what is scheduled. */
const DAYS = { back: 31, ahead: 366 } as const;
const FRESH_EVERY_MS = 2_000;

/** The higher, the more it matters; a blast that never went out does not. */
const RANK: Partial<Record<Send['state'], number>> = {
  fanning: 3,
  running: 3,
  paused: 3,
  scheduled: 2,
  done: 1,
};

function isBetter(one: Send, other: Send | undefined): boolean {
  const [rank, against] = [RANK[one.state] ?? 0, other ? (RANK[other.state] ?? 0) : 0];
  if (rank !== against || !other) return rank > against;
  return one.state === 'scheduled' ? one.scheduledFor < other.scheduledFor : one.startedAt > other.startedAt;
}

/** The blast that a card tells of, by campaign. */
export function sendsByCampaign(blasts: readonly Send[]): ReadonlyMap<number, Send> {
  const found = new Map<number, Send>();
  for (const blast of blasts)
    if (isBetter(blast, found.get(blast.campaign))) found.set(blast.campaign, blast);
  return found;
}

/**
 * Kept fresh by the live connection; empty while it loads or when that fails, for the cards say enough
 * without it.
 */
export function useSends(): ReadonlyMap<number, Send> {
  const client = useQueryClient();
  const today = useToday();
  const { data } = useCall(calls.blast.list, {
    campaign: 0,
    start: 0,
    from: addDays(today, -DAYS.back),
    to: addDays(today, DAYS.ahead),
  });
  const freshen = useThrottledCallback(() => void refresh(client, calls.blast.list), FRESH_EVERY_MS);
  useLive('blast', freshen);
  return useMemo(() => sendsByCampaign(data?.blasts ?? []), [data]);
}
