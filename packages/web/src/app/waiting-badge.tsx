import { Badge } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { calls } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useLive } from '../data/live.ts';
import { refresh, useCall } from '../data/use-call.ts';

const FRESH_EVERY_MS = 2_000;
const STALE_AFTER_MS = 60_000;

/** How many people wait for an answer, beside the Inbox in the drawer. */
export function WaitingBadge() {
  const client = useQueryClient();
  const { data } = useCall(calls.inbox.waiting, {}, { staleTime: STALE_AFTER_MS });
  const freshen = useThrottledCallback(() => void refresh(client, calls.inbox.waiting), FRESH_EVERY_MS);
  useLive('inbox', freshen);
  useLive('thread', freshen);
  if (!data || data.count === 0) return null;
  return (
    <Badge variant="light" aria-label={`${data.count} waiting`}>
      {data.count > 99 ? '99+' : data.count}
    </Badge>
  );
}
