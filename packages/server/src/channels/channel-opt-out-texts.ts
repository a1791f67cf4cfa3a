/** Opt-out words and replies of one channel, for a second brand or language: beside those of the account. */
import { calls } from '@parley/contract';
import { OWN_REPLIES, type OwnReplies, partsOf, usualReply } from '@parley/rules/reserved-replies.ts';
import { optOutTextsOf } from '../accounts/index.ts';
import { recordAuditEvent } from '../audit/index.ts';
import { type Db, first, sql, transact } from '../platform/db/database.ts';
import { NotFound } from '../platform/errors.ts';
import { routesOf } from '../platform/http/handler.ts';
import { changedTexts, warnOfWords } from '../policy/index.ts';

const { channelOptOutTexts, saveChannelOptOutTexts } = calls.gate;

export const channelTextRoutes = routesOf(
  { channelOptOutTexts, saveChannelOptOutTexts },
  {
    async channelOptOutTexts({ db, accountId }, { channel }) {
      const own = await textsOf(db, accountId, channel);
      if (!own) throw new NotFound();
      const { name, contactInfo, words, replies } = await optOutTextsOf(db, accountId);
      return {
        name,
        words: own.words,
        accountWords: words,
        replies: OWN_REPLIES.map((reply) => ({
          reply,
          text: own.replies[reply] ?? '',
          usual: replies[reply] ?? usualReply(...partsOf(reply), contactInfo),
        })),
      };
    },

    async saveChannelOptOutTexts(context, { channel, ...given }) {
      const { db, accountId } = context;
      const warning = await transact(db, async (trx) => {
        const before = await textsOf(trx, accountId, channel, 'locked');
        if (!before) throw new NotFound();
        const { added, ...after } = await changedTexts(trx, accountId, before, given, channel);
        await storeTexts(trx, accountId, channel, after);
        await recordAuditEvent(trx, context, {
          act: 'changed',
          kind: 'channel',
          id: channel,
          detail: 'opt-out words and replies',
        });
        return warnOfWords(trx, accountId, added);
      });
      context.live.publish(accountId, { type: 'settings', channelId: channel });
      return warning === '' ? {} : { message: warning };
    },
  },
);

type ChannelTexts = { words: string[]; replies: OwnReplies };

function textsOf(
  db: Db,
  accountId: number,
  channelId: number,
  lock: 'locked' | 'read' = 'read',
): Promise<ChannelTexts | undefined> {
  return first(
    db,
    sql<ChannelTexts>`
      select opt_out_words as words, reserved_replies as replies from channels
      where account_id = ${accountId} and id = ${channelId} and deleted_at is null
      ${lock === 'locked' ? sql`for no key update` : sql``}`,
  );
}

async function storeTexts(
  trx: Db,
  accountId: number,
  channelId: number,
  { words, replies }: ChannelTexts,
): Promise<void> {
  await sql`
    update channels set opt_out_words = ${words}::text[], reserved_replies = ${JSON.stringify(replies)}::jsonb
    where account_id = ${accountId} and id = ${channelId}`.execute(trx);
}
