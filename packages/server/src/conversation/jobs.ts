/** Background work of conversations: waits that end, API calls that flows asked for. */
import { randomUUID } from 'node:crypto';
import { givingBack, isAway, whenBack } from '../platform/db/away.ts';
import { transact } from '../platform/db/database.ts';
import { pipelined, type Transactions } from '../platform/db/pipeline.ts';
import { startLoop } from '../platform/loop.ts';
import type { Background, Services } from '../services.ts';
import { type ApiCaller, type ApiResult, createApiCaller } from './api-call.ts';
import {
  type ApiCall,
  claimApiCalls,
  claimTimers,
  dropApiCall,
  dropCallLeases,
  dropTimerLeases,
  dropTimers,
  type Timer,
} from './claims.ts';
import { resumeConversations } from './resume.ts';

const TIMERS_A_ROUND = 500;
const CALLS_AT_ONCE = 32;
/** Waits are counted in seconds: a second late is on time. */
const PAUSE_MS = 500;

export function startJobs(services: Services): Background[] {
  const { log, signals } = services;
  const worker = randomUUID();
  const transactions = pipelined(services.pool);
  const callApi = createApiCaller();
  const timers = startLoop({
    name: 'timers',
    log,
    pauseMs: PAUSE_MS,
    once: (isStopping) =>
      wakeDue(services, transactions, worker).catch(
        givingBack(() => dropTimerLeases(services.db, worker), isStopping),
      ),
  });
  const calls = startLoop({
    name: 'api calls',
    log,
    pauseMs: PAUSE_MS,
    once: (isStopping) =>
      callDue(services, worker, callApi, isStopping).catch(
        givingBack(() => dropCallLeases(services.db, worker, services.clock.now()), isStopping),
      ),
  });
  signals.on('timers', timers.wake);
  signals.on('apiCalls', calls.wake);
  return [timers, calls];
}

/** One round of the timers: conversations whose wait is over go on, once, however late. */
export async function wakeDue(
  services: Services,
  transactions: Transactions,
  worker: string,
): Promise<boolean> {
  const due = await claimTimers(services.db, worker, services.clock.now(), TIMERS_A_ROUND);
  const accounts = Map.groupBy(due, (timer) => timer.accountId);
  for (const [accountId, timers] of accounts) await fire(services, transactions, accountId, timers);
  if (due.length > 0) {
    services.signals.wake('outbox');
    services.signals.wake('apiCalls');
  }
  return due.length === TIMERS_A_ROUND;
}

/** When a batch fails, each timer goes alone; one that fails alone comes again when its lease is over. */
async function fire(
  services: Services,
  transactions: Transactions,
  accountId: number,
  timers: readonly Timer[],
): Promise<void> {
  try {
    await transactions(async (trx) => {
      await dropTimers(trx, accountId, timers);
      const event = { type: 'woke' } as const;
      await resumeConversations(
        trx,
        services,
        accountId,
        timers.map((timer) => ({ ...timer, event })),
      );
    });
  } catch (error) {
    if (isAway(error)) throw error;
    services.log.error(
      { err: error, timers: timers.length, accountId },
      'waiting conversations could not go on',
    );
    if (timers.length > 1) for (const timer of timers) await fire(services, transactions, accountId, [timer]);
  }
}

/** One round of the API calls. */
export async function callDue(
  services: Services,
  worker: string,
  callApi: ApiCaller,
  isStopping: () => boolean = () => false,
): Promise<boolean> {
  const calls = await claimApiCalls(services.db, worker, services.clock.now(), CALLS_AT_ONCE);
  await Promise.all(calls.map((call) => performCall(services, callApi, call, isStopping)));
  if (calls.length > 0) services.signals.wake('outbox');
  return calls.length > 0;
}

/** A call that may have been made before is made again only when that is harmless (GET). */
async function performCall(
  services: Services,
  callApi: ApiCaller,
  call: ApiCall,
  isStopping: () => boolean,
): Promise<void> {
  const { request, again, accountId } = call;
  const result =
    again && request.verb !== 'GET'
      ? { ok: false, text: 'The server stopped during the call; it was not made a second time.' }
      : await callApi(request);
  try {
    // The answer is here already: it waits for the database.
    await whenBack(() => takeAnswer(services, call, result), isStopping);
  } catch (error) {
    services.log.error({ err: error, accountId }, 'the answer of an API call could not be taken in');
  }
}

/** The conversation that asked goes on with the answer, once. */
async function takeAnswer(services: Services, call: ApiCall, result: ApiResult): Promise<void> {
  const { id, accountId, channelId, contactId, turn, reply } = call;
  await transact(services.db, async (trx) => {
    if (!(await dropApiCall(trx, id))) return;
    const event = { type: 'answered', ...result } as const;
    await resumeConversations(trx, services, accountId, [{ channelId, contactId, turn, event, reply }]);
  });
}
