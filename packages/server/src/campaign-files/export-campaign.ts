import {
  type ExportedCampaign,
  type WrittenFile,
  writeCampaignFile,
} from '@parley/contract/campaign-file/index.ts';
import { referencesOf } from '@parley/engine';
import { FIRST_LANGUAGE } from '@parley/rules/languages.ts';
import { FIXED } from '@parley/rules/limits.ts';
import { type Actor, recordAuditEvent } from '../audit/index.ts';
import { campaignNames, findCampaign, findLanguage, keywordsByCampaign } from '../campaigns/index.ts';
import { listChannels } from '../channels/index.ts';
import { loadFlow } from '../flow/index.ts';
import { listNames } from '../lists/index.ts';
import type { Db } from '../platform/db/database.ts';
import { NotFound } from '../platform/errors.ts';
import { listTags } from '../tags/index.ts';

type Acting = Actor & { db: Db };

/** A campaign's draft as a file, deleted or not. @throws NotFound */
export async function exportCampaign(acting: Acting, id: number): Promise<WrittenFile> {
  const file = writeCampaignFile(await exported(acting, id));
  await recordAuditEvent(acting.db, acting, { act: 'exported', kind: 'campaign', id });
  return file;
}

async function exported({ db, accountId, clock }: Acting, id: number): Promise<ExportedCampaign> {
  const campaign = await findCampaign(db, accountId, id);
  const flow = await loadFlow(db, accountId, id);
  if (!campaign || !flow) throw new NotFound();
  const named = referencesOf(flow.steps);
  const held = (await keywordsByCampaign(db, accountId, [id])).get(id);
  const channels = new Map((await listChannels(db, accountId, '')).map((each) => [each.id, each.name]));
  return {
    id,
    name: campaign.name,
    icon: campaign.icon,
    language: (await findLanguage(db, { accountId, id, isTemplate: false })) ?? FIRST_LANGUAGE,
    isGuided: campaign.templateType === FIXED.guidedTemplateType,
    byFirstWord: held?.byFirstWord ?? false,
    keywords: (held?.keywords ?? []).map(({ channelId, keyword }) => ({
      keyword,
      channel: channels.get(channelId) ?? '',
    })),
    steps: flow.steps,
    tags: (await listTags(db, accountId, '')).map(({ name }) => name),
    lists: await listNames(db, accountId, named.lists),
    campaigns: await campaignNames(db, accountId, named.campaigns),
    at: clock.now().toISOString(),
  };
}
