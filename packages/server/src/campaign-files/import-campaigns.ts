/** Makes the campaigns of a file, with the tags and lists that they need, in one transaction. */
import { type CampaignDraft, repointSteps } from '@parley/contract/campaign-file/index.ts';
import { CAMPAIGN_FILE_LIMITS } from '@parley/rules/campaign-file-limits.ts';
import { FIXED } from '@parley/rules/limits.ts';
import { type Actor, recordAuditEvent } from '../audit/index.ts';
import {
  insertCampaign,
  insertFurther,
  putKeyword,
  reserveCampaignIds,
  storeFirstWord,
} from '../campaigns/index.ts';
import { recheckMentions } from '../flow/index.ts';
import { insertLists, listsByName } from '../lists/index.ts';
import { type Db, isUniqueViolation, transact } from '../platform/db/database.ts';
import { Malformed, Refusal } from '../platform/errors.ts';
import { nameKey } from '../platform/names.ts';
import { insertTags } from '../tags/index.ts';
import { FLOW } from '../templates/index.ts';
import {
  type CampaignPlan,
  type KnownThings,
  type PlannedKeyword,
  planImport,
  printOf,
} from './import-plan.ts';

type Acting = Actor & { db: Db };

type Wanted = {
  drafts: readonly CampaignDraft[];
  source: 'parley' | 'rapidpro';
  /** Where keywords go; 0: where the file says. */
  channel: number;
  /** Of the preview that somebody looked at; '': nobody did. */
  print: string;
  /** Places in the file, from 1; none: all. */
  chosen: readonly number[];
  withKeywords: boolean;
};

type Made = { id: number; name: string };

/**
 * Everything or nothing is made.
 * @throws Refusal when it cannot be made, or is not what was looked at; Malformed for places that the file
 * does not have.
 */
export async function importCampaigns(acting: Acting, wanted: Wanted): Promise<Made[]> {
  const make = (trx: Db) => makeAll(trx, acting, wanted);
  return transact(acting.db, make).catch((error: unknown) => {
    // Somebody else took one of its names in this very moment.
    if (isUniqueViolation(error)) throw new Refusal(CHANGED, 'print');
    throw error;
  });
}

const CHANGED =
  'Something in your account changed since you looked: a tag, list, campaign, or keyword that this file names. Nothing was imported. Look again.';

async function makeAll(trx: Db, acting: Acting, wanted: Wanted): Promise<Made[]> {
  const { accountId, clock } = acting;
  const { plans, known } = await planImport(trx, accountId, wanted.drafts, wanted.channel);
  if (wanted.print !== '' && wanted.print !== printOf(plans)) throw new Refusal(CHANGED, 'print');
  const chosen = chosenOf(plans, wanted);
  await insertTags(trx, accountId, newNames(chosen.flatMap(({ tags }) => tags)), clock.now());
  const lists = newNames(chosen.flatMap((plan) => plan.lists));
  await insertLists(trx, accountId, lists, clock.now());
  for (const [key, id] of await listsByName(trx, accountId, lists)) known.lists.set(key, id);
  const ids = await reserveCampaignIds(trx, chosen.length);
  const made = new Map(chosen.map(({ draft }, index) => [draft, ids[index] ?? 0]));
  for (const plan of chosen) await makeOne(trx, acting, { plan, known, made, wanted });
  // One that switches to itself, or to another one of the file, was looked at before that was there.
  await recheckMentions(trx, accountId, { campaigns: ids });
  return chosen.map(({ draft }) => ({ id: made.get(draft) ?? 0, name: draft.name }));
}

function chosenOf(plans: readonly CampaignPlan[], { chosen }: Wanted): CampaignPlan[] {
  if (chosen.some((place) => place > plans.length))
    throw new Malformed('places', `This file has ${plans.length} campaigns.`);
  const found = chosen.length === 0 ? [...plans] : plans.filter(({ place }) => chosen.includes(place));
  if (found.length > CAMPAIGN_FILE_LIMITS.atOnce)
    throw new Refusal(`Choose up to ${CAMPAIGN_FILE_LIMITS.atOnce} campaigns at a time.`);
  const unfit = found.find(({ problem }) => problem !== '');
  if (unfit) throw new Refusal(`“${unfit.draft.name}” can’t be imported. ${unfit.problem}`);
  return found;
}

const newNames = (things: readonly { name: string; isNew: boolean }[]): string[] => [
  ...new Map(things.filter(({ isNew }) => isNew).map(({ name }) => [nameKey(name), name])).values(),
];

type Making = {
  plan: CampaignPlan;
  known: KnownThings;
  made: ReadonlyMap<CampaignDraft, number>;
  wanted: Wanted;
};

async function makeOne(trx: Db, acting: Acting, { plan, known, made, wanted }: Making): Promise<void> {
  const { accountId, clock } = acting;
  const { draft, keywords } = plan;
  const id = made.get(draft) ?? 0;
  const byKey = new Map([...made].filter(([{ key }]) => key !== '').map(([{ key }, to]) => [key, to]));
  const steps = repointSteps(draft.steps, {
    lists: new Map(draft.lists.map((list) => [list.id, known.lists.get(nameKey(list.name)) ?? 0])),
    campaigns: new Map(
      draft.campaigns.map(({ id: own, key, name }) => [
        own,
        byKey.get(key) ?? known.campaigns.get(name.toLowerCase()) ?? 0,
      ]),
    ),
  });
  const campaign = {
    accountId,
    id,
    name: draft.name,
    isTemplate: false,
    templateId: 0,
    templateType: draft.isGuided ? FIXED.guidedTemplateType : FLOW,
    icon: draft.icon ?? FIXED.fallbackIcon,
    at: clock.now(),
    ...(draft.language !== null && { language: draft.language }),
  };
  await insertCampaign(trx, campaign, steps);
  if (draft.byFirstWord) await storeFirstWord(trx, accountId, id, true);
  if (wanted.withKeywords) await giveKeywords(trx, accountId, id, keywords);
  const detail = wanted.source === 'rapidpro' ? 'a flow of RapidPro' : '';
  await recordAuditEvent(trx, acting, { act: 'imported', kind: 'campaign', id, detail });
}

/** On each channel the first one that is free is that of the Keyword field. */
async function giveKeywords(
  trx: Db,
  accountId: number,
  campaign: number,
  keywords: readonly PlannedKeyword[],
): Promise<void> {
  const free = keywords.filter(({ problem }) => problem === '');
  for (const [channel, [first, ...others]] of Map.groupBy(free, ({ channelId }) => channelId)) {
    if (first) await putKeyword(trx, accountId, campaign, channel, { text: first.keyword, key: first.key });
    const further = new Map(others.map(({ key, keyword }) => [key, keyword]));
    if (further.size > 0) await insertFurther(trx, accountId, campaign, channel, further);
  }
}
