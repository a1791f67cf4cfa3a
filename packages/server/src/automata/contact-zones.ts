import { contactZoneOf } from '@parley/rules/contact-time-zone.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';

/** On whose clock each contact lives: by tags, number or account, as for quiet hours. */
export async function contactZonesOf(
  db: Db,
  accountId: number,
  contactIds: readonly number[],
  zone: string,
): Promise<Map<number, string>> {
  const people = await rows(
    db,
    sql<{ id: number; phone: string; tags: Record<string, string> }>`
      select c.id, c.phone, coalesce((
          select jsonb_object_agg(t.name, c.tags ->> t.id::text) from tags t
          where t.account_id = ${accountId} and c.tags ? t.id::text), '{}') as tags
      from contacts c where c.account_id = ${accountId} and c.id = any(${contactIds}::bigint[])`,
  );
  return new Map(
    people.map(({ id, phone, tags }) => [id, contactZoneOf(phone, tags, zone).zones[0] ?? zone]),
  );
}
