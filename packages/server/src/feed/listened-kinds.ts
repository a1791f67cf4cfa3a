/**
 * Which kinds of events somebody listens to, kept in memory, so that where nobody does nothing is asked of
 * the database. It only says where certainly nobody does: who gets an event is decided by the statement that
 * feeds it.
 */
import type { EventKindName } from '@parley/rules/event-kinds.ts';
import type pg from 'pg';
import { type Db, poolOf } from '../platform/db/database.ts';

export type Listening = { account: number; kind: string };

export class ListenedKinds {
  private readonly kinds = new Map<number, ReadonlySet<string>>();
  /** Accounts whose listeners changed and are being read. */
  private readonly unsure = new Map<number, number>();
  /** As long as changes are not heard anybody may be listening. */
  private isCurrent = false;

  mayBeHeard(accountId: number, kind: EventKindName): boolean {
    return !this.isCurrent || this.unsure.has(accountId) || (this.kinds.get(accountId)?.has(kind) ?? false);
  }

  /** Takes these for listened to, before it is read. */
  expect(accountId: number, kinds: readonly EventKindName[]): void {
    this.kinds.set(accountId, new Set([...(this.kinds.get(accountId) ?? []), ...kinds]));
  }

  /** Everything that there is, heard from now on. */
  begin(all: readonly Listening[]): void {
    this.kinds.clear();
    this.unsure.clear();
    for (const [account, found] of Map.groupBy(all, (each) => each.account)) this.put(account, found);
    this.isCurrent = true;
  }

  /** Changes are no longer heard. */
  end(): void {
    this.isCurrent = false;
  }

  /** The listeners of an account have changed; `read` says to what. */
  async renew(accountId: number, read: () => Promise<readonly Listening[]>): Promise<void> {
    const turn = (this.unsure.get(accountId) ?? 0) + 1;
    this.unsure.set(accountId, turn);
    const found = await read();
    // Changed once more meanwhile: what is read after that counts.
    if (this.unsure.get(accountId) !== turn) return;
    this.unsure.delete(accountId);
    this.put(accountId, found);
  }

  private put(account: number, found: readonly Listening[]): void {
    if (found.length === 0) this.kinds.delete(account);
    else this.kinds.set(account, new Set(found.map(({ kind }) => kind)));
  }
}

/** By the pool of a server: who stores facts knows no more of it than its transaction. */
const byPool = new WeakMap<pg.Pool, ListenedKinds>();

export function listenedKindsOf(pool: pg.Pool): ListenedKinds {
  const known = byPool.get(pool) ?? new ListenedKinds();
  byPool.set(pool, known);
  return known;
}

/** False: certainly nobody listens to such events of the account. */
export function mayBeHeard(db: Db, accountId: number, kind: EventKindName): boolean {
  const pool = poolOf(db);
  return !pool || listenedKindsOf(pool).mayBeHeard(accountId, kind);
}
