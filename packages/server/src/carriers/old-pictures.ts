/** What goes with time (retention) of pictures, of texts of odd senders, and of test phones. */
import { sql } from '../platform/db/database.ts';
import { goingRows, type KeptData, type Old } from '../retention/index.ts';

const picturesBefore = ({ accountId, before }: Old) => sql`
  select p.inbound_id, p.place from inbound_media p
  join inbound_messages i on i.account_id = ${accountId} and i.id = p.inbound_id
  where p.account_id = ${accountId} and i.at < ${before}`;

const pictures = { table: 'inbound_media', key: ['inbound_id', 'place'], rows: picturesBefore } as const;

const noReplies = {
  table: 'no_reply_messages',
  key: ['id'],
  rows: ({ accountId, before }: Old) => sql`
    select id from no_reply_messages where account_id = ${accountId} and at < ${before} order by at`,
} as const;

const notCounted = async () => 0;

export const oldCarried: readonly KeptData[] = [
  goingRows({ kind: 'pictures', ...pictures }),
  // With their texts, and counted as those are.
  { ...goingRows({ kind: 'texts', ...pictures }), count: notCounted },
  { ...goingRows({ kind: 'messages', ...pictures }), count: notCounted },
  goingRows({ kind: 'texts', ...noReplies }),
  goingRows({ kind: 'messages', ...noReplies }),
  goingRows({
    kind: 'simulator',
    table: 'simulator_messages',
    key: ['id'],
    rows: ({ accountId, before }) => sql`
      select id from simulator_messages
      where account_id = ${accountId} and at < ${before} and receipt_due_at is null`,
  }),
];
