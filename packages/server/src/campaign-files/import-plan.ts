/** What a file would make in an account as it is now: its preview, and what the import goes by. */
import { createHash } from 'node:crypto';
import { type CampaignDraft, draftTrouble } from '@parley/contract/campaign-file/index.ts';
import { normaliseKeyword } from '@parley/rules/keyword.ts';
import { FURTHER_KEYWORDS } from '@parley/rules/limits.ts';
import { optOutWordsByChannel } from '../accounts/index.ts';
import { asShown, campaignsByName, keywordHolders, keywordTrouble } from '../campaigns/index.ts';
import { type Channel, listChannels } from '../channels/index.ts';
import { listsByName } from '../lists/index.ts';
import type { Db } from '../platform/db/database.ts';
import { NotFound } from '../platform/errors.ts';
import { nameKey } from '../platform/names.ts';
import { tagsByName } from '../tags/index.ts';

type PlannedThing = { name: string; isNew: boolean };
/** `channelId` 0: on none. `problem`: why it is not given; ''. */
export type PlannedKeyword = {
  keyword: string;
  key: string;
  channelId: number;
  channel: string;
  problem: string;
};
export type CampaignPlan = {
  /** From 1, as the file has it. */
  place: number;
  draft: CampaignDraft;
  problem: string;
  /** An active campaign has its name; both keep it. */
  isNameTaken: boolean;
  tags: PlannedThing[];
  lists: PlannedThing[];
  switches: { name: string; how: 'self' | 'file' | 'found' | 'missing' }[];
  keywords: PlannedKeyword[];
};

/** What names of the file mean in the account. */
export type KnownThings = { lists: Map<string, number>; campaigns: Map<string, number> };

/** Differs when what would be made differs. */
export const printOf = (plans: readonly CampaignPlan[]): string =>
  createHash('sha256').update(JSON.stringify(plans)).digest('base64url').slice(0, 32);

/**
 * `channel`: where keywords go; 0: each to the channel of the name that the file says, else to the first one.
 * @throws NotFound for a channel that the account does not have.
 */
export async function planImport(
  db: Db,
  accountId: number,
  drafts: readonly CampaignDraft[],
  channel = 0,
): Promise<{ plans: CampaignPlan[]; known: KnownThings }> {
  const tags = await tagsByName(db, accountId);
  const lists = await listsByName(db, accountId, drafts.flatMap(usedLists));
  const campaigns = await campaignsByName(
    db,
    accountId,
    drafts.flatMap((draft) => [draft.name, ...draft.campaigns.map(({ name }) => name)]),
  );
  const keywords = await keywordsOf(db, accountId, drafts, channel);
  const plans = drafts.map((draft, index): CampaignPlan => {
    const isKnown = (known: Map<string, number>) => (name: string) => ({
      name,
      isNew: !known.has(nameKey(name)),
    });
    return {
      place: index + 1,
      draft,
      problem: draftTrouble(draft),
      isNameTaken: campaigns.has(draft.name.toLowerCase()),
      tags: distinct(draft.tags).map(isKnown(tags)),
      lists: distinct(usedLists(draft)).map(isKnown(lists)),
      switches: draft.campaigns.map(({ name, key }) => ({
        name,
        how: howFound(draft, { name, key }, drafts, campaigns),
      })),
      keywords: keywords[index] ?? [],
    };
  });
  return { plans, known: { lists, campaigns } };
}

/** Lists that a file names and no step uses are not made. */
function usedLists({ steps, lists }: CampaignDraft): string[] {
  const used = new Set(steps.flatMap((step) => ('list' in step ? [step.list] : [])));
  return lists.filter(({ id }) => used.has(id)).map(({ name }) => name);
}

const distinct = (names: readonly string[]) =>
  [...new Map(names.map((name) => [nameKey(name), name.trim()])).values()].filter((name) => name !== '');

