import { expect, inject, it } from 'vitest';
import { explain } from './explained-statements.ts';
import { useHarness } from './harness.ts';

const harness = useHarness();
const isSpread = inject('ownerUrls').length > 1;

const explained = (sql: string, ...parameters: unknown[]) =>
  explain(harness().services.pool, { sql, parameters });

it('a statement asks one part of tables, or as many as its widest step, or is refused', async () => {
  const one = await explained('select id from contacts where account_id = $1', 1);
  expect(one).toEqual({ parts: isSpread ? 1 : 0, refusal: null, harm: null });
  const all = await explained('select count(*) from contacts');
  expect(all.parts > 1).toBe(isSpread);
  const inside = await explained(
    `with few as materialized (select account_id from contacts order by id limit 5)
     select name, (select count(*) from few) from tags where account_id = $1`,
    1,
  );
  expect(inside.parts > 1).toBe(isSpread);
  const locked = await explained('select id from contacts order by id limit 1 for update');
  expect(locked.refusal !== null).toBe(isSpread);
  expect(await explained('select * from throttles where key = $1', 'a')).toEqual({
    parts: 0,
    refusal: null,
    harm: null,
  });
});

it('tells what Citus does wrong without a word', async () => {
  const both = await explained(
    `with u as (update users set phone = $2 where id = $1) update accounts set name = $2 where id = $1`,
    1,
    'x',
  );
  expect(both.harm !== null).toBe(isSpread);
  expect((await explained('update users set phone = $2 where id = $1', 1, 'x')).harm).toBe(null);
});
