/** An account with one of each thing that REST v1 knows, and a program that calls with its keys. */
import { API_SCOPES, type ApiScope, calls } from '@parley/contract';
import { API_BASE, type IdKind, writeId } from '@parley/contract/api/index.ts';
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

export function apiClient({ app }: Harness, key: string): ApiClient {
  return async (method, path, { body, headers = {} } = {}) => {
    const answer = await app.inject({
      method: method as 'GET',
      url: `${API_BASE}${path}`,
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
  live: ApiClient;
  test: ApiClient;
  /** The example's id by the one that it has here. */
  ids: Readonly<Record<string, string>>;
  /** The id of one thing of each kind. */
  things: Readonly<Partial<Record<IdKind, string>>>;
};

/** Ada of Boston on the list VIP, the tag City, a campaign, and somebody who opted out by letter. */
export async function makeApiWorld(harness: Harness): Promise<ApiWorld> {
  const user = await harness.newUser();
  const { tags, lists, members, optouts } = calls;
  const tag = (await user.ask(tags.add, { name: 'City' })).values.id;
  const list = (await user.ask(lists.add, { name: 'VIP' })).values.id;
  const added = await user.ask(members.add, { phone: '+12125550142', list });
  const contact = added.values.contact;
  await user.ask(tags.setValue, { contact, tag: 'City', value: 'Boston' });
  await user.ask(optouts.record, { phone: '+12125550199', source: 'mail', note: 'Letter of March 1' });
  const made = await harness.services.pool.query(
    "insert into campaigns (account_id, name, created_at) values ($1, 'Spring sale', $2) returning id",
    [user.accountId, harness.services.clock.now()],
  );
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
  const things = {
    contact: writeId('contact', contact),
    list: writeId('list', list),
    tag: writeId('tag', tag),
    campaign: writeId('campaign', made.rows[0].id as number),
    webhook: writeId('webhook', webhook),
    delivery: writeId('delivery', delivered.rows[0].id as number),
  };
  return {
    accountId: user.accountId,
    live: apiClient(harness, await apiKeyOf(user)),
    test: apiClient(harness, await apiKeyOf(user, 'test')),
    things,
    ids: {
      [things.contact]: 'con_1042',
      [things.list]: 'lst_7',
      [things.tag]: 'tag_3',
      [things.campaign]: 'cmp_12',
      [things.webhook]: 'whk_5',
      [things.delivery]: 'dlv_81',
    },
  };
}
