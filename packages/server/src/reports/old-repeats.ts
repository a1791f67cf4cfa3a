/** Marks of repeated opt-ins and clicks go with them: what comes after what is gone is the first there is. */
import { sql } from '../platform/db/database.ts';
import { goingRows, type KeptData } from '../retention/index.ts';

const repeats = (kind: 'answers' | 'clicks', marks: readonly string[]): KeptData => ({
  ...goingRows({
    kind,
    table: 'repeat_index',
    key: ['kind', 'subject_id', 'at', 'id'],
    rows: ({ accountId, before }) => sql`
      select kind, subject_id, at, id from repeat_index
      where account_id = ${accountId} and kind = any(${marks}::text[]) and (at < ${before} or other_at < ${before})`,
  }),
  count: async () => 0,
});

export const oldRepeats = [repeats('answers', ['optin']), repeats('clicks', ['click', 'click before'])];
