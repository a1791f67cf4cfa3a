/**
 * Which kinds of events somebody listens to, kept in memory, so that where nobody does nothing is asked of
 * the database. It only says where certainly nobody does: who gets an event is decided by the statement that
 * feeds it.
 */
import type { EventKindName } from '@parley/rules/event-kinds.ts';
import type pg from 'pg';
import { type Db, poolOf } from '../platform/db/database.ts';

export type Listening = { account: number; kind: string };

/** As long as a transaction that begins to listen may take until it is heard of. */
const EXPECTED_MS = 10_000;

export class ListenedKinds {
  private readonly kinds = new Map<number, ReadonlySet<string>>();
  /**
   * Kinds that a transaction of this process is about to listen to, by account, with when that ends: what is
   * read for an earlier change does not have them yet.
   */
  private readonly expected = new Map<number, Map<string, number>>();
  /** Accounts whose listeners changed and are being read. */
  private readonly unsure = new Map<number, number>();
  /** As long as changes are not heard anybody may be listening. */
  private isCurrent = false;

  mayBeHeard(accountId: number, kind: EventKindName): boolean {
    if (!this.isCurrent || this.unsure.has(accountId)) return true;
    if (this.kinds.get(accountId)?.has(kind)) return true;
    return (this.expected.get(accountId)?.get(kind) ?? 0) > performance.now();
  }

  /** Takes these for listened to, before it is read. */
  expect(accountId: number, kinds: readonly EventKindName[]): void {
    const expected = this.expected.get(accountId) ?? new Map<string, number>();
    for (const kind of kinds) expected.set(kind, performance.now() + EXPECTED_MS);
    this.expected.set(accountId, expected);
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
    const expected = this.expected.get(account);
    for (const { kind } of found) expected?.delete(kind);
    for (const [kind, until] of expected ?? []) if (until < performance.now()) expected?.delete(kind);
    if (expected?.size === 0) this.expected.delete(account);
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
