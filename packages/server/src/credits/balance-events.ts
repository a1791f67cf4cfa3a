/**
 * News of an account's balance for its browsers: what is spent, reserved and given back shows in the header
 * at once.
 */
import { inRuntime } from '../platform/runtime.ts';
import type { Services } from '../platform/services.ts';
import { balanceOf } from './balance.ts';

const NEWS_EVERY_MS = 500;
/** Accounts whose balance is told in a moment. */
const waiting = inRuntime(() => new Set<number>());

/** Tells the balance a moment later, once for all that changed it until then. Called after the commit. */
export function publishBalance(services: Services, accountId: number): void {
  if (!services.live.hasListeners(accountId)) return;
  const accounts = waiting(services);
  if (accounts.has(accountId)) return;
  accounts.add(accountId);
  setTimeout(() => {
    accounts.delete(accountId);
    // Who listened may have left, or the server may be stopping.
    if (!services.live.hasListeners(accountId)) return;
    balanceOf(services.db, accountId).then(
      (balance) => services.live.publish(accountId, { type: 'balance', balance }),
      (error: unknown) => services.log.warn({ err: error, accountId }, 'the balance could not be told'),
    );
  }, NEWS_EVERY_MS).unref();
}
