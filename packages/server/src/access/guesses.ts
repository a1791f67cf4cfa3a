/** Guesses at a secret of somebody are counted before they are judged. */
import { recordAuditEventOfUser } from '../audit/index.ts';
import { type Db, transact } from '../platform/db/database.ts';
import type { Context } from '../platform/http/handler.ts';
import { metricsOf } from '../platform/metrics.ts';
import { forgetTries, giveBack, takeTry, throttle } from '../platform/throttle.ts';
import type { Tries } from './known-devices.ts';

type Bound = { key: string; limit: number; windowSeconds: number };

/**
 * Counts one by whoever makes it, under `own`, and unless their device is known with all strangers, too: who
 * keeps trying keeps neither others nor a device that is known out. `wasRight` takes it back.
 * @throws TooMany while earlier ones block it.
 */
export async function countGuess(
  { db, at }: { db: Db; at: Date },
  by: Tries,
  own: string,
  ofStrangers: readonly Bound[],
): Promise<{ wasRight: () => Promise<void> }> {
  await takeTry(db, at, own);
  if (by.isKnown) return { wasRight: () => forgetTries(db, own) };
  for (const bound of ofStrangers) await throttle(db, at, bound);
  return {
    async wasRight() {
      await forgetTries(db, own);
      for (const { key } of ofStrangers) await giveBack(db, key);
    },
  };
}

/** Those who lock addresses out read these lines (ops/fail2ban). */
const LOGGED = {
  'sign-in-failed': 'a sign-in failed',
  'passkey-failed': 'a sign-in failed',
  'code-failed': 'a wrong code was given',
} as const;

/**
 * For whoever looks after the server, and for the person themselves. `user` 0: nobody has the address, or the
 * passkey; the same is done for nobody, and how long it takes tells nothing.
 */
export async function noteFailure(context: Context, user: number, act: keyof typeof LOGGED): Promise<void> {
  const { db, clock, address, log } = context;
  metricsOf(context).signInsFailed.inc();
  log.warn({ address, userId: user }, LOGGED[act]);
  await transact(db, (trx) =>
    recordAuditEventOfUser(trx, { caller: { userId: 0 }, clock, address }, user, { act }),
  );
}
