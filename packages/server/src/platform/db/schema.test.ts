/**
 * What the schema promises of itself, read from the catalogue of a database that all migrations were applied
 * to.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { useHarness } from '../../testing/harness.ts';
import { schemaText } from '../../testing/schema-text.ts';
import { rows, sql } from './database.ts';

const harness = useHarness();

test('no table has a trigger or changes rows of another one by itself: the statements of the writers do that', async () => {
  const found = await rows(
    harness().services.db,
    sql`
      select tgrelid::regclass::text as place, tgname as what from pg_trigger where not tgisinternal
      union all
      select conrelid::regclass::text, conname from pg_constraint where contype = 'f' and confdeltype in ('n', 'd')`,
  );
  expect(found).toEqual([]);
});

test('schema.sql is what the migrations leave; “npm run schema” writes it', async () => {
  const written = readFileSync(new URL('../../../schema.sql', import.meta.url), 'utf8');
  expect(await schemaText(harness().services.db)).toBe(written);
});
