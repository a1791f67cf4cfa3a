import { expect, test } from 'vitest';
import { sql, transact } from '../platform/db/database.ts';
import { useHarness } from '../testing/harness.ts';

const harness = useHarness();

test('more transactions than connections may ask for an id at once', async () => {
  const { db, messageIds } = harness().services;
  // Each holds a connection of the pool while it asks for the first id of a block.
  const ids = await Promise.all(
    Array.from({ length: 40 }, () =>
      transact(db, async (trx) => {
        await sql`select 1`.execute(trx);
        return messageIds.next();
      }),
    ),
  );
  expect(new Set(ids).size).toBe(40);
});
