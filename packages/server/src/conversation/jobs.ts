/** Background work of conversations: waits that end, API calls that flows asked for. */
import { isUnavailable, releaseOnOutage } from '../platform/db/outage.ts';
import { pipelined, type Transactions } from '../platform/db/pipeline.ts';
import { startLoop } from '../platform/loop.ts';
import type { Background, Services } from '../platform/services.ts';
import { workerName } from '../platform/this-process.ts';
import { createApiCaller } from './api-call.ts';
import { createCallPump } from './api-call-pump.ts';
import { startBotPauses } from './bot-pauses.ts';
import { claimTimers, dropTimerLeases, dropTimers, type Timer } from './claim-due-work.ts';
import { withoutHeld } from './held-conversations.ts';
import { resumeConversations } from './resume-conversation.ts';

const TIMERS_A_ROUND = 500;
/** Waits are counted in seconds: a second late is on time. */
const PAUSE_MS = 500;

export function startJobs(services: Services): Background[] {
  const { log, signals } = services;
  const worker = workerName();
  const transactions = pipelined(services.pool);
  const pump = createCallPump(services, worker, createApiCaller());
  const timers = startLoop({
    name: 'timers',
    log,
    pauseMs: PAUSE_MS,
    once: (isStopping) =>
      wakeDue(services, transactions, worker).catch(
        releaseOnOutage(() => dropTimerLeases(services.db, worker), isStopping),
      ),
  });
  const calls = startLoop({
    name: 'api calls',
    log,
    pauseMs: PAUSE_MS,
    once: pump.begin,
  });
  signals.on('timers', timers.wake);
  signals.on('apiCalls', calls.wake);
  const stopCalls = () => Promise.all([calls.stop(), pump.stop()]).then(() => undefined);
  return [timers, { stop: stopCalls }, startBotPauses(services)];
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
      const due = await withoutHeld(trx, accountId, timers, services.clock.now());
      await dropTimers(trx, accountId, due);
      const event = { type: 'woke' } as const;
      await resumeConversations(
        trx,
        services,
        accountId,
        due.map((timer) => ({ ...timer, event })),
      );
    });
  } catch (error) {
    if (isUnavailable(error)) throw error;
    services.log.error(
      { err: error, timers: timers.length, accountId },
      'waiting conversations could not go on',
    );
    if (timers.length > 1) for (const timer of timers) await fire(services, transactions, accountId, [timer]);
  }
}
