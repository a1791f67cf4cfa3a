/**
 * Makes the API calls that flows ask for: many at once and a few at one service, so that one that hangs holds
 * up nobody else.
 */

import { mayBeMadeAgain, pauseBeforeRetry } from '@parley/engine';
import { transact } from '../platform/db/database.ts';
import { isUnavailable, whenAvailable } from '../platform/db/outage.ts';
import { Places } from '../platform/places.ts';
import type { Services } from '../platform/services.ts';
import type { ApiCaller, ApiResult } from './api-call.ts';
import {
  type ApiCall,
  claimApiCalls,
  dropApiCall,
  dropCallLeases,
  leaveCall,
  retryCall,
} from './claim-due-work.ts';
import { resumeConversations } from './resume-conversation.ts';
import { tracedCall } from './trace-calls.ts';

/** Without those that a service has not answered for a while. */
const CALLS_AT_ONCE = 128;
const MOST_OPEN = 1_024;
/** Of one account at one service. */
const CALLS_AT_A_SERVICE = 32;
/** What is in work when the server is told to stop has so long to be answered. */
const STOP_MS = 3_000;

export type CallPump = {
  /**
   * Begins calls that are due, as many as there is room for. True: some were begun, and there may be more.
   */
  begin: () => Promise<boolean>;
  /** Resolves when none is in work. */
  settled: () => Promise<void>;
  /** Begins no more, and leaves those that go on hanging to the process that is started next. */
  stop: () => Promise<void>;
};

/** `worker` names this process among those on the database. */
export function createCallPump(services: Services, worker: string, callApi: ApiCaller): CallPump {
  const { db, clock, log, signals } = services;
  const inWork = new Map<ApiCall, Promise<void>>();
  const places = new Places(CALLS_AT_ONCE, () => signals.wake('apiCalls'));
  const leaving = new AbortController();
  let stopping = false;

  async function perform(call: ApiCall): Promise<void> {
    const { request, again, accountId } = call;
    const place = places.take();
    const traced = tracedCall(services, call);
    try {
      // One that may have been made before is made again only when that is harmless.
      const result =
        again && !mayBeMadeAgain(request)
          ? { ok: false, text: 'The server stopped during the call; it was not made a second time.' }
          : await callApi(traced ? { ...request, traceparent: traced.traceparent } : request, leaving.signal);
      traced?.answered(result);
      if (leaving.signal.aborted && !result.ok) return await leaveCall(db, call);
      const pause = result.ok ? null : pauseBeforeRetry(request, result.failed);
      if (pause !== null)
        return await whenAvailable(
          () => retryCall(db, worker, call, new Date(clock.now().getTime() + pause * 1000)),
          () => stopping,
        );
      // The answer is here already: it waits for the database.
      await whenAvailable(
        () =>
          traced
            ? traced.within(() => takeAnswer(services, call, result))
            : takeAnswer(services, call, result),
        () => stopping,
      );
    } catch (error) {
      log.error({ err: error, accountId }, 'the answer of an API call could not be taken in');
    } finally {
      traced?.over();
      place.leave();
      inWork.delete(call);
      signals.wake('outbox');
      signals.wake('apiCalls');
    }
  }

  async function settled(): Promise<void> {
    while (inWork.size > 0) await Promise.all(inWork.values());
  }

  return {
    settled,
    async begin() {
      const room = Math.min(places.free(), MOST_OPEN - inWork.size);
      if (room === 0 || stopping) return false;
      const busy = [...inWork.keys()];
      const now = clock.now();
      try {
        const calls = await claimApiCalls(db, worker, now, { room, each: CALLS_AT_A_SERVICE, busy });
        for (const call of calls) inWork.set(call, perform(call));
        return calls.length > 0;
      } catch (error) {
        const ids = busy.map(({ id }) => id);
        if (isUnavailable(error))
          await whenAvailable(
            () => dropCallLeases(db, worker, now, ids),
            () => stopping,
          );
        throw error;
      }
    },
    async stop() {
      stopping = true;
      const patience = setTimeout(() => leaving.abort(), STOP_MS);
      await settled();
      clearTimeout(patience);
    },
  };
}

/** The conversation that asked goes on with the answer, once. */
async function takeAnswer(services: Services, call: ApiCall, { ok, text }: ApiResult): Promise<void> {
  const { accountId, channelId, contactId, turn, reply, request } = call;
  await transact(services.db, async (trx) => {
    if (!(await dropApiCall(trx, call))) return;
    const event = { type: 'answered', ok, text } as const;
    await resumeConversations(trx, services, accountId, [
      { channelId, contactId, turn, event, reply, isSend: request.isSend },
    ]);
  });
}
