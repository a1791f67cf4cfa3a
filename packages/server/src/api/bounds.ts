/** In which transaction the work of a request is done, and with what. */
import { type Db, transact } from '../platform/db/database.ts';
import { run } from '../platform/db/statement.ts';
import { type KeepReply, keepReplies } from '../platform/http/intents.ts';
import { Runtime } from '../platform/runtime.ts';
import type { Services } from '../platform/services.ts';

/** What a request is answered. */
export type ApiReply = { text: string };
type Work = (services: Services) => Promise<ApiReply>;
type Keeping = { accountId: number; keep: KeepReply };

/**
 * Does the work and stores its reply in one transaction: both are there or neither. Who is to hear of it
 * hears after the commit.
 */
export async function doneWithReply(
  services: Services,
  { accountId, keep }: Keeping,
  work: Work,
): Promise<ApiReply> {
  const { reply, tell } = await transact(services.db, async (trx) => {
    const { acting, tell } = telling({ ...services, db: trx });
    const reply = await work(acting);
    await run(trx, keepReplies(trx, accountId, [keep(reply)]));
    return { reply, tell };
  });
  tell();
  return reply;
}

/**
 * What a test key asks for is done in a transaction that is taken back: nothing is changed or sent. With
 * `keeping` its reply is stored afterwards.
 */
export async function doneAndTakenBack(
  services: Services,
  keeping: Keeping | null,
  work: Work,
): Promise<ApiReply> {
  let reply: ApiReply | undefined;
  try {
    await services.db.transaction().execute(async (trx) => {
      reply = await work(unheard(services, trx));
      throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
  const done = reply as ApiReply;
  if (keeping) await run(services.db, keepReplies(services.db, keeping.accountId, [keeping.keep(done)]));
  return done;
}

class TakenBack extends Error {}

/** Whoever is told something meanwhile is told when `tell` is called. */
function telling(services: Services): { acting: Services; tell: () => void } {
  const waiting: (() => void)[] = [];
  const { live, signals } = services;
  return {
    acting: {
      ...services,
      live: {
        ...live,
        publish: (accountId, message) => void waiting.push(() => live.publish(accountId, message)),
      },
      signals: { ...signals, wake: (signal) => void waiting.push(() => signals.wake(signal)) },
    },
    tell() {
      for (const each of waiting) each();
    },
  };
}

/** For what is taken back: nobody hears of it, and this server's memory learns nothing. */
const unheard = (services: Services, trx: Db): Services => ({
  ...services,
  db: trx,
  live: { ...services.live, publish: () => undefined, hasListeners: () => false },
  signals: { ...services.signals, wake: () => undefined },
  runtime: new Runtime(),
  pool: NO_POOL,
});

const NO_POOL = new Proxy({} as Services['pool'], {
  get() {
    throw new Error('What a test key asks for stays in its transaction.');
  },
});
