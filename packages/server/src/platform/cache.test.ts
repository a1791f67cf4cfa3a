import { expect, inject, test } from 'vitest';
import { cacheByDatabase } from './cache.ts';
import { openDatabase, transact } from './db/database.ts';

test('what is kept of one database is not found in another one, and in its own also within a transaction', async () => {
  const cacheOf = cacheByDatabase<string>(10, 60_000);
  const [one, other] = [openDatabase(inject('postgresUrl'), 1), openDatabase(inject('postgresUrl'), 1)];
  try {
    cacheOf(one.db).set('account 1', 'found');
    expect(cacheOf(other.db).get('account 1')).toBeUndefined();
    expect(await transact(one.db, async (trx) => cacheOf(trx).get('account 1'))).toBe('found');
  } finally {
    await Promise.all([one.close(), other.close()]);
  }
});
