/** Words of an account's own that opt out, and its own answers to STOP, HELP and START. */
import { calls } from '@parley/contract';
import { classifyInbound, isReservedKeyword, optOutWordOf } from '@parley/rules/classify-inbound.ts';
import {
  MUST_NAME,
  OWN_REPLIES,
  type OwnReplies,
  type OwnReply,
  partsOf,
  usualReply,
} from '@parley/rules/reserved-replies.ts';
import { optOutTextsOf, storeOptOutTexts } from '../accounts/index.ts';
import { recordAuditEvent } from '../audit/index.ts';
import { type Db, rows, sql, transact } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { routesOf } from '../platform/http/handler.ts';

const { optOutTexts, saveOptOutTexts } = calls.gate;

export const optOutTextRoutes = routesOf(
  { optOutTexts, saveOptOutTexts },
  {
    async optOutTexts({ db, accountId }) {
      const { name, contactInfo, words, replies } = await optOutTextsOf(db, accountId);
      return {
        name,
        words,
        replies: OWN_REPLIES.map((reply) => ({
          reply,
          text: replies[reply] ?? '',
          usual: usualReply(...partsOf(reply), contactInfo),
        })),
      };
    },

    async saveOptOutTexts(context, given) {
      const { db, accountId } = context;
      const warning = await transact(db, async (trx) => {
        const before = await optOutTextsOf(trx, accountId, 'locked');
        const { added, ...after } = await changedTexts(trx, accountId, before, given);
        await storeOptOutTexts(trx, accountId, after);
        await recordAuditEvent(trx, context, { act: 'account-saved', detail: 'opt-out words and replies' });
        return warnOfWords(trx, accountId, added);
      });
      context.live.publish(accountId, { type: 'settings', channelId: 0 });
      return warning === '' ? {} : { message: warning };
    },
  },
);

type Texts = { words: string[]; replies: OwnReplies };
type GivenTexts = { words?: readonly string[] | undefined; replies?: OwnReplies | undefined };

/**
 * What was stored with what is given of it, and the words that are new. `channel`: of one channel alone; 0:
 * of the account.
 * @throws Refusal for a word that means something already or is a keyword there, and for a reply that does
 * not say what it has to.
 */
export async function changedTexts(
  trx: Db,
  accountId: number,
  before: Texts,
  given: GivenTexts,
  channel = 0,
): Promise<Texts & { added: string[] }> {
  const words = given.words ? readWords(given.words) : before.words;
  const added = words.filter((word) => !before.words.includes(word));
  await requireNoKeyword(trx, accountId, added, channel);
  const replies = { ...before.replies, ...(given.replies && readReplies(given.replies)) };
  for (const reply of OWN_REPLIES) if (replies[reply] === '') delete replies[reply];
  return { words, replies, added };
}

/** As texts are compared, each once. @throws Refusal for a word that means something already. */
function readWords(given: readonly string[]): string[] {
  return [...new Set(given.map(readWord))];
}

function readWord(given: string): string {
  const word = optOutWordOf(given);
  if (word === '')
    throw new Refusal(`“${given.trim()}” has no letters or numbers. Please choose another word.`, 'inpWords');
  const { kind } = classifyInbound(word);
  if (kind === 'stop')
    throw new Refusal(`“${given.trim()}” opts people out already. You don’t need to add it.`, 'inpWords');
  if (isReservedKeyword(word))
    throw new Refusal(
      `“${given.trim()}” opts people in or asks for help, so it can’t opt them out.`,
      'inpWords',
    );
  return word;
}

function readReplies(given: OwnReplies): OwnReplies {
  const found = Object.entries(given).map(([reply, text]) => [reply, text.trim()] as [OwnReply, string]);
  for (const [reply, text] of found) {
    const [kind] = partsOf(reply);
    const must = MUST_NAME[kind];
    if (text !== '' && !new RegExp(`\\b${must}\\b`).test(text))
      throw new Refusal(
        `Your reply to ${kind.toUpperCase()} has to tell people that they can reply ${must}.`,
        'inpReplies',
      );
  }
  return Object.fromEntries(found);
}

async function requireNoKeyword(
  trx: Db,
  accountId: number,
  added: readonly string[],
  channel: number,
): Promise<void> {
  if (added.length === 0) return;
  const keywords = await rows(
    trx,
    sql<{ keyword: string; campaign: string }>`
      select k.keyword, c.name as campaign from keywords k
      join campaigns c on c.account_id = ${accountId} and c.id = k.campaign_id
      where k.account_id = ${accountId} and ${channel}::bigint in (0, k.channel_id) order by c.id, k.keyword_key`,
  );
  const taken = keywords.find(({ keyword }) => classifyInbound(keyword, added).kind === 'stop');
  if (taken)
    throw new Refusal(
      `“${taken.keyword}” is the keyword of the campaign “${taken.campaign}”. Change that keyword first, or choose another word.`,
      'inpWords',
    );
}

/**
 * Answers of questions, in drafts and in what is live, that will opt people out from now on; empty: there are
 * none.
 */
export async function warnOfWords(trx: Db, accountId: number, added: readonly string[]): Promise<string> {
  if (added.length === 0) return '';
  const answers = await rows(
    trx,
    sql<{ text: string; campaign: string }>`
      select answer.text, min(c.name) as campaign from campaigns c
      cross join lateral (
        select d.step from steps d where d.account_id = ${accountId} and d.campaign_id = c.id
        union all select p.step from published_steps p
        where p.account_id = ${accountId} and p.campaign_id = c.id and p.number = c.live_version
      ) s
      cross join lateral (
        select value #>> '{}' as text from jsonb_path_query(s.step, '$.intents[*].text') value
        union all select value #>> '{}' from jsonb_path_query(s.step, '$.intents[*].phrases[*].text') value
      ) answer
      where c.account_id = ${accountId} and not c.is_template and c.deleted_at is null and answer.text <> ''
      group by answer.text order by 2, 1`,
  );
  const lost = answers.filter(({ text }) => classifyInbound(text, added).kind === 'stop');
  const [first] = lost;
  if (!first) return '';
  const more = lost.length > 1 ? ` and ${lost.length - 1} more` : '';
  return `Saved. “${first.text}” is an answer in the campaign “${first.campaign}”${more}: people who reply with it now opt out.`;
}
