/** What goes of clicks and of personal links with time (retention). What was counted of them stays. */
import { sql } from '../platform/db/database.ts';
import { goingRows, type KeptData } from '../retention/index.ts';

const clicks = (is: '=' | '<>') =>
  goingRows({
    kind: 'clicks',
    table: 'link_clicks',
    key: ['id'],
    rows: ({ accountId, before }) => sql`
      select id from link_clicks where account_id = ${accountId} and kind ${sql.raw(is)} 'person' and at < ${before}`,
  });

export const oldClicks: readonly KeptData[] = [
  clicks('='),
  clicks('<>'),
  goingRows({
    kind: 'links',
    table: 'link_codes',
    key: ['code'],
    // Found by when they were made (link_codes_age): what has gone is not looked through again.
    rows: ({ accountId, before, from }) => sql`
      select code from link_codes
      where account_id = ${accountId} and created_at < ${before}
        and created_at >= ${from ?? '-infinity'}::timestamptz - interval '2 days'`,
  }),
];
