import { calls } from '@parley/contract';
import { normaliseKeyword } from '@parley/rules/keyword.ts';
import { FURTHER_KEYWORDS } from '@parley/rules/limits.ts';
import { optOutWordsOf } from '../accounts/index.ts';
import { resolveChannel } from '../channels/index.ts';
import { readFlow } from '../flow/index.ts';
import { type Db, isUniqueViolation, transact } from '../platform/db/database.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import type { Context, Handlers } from '../platform/http/handler.ts';
import { isShipped } from '../templates/index.ts';
import {
  clearKeyword,
  deleteKeywords,
  findFurther,
  findKeyword,
  insertFurther,
  keywordHolders,
  putKeyword,
  storeFirstWord,
} from './keyword-store.ts';
import { asShown, keywordTrouble } from './keyword-trouble.ts';
import { lockCampaign } from './store.ts';

export const handlers: Handlers<typeof calls.keyword> = {
  async load(context, { campaign, channel: shortCode, isTemplate }) {
    const channel = await resolveChannel(context.db, context.accountId, shortCode);
    if (isTemplate) {
      await requireTemplate(context, campaign);
      return { keyword: '' };
    }
    const keyword = await findKeyword(context.db, context.accountId, campaign, channel.id);
    if (keyword === null) throw new NotFound();
    return { keyword };
  },

  async save(context, { campaign, channel: shortCode, keyword: typed, isTemplate }) {
    const { db, accountId } = context;
    const channel = await resolveChannel(db, accountId, shortCode);
    if (isTemplate) {
      await requireTemplate(context, campaign);
      throw new Refusal('Templates don’t have keywords. Create a campaign from it and give that a keyword.');
    }
    if ((await findKeyword(db, accountId, campaign, channel.id)) === null) throw new NotFound();
    const text = asShown(typed);
    const key = normaliseKeyword(typed);
    if (key === '') {
      await clearKeyword(db, accountId, campaign, channel.id);
      return { keyword: '' };
    }
    requireGoodKeyword(text, await optOutWordsOf(db, accountId, channel.id));
    const stored = await putKeyword(db, accountId, campaign, channel.id, { text, key }).catch(
      (error: unknown) => {
        if (isUniqueViolation(error, 'keywords_pkey'))
          throw new Refusal(
            `The keyword “${text}” is in use by another campaign on this number. Please choose another.`,
          );
        throw error;
      },
    );
    if (!stored) throw new Refusal(DELETED);
    return { keyword: text };
  },

  async further({ db, accountId }, { campaign, channel: shortCode }) {
    const channel = await resolveChannel(db, accountId, shortCode);
    const found = await findFurther(db, accountId, campaign, channel.id);
    if (!found) throw new NotFound();
    return found;
  },

  async add({ db, accountId }, { campaign, channel: shortCode, keywords }) {
    const channel = await resolveChannel(db, accountId, shortCode);
    const optOutWords = await optOutWordsOf(db, accountId, channel.id);
    const keep = (trx: Db) =>
      addFurther(trx, accountId, campaign, channel.id, readAll(keywords, optOutWords));
    return { keywords: await transact(db, keep).catch(takenMeanwhile) };
  },

  async remove({ db, accountId }, { campaign, channel: shortCode, keyword }) {
    const channel = await resolveChannel(db, accountId, shortCode);
    const key = normaliseKeyword(keyword);
    await deleteKeywords(db, accountId, campaign, [{ channelId: channel.id, key }], 'further');
    const left = await findFurther(db, accountId, campaign, channel.id);
    if (!left) throw new NotFound();
    return { keywords: left.keywords };
  },

  async saveFirstWord({ db, accountId }, { campaign, byFirstWord }) {
    if (!(await storeFirstWord(db, accountId, campaign, byFirstWord))) throw new NotFound();
    return {};
  },
};

const DELETED = 'This campaign was deleted. Restore it before you give it a keyword.';

/** The field of the further keywords, as a refusal names it. */
const FURTHER = calls.keyword.add.form.keywords.wire;

/** Keywords by the form in which they are compared, as they are shown. */
function readAll(lines: string, optOutWords: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const each of lines.split(/\r?\n/)) {
    const text = asShown(each);
    const key = normaliseKeyword(each);
    if (key === '') throw new Refusal('A keyword needs letters or numbers.', 'inpKeywords');
    requireGoodKeyword(text, optOutWords, FURTHER);
    found.set(key, text);
  }
  return found;
}

/** Those that the campaign has already stay as they are. Answers all its further ones on the channel. */
async function addFurther(
  trx: Db,
  accountId: number,
  campaign: number,
  channelId: number,
  wanted: ReadonlyMap<string, string>,
): Promise<string[]> {
  const found = await lockCampaign(trx, accountId, campaign);
  if (!found) throw new NotFound();
  if (found.deleted) throw new Refusal(DELETED);
  const holders = await keywordHolders(trx, accountId, channelId, [...wanted.keys()]);
  const foreign = holders.find(({ campaignId }) => campaignId !== campaign);
  if (foreign)
    throw new Refusal(
      `The keyword “${foreign.keyword}” is in use by the campaign “${foreign.campaign}” on this number. Please choose another.`,
      'inpKeywords',
    );
  const held = new Set(holders.map(({ key }) => key));
  const fresh = new Map([...wanted].filter(([key]) => !held.has(key)));
  const before = await findFurther(trx, accountId, campaign, channelId);
  if ((before?.keywords.length ?? 0) + fresh.size > FURTHER_KEYWORDS)
    throw new Refusal(
      `A campaign can have ${FURTHER_KEYWORDS} further keywords at most on each number.`,
      'inpKeywords',
    );
  await insertFurther(trx, accountId, campaign, channelId, fresh);
  return (await findFurther(trx, accountId, campaign, channelId))?.keywords ?? [];
}

/** Another campaign took one of them in this moment. */
function takenMeanwhile(error: unknown): never {
  if (isUniqueViolation(error, 'keywords_pkey'))
    throw new Refusal(
      'One of these keywords is in use by another campaign on this number. Please choose another.',
      'inpKeywords',
    );
  throw error;
}

function requireGoodKeyword(text: string, optOutWords: readonly string[], field?: string): void {
  const trouble = keywordTrouble(text, optOutWords);
  if (trouble !== '') throw new Refusal(trouble, field);
}

async function requireTemplate({ db, accountId }: Context, id: number): Promise<void> {
  if (!isShipped(id) && !(await readFlow(db, accountId, id, true))) throw new NotFound();
}
