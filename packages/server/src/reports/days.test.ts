/** Days of a report where PostgreSQL is set to a zone whose clocks are put forward at midnight. */
import { expect, test } from 'vitest';
import { clickersByDay } from '../links/index.ts';
import { sql, transact } from '../platform/db/database.ts';
import { useHarness } from '../testing/harness.ts';
import { countsByDay } from './campaign-reports.ts';
import { clicksByDay } from './click-reports.ts';

const harness = useHarness();

test('a line has each of its days once, whatever zone PostgreSQL is set to', async () => {
  const { services } = harness();
  const { accountId } = await harness().newUser();
  // In Chile the 6th began at one o’clock.
  const span = { from: '2026-09-04', to: '2026-09-08', datapoint: 0 };
  const days = ['04', '05', '06', '07', '08'].map((day) => `2026-09-${day}`);
  await transact(services.db, async (trx) => {
    await sql`set local timezone to 'America/Santiago'`.execute(trx);
    const shown = (line: { sysDate?: unknown }[]) => line.map(({ sysDate }) => sysDate);
    expect(shown(await countsByDay(trx, accountId, span, 'response', 'Responses'))).toEqual(days);
    expect(shown(await clicksByDay(trx, accountId, span))).toEqual(days);
    expect(await clickersByDay(trx, accountId, span)).toEqual([0, 0, 0, 0, 0]);
  });
});
