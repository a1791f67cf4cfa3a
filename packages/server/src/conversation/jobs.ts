/** Background work of conversations: waits that end, API calls that flows asked for. */
import { sql } from '../platform/db/database.ts';
import { isUnavailable, releaseOnOutage } from '../platform/db/outage.ts';
import { pipelined, type Transactions } from '../platform/db/pipeline.ts';
import { startDueLoop, unleased } from '../platform/due-loops.ts';
import type { Background, Services } from '../platform/services.ts';
import { workerName } from '../platform/this-process.ts';
import { createApiCaller } from './api-call.ts';
import { createCallPump } from './api-call-pump.ts';
import { startBotPauses } from './bot-pauses.ts';
import { claimTimers, dropTimerLeases, dropTimers, type Timer } from './claim-due-work.ts';
import { whoHadEnough, withoutEnough } from './frequency-holds.ts';
import { withoutHeld } from './held-conversations.ts';
import { resumeConversations } from './resume-conversation.ts';

const TIMERS_A_ROUND = 500;

export function startJobs(services: Services): Background[] {
  const { signals } = services;
  const worker = workerName();
  const transactions = pipelined(services.pool);
  const pump = createCallPump(services, worker, createApiCaller());
  const timers = startDueLoop(services, {
    name: 'timers',
    due: unleased('timers'),
    once: (isStopping) =>
      wakeDue(services, transactions, worker).catch(
        releaseOnOutage(() => dropTimerLeases(services.db, worker), isStopping),
      ),
  });
  const calls = startDueLoop(services, {
    name: 'api calls',
    // Whether they are due is found service by service, by whoever claims them.
    due: () => sql`api_calls`,
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
  for (const [accountId, timers] of accounts)
    for (const group of oncePerContact(timers)) await fire(services, transactions, accountId, group);
  if (due.length > 0) {
    services.signals.wake('outbox');
    services.signals.wake('apiCalls');
  }
  return due.length === TIMERS_A_ROUND;
}

/** On several channels one after the other: what is said on one counts for the next. */
function oncePerContact(timers: readonly Timer[]): Timer[][] {
  const all = [...Map.groupBy(timers, ({ contactId }) => contactId).values()];
  const most = Math.max(...all.map(({ length }) => length));
  return Array.from({ length: most }, (_, nth) => all.flatMap((theirs) => theirs[nth] ?? []));
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
      const now = services.clock.now();
      const room = await whoHadEnough(trx, accountId, timers, now);
      const free = await withoutHeld(trx, accountId, timers, now);
      const due = await withoutEnough(trx, services, accountId, free, room);
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
