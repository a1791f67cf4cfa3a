/** An account with one of each thing that REST v1 knows, and a program that calls with its keys. */

import { API_SCOPES, type ApiScope, calls } from '@parley/contract';
import { API_BASE, type IdKind, writeId } from '@parley/contract/api/index.ts';
import { flowOf } from '@parley/engine';
import { SCHEDULE_TYPES } from '@parley/rules/schedule.ts';
import { updateAutomaton } from '../automata/index.ts';
import { launchBlast } from '../blasts/index.ts';
import { insertCampaign } from '../campaigns/index.ts';
import { firstChannel } from '../channels/index.ts';
import { changed, type Db, sql } from '../platform/db/database.ts';
import type { Client, Harness } from './harness.ts';

export type ApiAnswer = {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects
  body: any;
  text: string;
  headers: Record<string, unknown>;
};
export type ApiRequest = {
  body?: unknown;
  headers?: Record<string, string>;
};
/** Sends as one key: `ask('GET', '/contacts')`. */
export type ApiClient = (method: string, path: string, request?: ApiRequest) => Promise<ApiAnswer>;

export function apiClient({ app }: Harness, key: string, address = '127.0.0.1'): ApiClient {
  return async (method, path, { body, headers = {} } = {}) => {
    const answer = await app.inject({
      method: method as 'GET',
      url: `${API_BASE}${path}`,
      remoteAddress: address,
      headers: {
        ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const isJson = String(answer.headers['content-type']).includes('json');
    return {
      status: answer.statusCode,
      body: isJson ? answer.json() : undefined,
      text: answer.body,
      headers: answer.headers,
    };
  };
}

export async function apiKeyOf(
  client: Client,
  mode: 'live' | 'test' = 'live',
  scopes: ApiScope[] = API_SCOPES,
): Promise<string> {
  const { values } = await client.ask(calls.apiKeys.add, { name: 'Shop', mode, scopes, days: 0 });
  return values.key;
}

/** What the examples of the documentation call the things of the world, and what they are called here. */
export type ApiWorld = {
  accountId: number;
  user: Client;
  live: ApiClient;
  test: ApiClient;
  /** The example's id by the one that it has here. */
  ids: Readonly<Record<string, string>>;
  /** The id of one thing of each kind. */
  things: Readonly<Partial<Record<IdKind, string>>>;
};

/** The hour at which the automata of the world runs. */
const NINE = 9;

/**
 * Ada of Boston on the list VIP, with a text that waits; a list of guests, the tag City, a segment of Boston,
 * a campaign with a blast in a week and an automata, somebody who opted out by letter, and a webhook that was
 * told of it in vain.
 */
export async function makeApiWorld(harness: Harness): Promise<ApiWorld> {
  const user = await harness.newUser();
  const { tags, lists, members, optouts, segments, inbox, automata } = calls;
  const tag = (await user.ask(tags.add, { name: 'City' })).values.id;
  const list = (await user.ask(lists.add, { name: 'VIP' })).values.id;
  const added = await user.ask(members.add, { phone: '+12125550142', list });
  const contact = added.values.contact;
  await user.ask(tags.setValue, { contact, tag: 'City', value: 'Boston' });
  await user.ask(optouts.record, { phone: '+12125550199', source: 'mail', note: 'Letter of March 1' });
  const kinds = ['contact.opted_out', 'contact.replied'] as const;
  const url = 'https://shop.example/hooks/parley';
  const hook = { url, description: 'Shop', kinds: [...kinds], enabled: true };
  const webhook = (await user.ask(calls.webhooks.add, hook)).values.id;
  const data = {
    contact: { id: writeId('contact', contact), phone: '+12125550142' },
    campaign: null,
    channel: null,
  };
  const delivered = await harness.services.pool.query(
    `insert into webhook_deliveries (account_id, endpoint_id, webhook_id, kind, contact_id, at, data, state, due_at,
      attempts, tried_at, status, answer, duration_ms, created_at)
    values ($1, $2, 'msg_2Lh9KRb0pzN4LePd3XiA4v12Axj', 'contact.opted_out', $3, $4, $5, 'failed', $4, 21, $4, 500,
      'Internal Server Error', 48, $4) returning id`,
    [user.accountId, webhook, contact, harness.services.clock.now(), JSON.stringify(data)],
  );
  const { services } = harness;
  const segment = await user.ask(segments.add, {
    name: 'In Boston',
    tree: { match: 'all', of: [{ on: 'tag', tag, as: 'text', is: 'is', value: 'Boston' }] },
  });
  const campaign = await addCampaign(services.db, user.accountId, services.clock.now());
  const channel = await firstChannel(services.db, user.accountId);
  if (!channel) throw new Error('The account has no channel.');
  await user.ask(calls.keyword.save, { campaign, channel: '', keyword: 'SPRING' });
  await user.ask(calls.keyword.add, { campaign, channel: '', keywords: 'PRIMAVERA' });
  const sent = await user.ask(inbox.reply, { contact, text: 'Your order is ready.', channel: '' });
  await changed(services.db, sql`update messages set origin = 'api' where id = ${sent.values.id}`);
  const guests = (await user.ask(lists.add, { name: 'Guests' })).values.id;
  await user.ask(members.add, { phone: '+12125550160', list: guests });
  const inAWeek = new Date(services.clock.now().getTime() + 7 * 86_400_000);
  const { blastId } = await launchBlast(services, user.accountId, {
    campaignId: campaign,
    channelId: channel.id,
    listIds: [guests],
    filters: [],
    abCampaignIds: [],
    membersSince: null,
    scheduledFor: inAWeek,
    automatonId: null,
  });
  const automaton = (await user.ask(automata.add, { name: 'Welcome' })).values.id;
  const by = { ...services, accountId: user.accountId, caller: { userId: 0 } };
  const change = { type: SCHEDULE_TYPES.DAILY, campaign, list, hour: NINE, weekends: true };
  await updateAutomaton(by, automaton, change);
  const things = {
    contact: writeId('contact', contact),
    list: writeId('list', list),
    tag: writeId('tag', tag),
    campaign: writeId('campaign', campaign),
    segment: writeId('segment', segment.values.id),
    channel: writeId('channel', channel.id),
    message: writeId('message', sent.values.id),
    blast: writeId('blast', blastId),
    automation: writeId('automation', automaton),
    webhook: writeId('webhook', webhook),
    delivery: writeId('delivery', delivered.rows[0].id as number),
  };
  return {
    accountId: user.accountId,
    user,
    live: apiClient(harness, await apiKeyOf(user)),
    test: apiClient(harness, await apiKeyOf(user, 'test')),
    things,
    ids: {
      [things.contact]: 'con_1042',
      [things.list]: 'lst_7',
      [writeId('list', guests)]: 'lst_6',
      [channel.number.slice(1)]: '15552000000',
      [things.tag]: 'tag_3',
      [things.campaign]: 'cmp_12',
      [things.segment]: 'seg_5',
      [things.channel]: 'chn_2',
      [things.message]: 'msg_9001',
      [things.blast]: 'bls_31',
      [things.automation]: 'aut_4',
      [things.webhook]: 'whk_5',
      [things.delivery]: 'dlv_81',
    },
  };
}

/** A campaign of one step. Ids of steps are of the whole database in the product, of the account here. */
async function addCampaign(db: Db, accountId: number, at: Date): Promise<number> {
  const made = {
    accountId,
    name: 'Spring sale',
    isTemplate: false,
    templateId: 0,
    templateType: 0,
    icon: 0,
    at,
  };
  const { steps } = flowOf(1, [{ id: 1, type: 'final-message', text: 'Spring is here.' }]);
  return insertCampaign(db, made, steps);
}
