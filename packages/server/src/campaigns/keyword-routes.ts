import type { calls } from '@parley/contract';
import { isReservedKeyword } from '@parley/rules/classify-inbound.ts';
import { normaliseKeyword } from '@parley/rules/keyword.ts';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { optOutWordsOf } from '../accounts/index.ts';
import { resolveChannel } from '../channels/index.ts';
import { readFlow } from '../flow/index.ts';
import { isUniqueViolation } from '../platform/db/database.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import type { Context, Handlers } from '../platform/http/handler.ts';
import { isShipped } from '../templates/index.ts';
import { clearKeyword, findKeyword, putKeyword } from './keyword-store.ts';

/** Letters of any script with their marks, and digits, in words parted by one space, hyphen or underscore. */
const KEYWORD = /^[\p{L}\p{N}]\p{M}*(?:[ _-]?[\p{L}\p{N}]\p{M}*)*$/u;

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
    const text = typed.normalize('NFKC').trim().replace(/ +/g, ' ');
    const key = normaliseKeyword(typed);
    if (key === '') {
      await clearKeyword(db, accountId, campaign, channel.id);
      return { keyword: '' };
    }
    requireGoodKeyword(text, await optOutWordsOf(db, accountId));
    const stored = await putKeyword(db, accountId, campaign, channel.id, { text, key }).catch(
      (error: unknown) => {
        if (isUniqueViolation(error, 'keywords_pkey'))
          throw new Refusal(
            `The keyword "${text}" is in use by another campaign on this number. Please choose another.`,
          );
        throw error;
      },
    );
    if (!stored) throw new Refusal('This campaign was deleted. Restore it before you give it a keyword.');
    return { keyword: text };
  },
};

function requireGoodKeyword(text: string, optOutWords: readonly string[]): void {
  if (text.length > TEXT_LIMITS.keyword)
    throw new Refusal(`A keyword can have ${TEXT_LIMITS.keyword} characters at most.`);
  if (!KEYWORD.test(text))
    throw new Refusal('Use letters and numbers, with a single space, hyphen, or underscore between words.');
  if (isReservedKeyword(text, optOutWords))
    throw new Refusal(
      `"${text}" is a word for opting in or out or for help, which always works. Please choose another keyword.`,
    );
}

async function requireTemplate({ db, accountId }: Context, id: number): Promise<void> {
  if (!isShipped(id) && !(await readFlow(db, accountId, id, true))) throw new NotFound();
}
