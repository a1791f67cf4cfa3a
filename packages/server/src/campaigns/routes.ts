import type { calls } from '@parley/contract';
import { isReservedKeyword } from '@parley/rules/classify-inbound.ts';
import { FIRST_LANGUAGE, languageName } from '@parley/rules/languages.ts';
import { optOutWordsByChannel } from '../accounts/index.ts';
import { recordAuditEvent } from '../audit/index.ts';
import { isReachedOnceRestored, recheckMentions } from '../flow/index.ts';
import { type Db, transact } from '../platform/db/database.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import { tell } from '../platform/hook.ts';
import { type Handlers, maySend } from '../platform/http/handler.ts';
import { tellThing } from '../platform/live/thing-news.ts';
import { findShipped } from '../templates/index.ts';
import { cloneCampaign } from './copy.ts';
import { campaignDeleted } from './hooks.ts';
import { deleteKeywords, keywordsOf } from './keyword-store.ts';
import { findLanguage, setLanguage } from './language-store.ts';
import {
  findCampaignDetails,
  findName,
  listCampaigns,
  lockCampaign,
  markDeleted,
  markRestored,
  markTemplateDeleted,
  markTemplateRestored,
  rename,
} from './store.ts';

export const handlers: Handlers<typeof calls.campaigns> = {
  async list({ db, accountId, clock }, { start, search, length, show, runsOf }) {
    const page = { start, length, show, runsOf, search: search.trim() };
    const found = await listCampaigns(db, accountId, page, clock.now());
    return {
      start,
      campaigns: found.map(({ ownTemplateName, deleted, ...row }) => ({
        ...row,
        group: '',
        templateName: ownTemplateName ?? findShipped(row.templateId)?.name ?? '',
        active: deleted ? ('0' as const) : ('1' as const),
      })),
    };
  },

  async details({ db, accountId }, { campaign }) {
    const found = await findCampaignDetails(db, accountId, campaign);
    if (!found) throw new NotFound();
    const { id, name, channel, channelNumber, shortLink, templateId, templateType } = found;
    return {
      id,
      name,
      group: 0,
      // A campaign is kept as steps; there is no XML of it.
      xml: '',
      channel,
      channelNumber,
      shortLink,
      template: templateId,
      scheduleOption: found.scheduled ? 1 : 0,
      templateType,
      active: found.deleted ? '0' : '1',
    };
  },

  async remove(context, { campaign, isTemplate }) {
    const { db, accountId, clock } = context;
    const at = clock.now();
    if (isTemplate) {
      if (findShipped(campaign)) throw new Refusal('This template comes with Parley and can’t be deleted.');
      if (!(await markTemplateDeleted(db, accountId, campaign, at))) throw new NotFound();
      tellThing(context, 'template', campaign);
      return {};
    }
    const afterwards = await transact(db, async (trx) => {
      const found = await lockCampaign(trx, accountId, campaign);
      if (!found) throw new NotFound();
      if (found.deleted) return [];
      await markDeleted(trx, accountId, campaign, at);
      await recordAuditEvent(trx, context, { act: 'deleted', kind: 'campaign', id: campaign });
      await recheckMentions(trx, accountId, { campaigns: [campaign] });
      return tell(campaignDeleted, trx, context, campaign, at);
    });
    for (const follow of afterwards) follow(context);
    tellThing(context, 'campaign', campaign);
    return {};
  },

  async restore(context, { campaign, isTemplate }) {
    const { db, accountId, caller } = context;
    if (isTemplate) {
      if (!(await markTemplateRestored(db, accountId, campaign))) throw new NotFound();
      tellThing(context, 'template', campaign);
      return {};
    }
    const { lost, reserved } = await transact(db, async (trx) => {
      const found = await lockCampaign(trx, accountId, campaign);
      if (!found) throw new NotFound();
      if (!found.deleted) return { lost: [], reserved: [] };
      if (!maySend(caller) && (await isReachedOnceRestored(trx, accountId, campaign)))
        throw new Refusal(
          'Once it is restored, people reach this campaign again. Ask a member or an owner of the account to restore it.',
        );
      const lost = await markRestored(trx, accountId, campaign);
      const reserved = await freeReserved(trx, accountId, campaign);
      await recordAuditEvent(trx, context, { act: 'restored', kind: 'campaign', id: campaign });
      await recheckMentions(trx, accountId, { campaigns: [campaign] });
      return { lost, reserved };
    });
    tellThing(context, 'campaign', campaign);
    if (lost.length + reserved.length === 0) return {};
    return { message: lost.length > 0 ? withoutKeyword(lost) : nowOptsOut(reserved) };
  },

  async duplicate({ db, accountId, clock }, { campaign }) {
    return { id: await transact(db, (trx) => cloneCampaign(trx, accountId, campaign, clock.now())) };
  },

  async loadName({ db, accountId }, { campaign, isTemplate }) {
    const shipped = isTemplate ? findShipped(campaign) : undefined;
    if (shipped) return { name: shipped.name, active: '1' };
    const found = await findName(db, accountId, campaign, isTemplate);
    if (!found) throw new NotFound();
    return { name: found.name, active: found.deleted ? '0' : '1' };
  },

  async saveName(context, { campaign, name, isTemplate }) {
    if (isTemplate && findShipped(campaign))
      throw new Refusal('This template comes with Parley and can’t be renamed.');
    if (!(await rename(context.db, context.accountId, campaign, isTemplate, name))) throw new NotFound();
    tellThing(context, isTemplate ? 'template' : 'campaign', campaign);
    return { name };
  },

  async loadLanguage({ db, accountId }, { campaign, isTemplate }) {
    if (isTemplate && findShipped(campaign)) return { language: FIRST_LANGUAGE };
    const language = await findLanguage(db, { accountId, id: campaign, isTemplate });
    if (language === null) throw new NotFound();
    return { language };
  },

  async saveLanguage({ db, accountId }, { campaign, isTemplate, language }) {
    if (isTemplate && findShipped(campaign))
      throw new Refusal('This template comes with Parley and can’t be changed.');
    const written = { accountId, id: campaign, isTemplate };
    if (await setLanguage(db, written, language)) return { language };
    if ((await findLanguage(db, written)) === null) throw new NotFound();
    throw new Refusal(
      `This campaign is translated into ${languageName(language)} already. Remove that language first.`,
    );
  },
};

/** Its keywords that opt out by now; they are freed. */
async function freeReserved(trx: Db, accountId: number, campaign: number): Promise<string[]> {
  const keywords = await keywordsOf(trx, accountId, campaign);
  const channels = [...new Set(keywords.map(({ channelId }) => channelId))];
  const words = await optOutWordsByChannel(trx, accountId, channels);
  const reserved = keywords.filter(({ keyword, channelId }) =>
    isReservedKeyword(keyword, words.get(channelId) ?? []),
  );
  await deleteKeywords(trx, accountId, campaign, reserved, 'any');
  return reserved.map(({ keyword }) => keyword);
}

const nowOptsOut = (keywords: readonly string[]) =>
  `The campaign was restored without its keyword: “${keywords[0]}” opts people out now.`;

function withoutKeyword(lost: string[]): string {
  const words = lost.map((keyword) => `“${keyword}”`).join(' and ');
  return lost.length === 1
    ? `The campaign was restored without its keyword: ${words} is used by another campaign now.`
    : `The campaign was restored without its keywords: ${words} are used by other campaigns now.`;
}