function howFound(
  draft: CampaignDraft,
  { name, key }: { name: string; key: string },
  drafts: readonly CampaignDraft[],
  campaigns: ReadonlyMap<string, number>,
): CampaignPlan['switches'][number]['how'] {
  if (key !== '' && key === draft.key) return 'self';
  if (key !== '' && drafts.some((each) => each.key === key)) return 'file';
  return campaigns.has(name.toLowerCase()) ? 'found' : 'missing';
}

/** Each keyword on the wanted channel, else on that of its name, else on the first one. */
async function keywordsOf(
  db: Db,
  accountId: number,
  drafts: readonly CampaignDraft[],
  wanted: number,
): Promise<PlannedKeyword[][]> {
  if (wanted === 0 && drafts.every(({ keywords }) => keywords.length === 0)) return drafts.map(() => []);
  const channels = await listChannels(db, accountId, '');
  const chosen = channels.find(({ id }) => id === wanted);
  if (wanted > 0 && !chosen) throw new NotFound();
  const byName = new Map(channels.map((channel) => [nameKey(channel.name), channel]));
  const placed = drafts.map(({ keywords }) =>
    keywords.map((given) => ({
      given,
      channel: chosen ?? byName.get(nameKey(given.channel)) ?? channels[0],
    })),
  );
  const facts = await channelFacts(db, accountId, placed.flat());
  const given = new Set<string>();
  return placed.map((keywords) => {
    const counts = new Map<number, number>();
    return keywords.map(({ given: { keyword }, channel }) => {
      const text = asShown(keyword);
      const key = normaliseKeyword(keyword);
      const place = `${channel?.id ?? 0} ${key}`;
      const count = (counts.get(channel?.id ?? 0) ?? 0) + 1;
      const problem = keywordProblem({ text, key, channel, facts, isDoubled: given.has(place), count });
      given.add(place);
      if (problem === '') counts.set(channel?.id ?? 0, count);
      return { keyword: text, key, channelId: channel?.id ?? 0, channel: channel?.name ?? '', problem };
    });
  });
}

type ChannelFacts = ReadonlyMap<number, { optOutWords: string[]; holders: Map<string, string> }>;

/** A trip for each channel that the file's keywords stand on, and one for all of them. */
async function channelFacts(
  db: Db,
  accountId: number,
  placed: readonly { given: { keyword: string }; channel: Channel | undefined }[],
): Promise<ChannelFacts> {
  const facts = new Map<number, { optOutWords: string[]; holders: Map<string, string> }>();
  const byChannel = Map.groupBy(placed, ({ channel }) => channel?.id ?? 0);
  byChannel.delete(0);
  const words = await optOutWordsByChannel(db, accountId, [...byChannel.keys()]);
  for (const [id, all] of byChannel) {
    const keys = all.map(({ given }) => normaliseKeyword(given.keyword));
    const holders = await keywordHolders(db, accountId, id, keys);
    facts.set(id, {
      optOutWords: words.get(id) ?? [],
      holders: new Map(holders.map(({ key, campaign }) => [key, campaign])),
    });
  }
  return facts;
}

type KeywordQuestion = {
  text: string;
  key: string;
  channel: Channel | undefined;
  facts: ChannelFacts;
  isDoubled: boolean;
  count: number;
};

function keywordProblem({ text, key, channel, facts, isDoubled, count }: KeywordQuestion): string {
  const found = channel && facts.get(channel.id);
  if (!channel || !found) return 'There is no number to text it to.';
  const trouble = keywordTrouble(text, found.optOutWords);
  if (key === '' || trouble !== '') return trouble || 'A keyword needs letters or numbers.';
  const holder = found.holders.get(key);
  if (holder !== undefined) return `It’s in use by the campaign “${holder}” on this number.`;
  if (isDoubled) return 'It’s there twice in this file.';
  return count > FURTHER_KEYWORDS + 1
    ? `A campaign can have ${FURTHER_KEYWORDS + 1} keywords on a number.`
    : '';
}
