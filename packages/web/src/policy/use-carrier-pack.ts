/** What a carrier asks about a text program, as it is set up: from the calls of the screens that set it. */
import { calls, type ReplyOf } from '@parley/contract';
import type { Step } from '@parley/engine/flow.ts';
import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import { useQueries } from '@tanstack/react-query';
import { type AskError, ask } from '../data/ask.ts';
import { useAccount } from '../data/use-account.ts';
import { keyOf, useCall } from '../data/use-call.ts';
import { useQueryParam } from '../data/use-query-param.ts';

type Channel = ReplyOf<typeof calls.channels.list>['channels'][number];
type List = ReplyOf<typeof calls.lists.list>['lists'][number];
type Campaign = ReplyOf<typeof calls.campaigns.list>['campaigns'][number];

/** A campaign in force: what answers now, and the word that starts it on the channel. */
export type LiveCampaign = { id: number; name: string; isPublished: boolean; keyword: string; steps: Step[] };

export type CarrierPack = {
  account: ReplyOf<typeof calls.account.load>;
  channel: Channel;
  /** Undefined: the account has no list. */
  list?: { id: number; page: ReplyOf<typeof calls.signUpPages.info>; asksEverybody: boolean } | undefined;
  campaigns: LiveCampaign[];
  disclosure: string;
  cap: ReplyOf<typeof calls.gate.frequency>;
  answers: ReplyOf<typeof calls.gate.optOutTexts>;
};

const CAMPAIGNS = {
  start: 0,
  search: '',
  length: PAGE_LIMITS.picker,
  show: 'active',
  runsOf: undefined,
} as const;
/** Carriers look at a handful of campaigns for one program; each is asked about by itself. */
export const MOST_CAMPAIGNS = 5;
/** In the address where no campaign is chosen: without it one is suggested. */
const NONE = '0';
/** Of what is asked about again and again. */
type Asked = { data: unknown; error: AskError | null; refetch: () => unknown };

/** What there is to choose from, and what is chosen: in the address, for a colleague to open. */
export function usePackChoice() {
  const channels = useCall(calls.channels.list, { search: '' });
  const lists = useCall(calls.lists.list, { filter: '', search: '' });
  const campaigns = useCall(calls.campaigns.list, CAMPAIGNS);
  const [channelParam, setChannel] = useQueryParam('channel');
  const [listParam, setList] = useQueryParam('list');
  const [campaignsParam, setCampaigns] = useQueryParam('campaigns');
  const offered = {
    channels: channels.data?.channels ?? [],
    lists: lists.data?.lists ?? [],
    campaigns: campaigns.data?.campaigns ?? [],
  };
  return {
    offered,
    isPending: !channels.data || !lists.data || !campaigns.data,
    channel: byId(offered.channels, channelParam) ?? offered.channels[0],
    list: byId(offered.lists, listParam) ?? offered.lists[0],
    campaigns: chosenOf(offered.campaigns, campaignsParam),
    setChannel,
    setList,
    setCampaigns: (ids: readonly string[]) => setCampaigns(ids.join('.') || NONE),
    asked: [channels, lists, campaigns] as Asked[],
  };
}
export type PackChoice = ReturnType<typeof usePackChoice>;

const byId = <T extends { id: number }>(all: readonly T[], id: string) =>
  all.find((each) => String(each.id) === id);

/** Those of the address that still are, each once; without one, the newest that a keyword starts. */
function chosenOf(all: readonly Campaign[], param: string): Campaign[] {
  if (param !== '')
    return [...new Set(param.split('.'))].flatMap((id) => byId(all, id) ?? []).slice(0, MOST_CAMPAIGNS);
  return [all.find(({ keyword }) => keyword !== '') ?? all[0] ?? []].flat();
}

/** The pack of what is chosen; undefined while a part of it is on its way or failed. */
export function useCarrierPack(choice: PackChoice) {
  const { channel } = choice;
  const account = useAccount();
  const cap = useCall(calls.gate.frequency, {});
  const answers = useCall(calls.gate.optOutTexts, {});
  const rules = useCall(
    calls.gate.channelRules,
    { channel: channel?.id ?? 0 },
    { enabled: channel !== undefined },
  );
  const list = useListOf(choice.list);
  const live = useQueries({
    queries: choice.campaigns.map((campaign) => ({
      queryKey: [...keyOf(calls.flow.listVersions), 'live', campaign.id, channel?.id],
      queryFn: ({ signal }: { signal: AbortSignal }) => liveOf(campaign, channel?.number ?? '', signal),
      enabled: channel !== undefined,
    })),
  }) as (Asked & { data: LiveCampaign | undefined })[];
  const asked: Asked[] = [...choice.asked, account, cap, answers, rules, ...list.asked, ...live];
  const failed = asked.filter(({ data, error }) => error && data === undefined);
  const campaigns = live.flatMap(({ data }) => data ?? []);
  const pack: CarrierPack | undefined =
    !choice.isPending && channel && account.data && cap.data && answers.data && rules.data
      ? {
          account: account.data,
          channel,
          list: list.data,
          campaigns,
          disclosure: rules.data.disclosure,
          cap: cap.data,
          answers: answers.data,
        }
      : undefined;
  const isWhole = campaigns.length === live.length && (choice.list === undefined || list.data !== undefined);
  return {
    pack: isWhole ? pack : undefined,
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
  };
}

/** The sign-up page of a list, and whether it asks for a YES from those who come in another way, too. */
function useListOf(list: List | undefined): { data: CarrierPack['list']; asked: Asked[] } {
  const form = { list: list?.id ?? 0 };
  const options = { enabled: list !== undefined };
  const page = useCall(calls.signUpPages.info, form, options);
  const rules = useCall(calls.gate.listRules, form, options);
  const data =
    list && page.data && rules.data
      ? { id: list.id, page: page.data, asksEverybody: rules.data.doubleOptIn }
      : undefined;
  return { data, asked: [page, rules] };
}

async function liveOf(
  { id, name }: Campaign,
  channelNumber: string,
  signal: AbortSignal,
): Promise<LiveCampaign> {
  const [{ keyword }, { live }] = await Promise.all([
    ask(calls.keyword.load, { campaign: id, channel: channelNumber, isTemplate: false }, { signal }),
    ask(calls.flow.listVersions, { campaign: id, before: undefined }, { signal }),
  ]);
  const { steps } =
    live === 0
      ? await ask(calls.flow.read, { campaign: id, isTemplate: false }, { signal })
      : await ask(calls.flow.readVersion, { campaign: id, number: live }, { signal });
  return { id, name, isPublished: live > 0, keyword, steps: steps.map(({ step }) => step) };
}
