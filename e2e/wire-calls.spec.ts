/**
 * What holds for every call: paths, bodies, reply classes, origins, the live connection, the pages beside the
 * calls.
 */
import { beforeAll, expect, inject, test } from 'vitest';
import {
  addList,
  campaignOf,
  keyword,
  listOf,
  type Reply,
  register,
  texts,
  until,
  wireClient,
} from './wire.ts';

const address = inject('address');
let client: Awaited<ReturnType<typeof register>>;
let stranger: Awaited<ReturnType<typeof register>>;

beforeAll(async () => {
  client = await register(address);
  stranger = await register(address);
});

const POSTS = [
  'authentication/CarrierInfoLookup',
  'campaign/campaignlist',
  'campaign/getBatchDetails',
  'campaign/LogicalDeleteBatch',
  'campaign/LogicalRecoverBatch',
  'campaign/CloneCampaign',
  'campaign/LoadBatchDesc',
  'campaign/SaveBatchDesc',
  'control-flow-template/TemplateList',
  'control-flow-template/LoadTemplateIcons',
  'control-point/ReadCPs',
  'control-point/ReadCPData',
  'control-point/SaveCPData',
  'control-point/AddCPData',
  'control-point/MoveCPData',
  'control-point/DeleteCPData',
  'control-point/AddNewBatchFromTemplate',
  'control-point/CPTemplateList',
  'keyword/LoadKeyword',
  'keyword/SaveKeyword',
  'blast/GetBlastToListStats',
  'blast/BlastToList',
  'tags/taglist',
  'tags/ReorderTagList',
  'tags/TagListWithData',
  'tags/updateTag',
  'tags/deleteTag',
  'tags/addTag',
  'tags/renameTag',
  'lists/lists',
  'lists/ReorderListList',
  'lists/deleteList',
  'lists/addList',
  'lists/renameList',
  'lists/loadListInfo',
  'members/ListMembers',
  'members/addMemberToList',
  'members/deleteMemberFromList',
  'members/copyMemberToList',
  'members/moveMemberToList',
  'automata/automatalist',
  'automata/loadAutomataData',
  'automata/updateAutomataData',
  'automata/deleteautomata',
  'automata/addautomata',
  'automata/renameautomata',
  'credentials/Credentialslist',
  'credentials/deleteCredentials',
  'credentials/addCredentials',
  'credentials/renameCredentials',
  'channels/listChannels',
  'channels/ReorderChannelsList',
  'channels/addChannel',
  'channels/renameChannel',
  'channels/deleteChannel',
  'report/getTemplateReport',
  'report/getCustomReport',
  'report/saveNewCustomReport',
  'report/getAllCustomReports',
  'report/saveCustomReport',
  'report/deleteCustomReport',
  'report/getCampaignOptInsOverTime',
  'shortURL/getTotalMLPClicksCount',
  'shortURL/getUniqueMLPClicksCount',
  'shortURL/getMLPClickers',
  'shortURL/getMLPClicksOverTime',
  'campaign/responsesForCampaign',
  'campaign/campaignResponsesOverTime',
  'lists/subscribersFromCampaign',
  'automata/automataCount',
  'simulator/phoneSend',
  'simulator/phoneMessages',
];
const GETS = [
  'shortURL/exportClickers',
  'shortURL/getMLPList',
  'campaign/exportCampaignResponses',
  'campaign/reportCampaignList',
  'lists/exportSubscribersFromCampaign',
];

test('every call of section 7 exists and answers the same to anybody without a session', async () => {
  const nobody = wireClient(address);
  const bodies = new Set<string>();
  for (const path of POSTS) {
    const response = await nobody.send(`/session/api/${path}`, { method: 'POST' });
    expect([path, response.status]).toEqual([path, 200]);
    bodies.add(await response.text());
  }
  for (const path of GETS) {
    const { status, text } = await nobody.get(`/session/api/${path}`);
    expect([path, status]).toEqual([path, 200]);
    bodies.add(text);
  }
  expect(bodies.size).toBe(1);
  expect(JSON.parse([...bodies][0] ?? '')).toMatchObject({ RESULT: -1, SUSER: 0 });
  expect(JSON.parse([...bodies][0] ?? '')).toHaveProperty('MESSAGE');
  expect(JSON.parse([...bodies][0] ?? '')).toHaveProperty('DETAIL');
});

test('paths are matched in any case; the envelope and the real SUSER are in every reply', async () => {
  const unknown = await client.post('lists/nothing');
  expect(unknown).toMatchObject({ status: 404, RESULT: 0, SUSER: client.user });
  for (const path of POSTS.filter((path) => !/addList|addTag|addChannel/.test(path))) {
    const cased = path.replaceAll(/[a-z]/g, (letter, at) => (at % 2 ? letter.toUpperCase() : letter));
    const reply = await client.post(cased);
    expect([path, [200, 400].includes(reply.status)]).toEqual([path, true]);
    expect([path, reply]).toMatchObject([path, { SUSER: client.user }]);
    expect([path, typeof reply.MESSAGE, typeof reply.DETAIL, typeof reply.RESULT]).toEqual([
      path,
      'string',
      'string',
      'number',
    ]);
    if (reply.status === 400) {
      expect([path, reply.RESULT]).toEqual([path, 0]);
      expect([path, reply.DETAIL]).not.toEqual([path, '']);
    }
  }
  for (const path of GETS) {
    const { status } = await client.get(`/SESSION/Api/${path.toUpperCase()}`);
    expect([path, [200, 400].includes(status)]).toEqual([path, true]);
  }
  const bare = await client.get('/session/api/AUTHENTICATION/CheckLogin');
  expect(bare).toEqual({ status: 200, text: String(client.user) });
});

const encodings: [string, (fields: Record<string, unknown>) => RequestInit][] = [
  [
    'multipart',
    (fields) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.set(name, String(value));
      return { body };
    },
  ],
  ['url-encoded', (fields) => ({ body: new URLSearchParams(fields as Record<string, string>) })],
  [
    'JSON',
    (fields) => ({
      body: JSON.stringify(fields),
      headers: { 'content-type': 'application/json; charset=utf-8' },
    }),
  ],
];

test.each(encodings)('a body as %s: text, numbers, umlauts, an oversized one', async (name, encode) => {
  const call = async (path: string, fields: Record<string, unknown>): Promise<Reply> => {
    const response = await client.send(`/session/api/${path}`, { method: 'POST', ...encode(fields) });
    return { ...((await response.json()) as Reply), status: response.status };
  };
  const title = `Größe € 😀 + & = % ${name}`;
  const added = await call('lists/addList', { ListName: title });
  expect(added).toMatchObject({ status: 200, RESULT: 1, SUSER: client.user });
  const info = await call('lists/loadListInfo', { ListId: added.NEWListID, iMystery: 'more' });
  expect(JSON.stringify(info.LISTINFO)).toContain(title);
  expect(await call('lists/loadListInfo', { ListId: String(added.NEWListID) })).toMatchObject({ RESULT: 1 });
  expect(await call('lists/renameList', { ListId: added.NEWListID, ListName: '  ' })).toMatchObject({
    status: 200,
    RESULT: 0,
    SUSER: client.user,
  });
  const huge = await call('lists/addList', { ListName: 'x'.repeat(12_000_000) });
  expect(huge).toMatchObject({ status: 413, RESULT: 0 });
  expect(huge.MESSAGE).not.toBe('');
});

test('malformed input is 400 with the field named, and nothing is stored', async () => {
  const list = await addList(client, 'Untouched');
  const cases: [string, Record<string, string | number>, string][] = [
    ['lists/addList', {}, 'ListName'],
    ['lists/loadListInfo', {}, 'ListId'],
    ['lists/loadListInfo', { ListId: 'abc' }, 'ListId'],
    ['lists/loadListInfo', { ListId: '' }, 'ListId'],
    ['lists/loadListInfo', { ListId: 1.5 }, 'ListId'],
    ['lists/loadListInfo', { ListId: '99999999999999999999999' }, 'ListId'],
    ['lists/renameList', { ListId: list }, 'ListName'],
    ['lists/ReorderListList', { ListArray: '[{' }, 'ListArray'],
    ['lists/ReorderListList', { ListArray: '{"ID":1}' }, 'ListArray'],
    ['members/ListMembers', { ListId: list, iDisplayStart: -1, iDisplayLength: 15 }, 'iDisplayStart'],
    ['members/addMemberToList', { ListId: list, ContactString: '12' }, 'ContactString'],
    ['members/addMemberToList', { ListId: list, ContactString: 'hello' }, 'ContactString'],
    ['campaign/campaignlist', { iDisplayStart: 'x' }, 'iDisplayStart'],
    ['control-point/SaveCPData', { inpBatchId: 1, controlPoint: '{"TYPE"' }, 'controlPoint'],
    ['report/saveNewCustomReport', { inpReportString: 'no' }, 'inpReportString'],
    ['automata/loadAutomataData', { AutomataId: '1 or 1=1' }, 'AutomataId'],
  ];
  for (const [path, fields, field] of cases) {
    const reply = await client.post(path, fields);
    expect([path, fields, reply]).toMatchObject([
      path,
      fields,
      { status: 400, RESULT: 0, SUSER: client.user },
    ]);
    expect([path, reply.DETAIL]).toEqual([path, expect.stringContaining(field)]);
    expect(reply.MESSAGE).toMatch(/[a-z].*\.$/i);
  }
  const broken = await client.send('/session/api/lists/addList', {
    method: 'POST',
    body: '{"ListName":',
    headers: { 'content-type': 'application/json' },
  });
  expect(broken.status).toBe(400);
  expect(await broken.json()).toMatchObject({ RESULT: 0, SUSER: client.user });
  const invalid = await client.send('/session/api/lists/addList', {
    method: 'POST',
    body: 'ListName=%FF%FE',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(invalid.status).toBe(400);
  const nul = await client.post('lists/addList', { ListName: 'a\0b' });
  expect(nul).toMatchObject({ status: 400, RESULT: 0 });
});

test('a foreign id and an unknown id answer the same bytes', async () => {
  const list = await addList(stranger, 'Theirs');
  await stranger.post('tags/addTag', { TagName: 'Theirs' });
  const tag = listOf(await stranger.post('tags/taglist', { TagFilters: '' }), 'TAGS')[0]?.ID as number;
  const { campaign, steps } = await campaignOf(stranger, { TYPE: 'STATEMENT', TEXT: 'Secret' });
  const automata = Number(
    (await stranger.post('automata/addautomata', { AutomataName: 'Theirs' })).NEWAUTOMATAID,
  );
  const credential = Number(
    (await stranger.post('credentials/addCredentials', { CredentialsName: 'Theirs' })).NEWCREDENTIALSID,
  );
  const contact = Number(
    (await stranger.post('members/addMemberToList', { ContactString: '2125550100', ListId: list }))
      .CONTACTADDRESSID,
  );
  const unknown = 987_654_321;
  const cases: [string, (id: number) => Record<string, string | number>, number][] = [
    ['lists/loadListInfo', (ListId) => ({ ListId }), list],
    ['lists/renameList', (ListId) => ({ ListId, ListName: 'Mine' }), list],
    [
      'members/ListMembers',
      (ListId) => ({ ListId, iDisplayStart: 0, iSearchStr: '', iDisplayLength: 15 }),
      list,
    ],
    ['members/addMemberToList', (ListId) => ({ ListId, ContactString: '2125550100' }), list],
    ['tags/renameTag', (TagId) => ({ TagId, TagName: 'Mine' }), tag],
    ['tags/TagListWithData', (ContactAddressId) => ({ ContactAddressId, inpFilter: '' }), contact],
    ['campaign/getBatchDetails', (inpBatchId) => ({ inpBatchId }), campaign],
    ['campaign/LogicalDeleteBatch', (inpBatchId) => ({ inpBatchId }), campaign],
    ['campaign/LogicalRecoverBatch', (inpBatchId) => ({ inpBatchId }), campaign],
    ['campaign/CloneCampaign', (inpBatchId) => ({ inpBatchId }), campaign],
    ['campaign/LoadBatchDesc', (inpBatchId) => ({ inpBatchId, inpTemplateFlag: 0 }), campaign],
    [
      'campaign/SaveBatchDesc',
      (inpBatchId) => ({ inpBatchId, inpDesc: 'Mine', inpTemplateFlag: 0 }),
      campaign,
    ],
    ['control-point/ReadCPs', (inpBatchId) => ({ inpBatchId }), campaign],
    ['control-point/ReadCPData', (inpBatchId) => ({ inpBatchId, inpQID: steps[0] ?? 0 }), campaign],
    ['control-point/DeleteCPData', (inpBatchId) => ({ inpBatchId, INPPID: steps[0] ?? 0 }), campaign],
    [
      'control-point/MoveCPData',
      (inpBatchId) => ({ inpBatchId, INPPID: steps[0] ?? 0, INPNEWPOS: 1 }),
      campaign,
    ],
    [
      'control-point/AddCPData',
      (inpBatchId) => ({ inpBatchId, controlPoint: '{"ID":0,"RQ":0,"TYPE":"STATEMENT","TEXT":"x"}' }),
      campaign,
    ],
    ['keyword/LoadKeyword', (inpBatchId) => ({ inpBatchId, inpShortCode: '' }), campaign],
    ['keyword/SaveKeyword', (inpBatchId) => ({ inpBatchId, inpShortCode: '', inpKeyword: 'X1' }), campaign],
    ['automata/loadAutomataData', (AutomataId) => ({ AutomataId }), automata],
    ['automata/renameautomata', (AutomataId) => ({ AutomataId, AutomataName: 'Mine' }), automata],
    [
      'credentials/renameCredentials',
      (CredentialsId) => ({ CredentialsId, CredentialsName: 'Mine' }),
      credential,
    ],
    [
      'blast/GetBlastToListStats',
      (inpBatchId) => ({
        inpBatchId,
        inpTargetListIds: String(list),
        inpShortCode: '',
        inpContactTypeId: 3,
        inpSkipDNCCheck: 0,
        ABTestingBatches: '',
        inpTagfilter: '[]',
      }),
      campaign,
    ],
    ['report/getCustomReport', (inpReportId) => ({ inpReportId }), 1],
  ];
  for (const [path, fields, id] of cases) {
    const [theirs, none] = await Promise.all([
      client.post(path, fields(id)),
      client.post(path, fields(unknown)),
    ]);
    expect([path, none]).toMatchObject([path, { status: 404, RESULT: 0, SUSER: client.user }]);
    expect([path, theirs]).toEqual([path, none]);
  }
  expect(listOf(await stranger.post('lists/lists', { ListFilters: 'Theirs' }), 'LISTS')).toMatchObject([
    { ID: list, NAME: 'Theirs', COUNT: 1 },
  ]);
  const { text } = await stranger.get('/session/api/authentication/checklogin');
  expect(Number(text)).toBe(stranger.user);
});

test('a cookie call from another site is refused, one without a browser is served', async () => {
  const call = (headers: Record<string, string>) =>
    client.send('/session/api/lists/lists', { method: 'POST', headers });
  const statuses = async (...all: Record<string, string>[]) =>
    Promise.all(all.map(async (headers) => (await call(headers)).status));
  expect(
    await statuses(
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: address, 'sec-fetch-site': 'cross-site' },
    ),
  ).toEqual([403, 403, 403, 403]);
  expect(
    await statuses({ origin: address }, { 'sec-fetch-site': 'same-origin', origin: address }, {}),
  ).toEqual([200, 200, 200]);
  expect(await (await call({ origin: 'https://evil.example' })).json()).toMatchObject({ RESULT: 0 });
  const page = await client.send('/campaign/manage', {
    headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  });
  expect(page.status).toBe(200);
  const logout = await client.send('/session/logout', { headers: { 'sec-fetch-site': 'cross-site' } });
  expect(logout.status).toBe(403);
  expect((await client.get('/session/api/authentication/checklogin')).text).toBe(String(client.user));
});

function live(
  headers: Record<string, string>,
): Promise<{ opened: boolean; messages: unknown[]; close: () => void }> {
  const Socket = WebSocket as unknown as new (
    url: string,
    init: { headers: Record<string, string> },
  ) => WebSocket;
  const socket = new Socket(`${address.replace('http', 'ws')}/session/live`, { headers });
  const messages: unknown[] = [];
  socket.addEventListener('message', ({ data }) => messages.push(JSON.parse(String(data))));
  return new Promise((resolve) => {
    const end = (opened: boolean) => resolve({ opened, messages, close: () => socket.close() });
    socket.addEventListener('open', () => end(true));
    socket.addEventListener('error', () => end(false));
  });
}

test('live: an inbound text arrives as an inbox message; no session or a foreign Origin is refused', async () => {
  expect((await live({})).opened).toBe(false);
  expect((await live({ cookie: client.cookie(), origin: 'https://evil.example' })).opened).toBe(false);
  const mine = await live({ cookie: client.cookie(), origin: address });
  const theirs = await live({ cookie: stranger.cookie() });
  expect([mine.opened, theirs.opened]).toEqual([true, true]);
  const { campaign } = await campaignOf(client, { TYPE: 'TRAILER', TEXT: 'Hi' });
  expect(await keyword(client, campaign, 'LIVE')).toMatchObject({ RESULT: 1 });
  await texts(client, '2125550160', 'live');
  const inbox = await until(async () =>
    mine.messages.map((message) => JSON.stringify(message)).find((text) => text.includes('RESPONSE_VCH')),
  );
  expect(inbox).toMatch(/"CONTACTSTRING_VCH":"\+12125550160"/);
  expect(inbox).toMatch(/"RESPONSE_VCH":"live"/);
  expect(inbox).toMatch(new RegExp(`"BATCHID":${campaign}[,}]`));
  expect(inbox).toMatch(/"CREATED_DT":"\d{4}-/);
  expect(inbox).toMatch(/"ID":\d+/);
  expect(JSON.stringify(theirs.messages)).not.toContain('12125550160');
  mine.close();
  theirs.close();
});

test('health, metrics, documentation, pages, and the logout path', async () => {
  const nobody = wireClient(address);
  expect((await nobody.get('/healthz')).status).toBe(200);
  expect((await nobody.get('/readyz')).status).toBe(200);
  const metrics = await nobody.get('/metrics');
  expect(metrics.status).toBe(200);
  expect(metrics.text).toMatch(/^# HELP /m);
  const docs = await nobody.get('/docs');
  expect(docs.status).toBe(200);
  expect(docs.text).toMatch(/<html/i);
  for (const path of ['/', '/campaign/manage', '/no/such/page', '/campaign/API/1'])
    expect((await nobody.get(path)).text).toContain('<div id="root"');

  const guest = await register(address);
  const before = guest.cookie();
  const out = await guest.get('/session/logout');
  expect(out.status).toBe(200);
  expect((await guest.get('/session/api/authentication/checklogin')).text).toBe('0');
  const replay = await fetch(`${address}/session/api/lists/lists`, {
    method: 'POST',
    headers: { cookie: before },
  });
  expect(await replay.json()).toMatchObject({ RESULT: -1, SUSER: 0 });
});

test('a file that does not exist is 404: words for a machine, the page with the way back for a browser', async () => {
  for (const path of ['/robots.txt', '/sitemap.xml', '/.env', '/old/index.php']) {
    const answer = await fetch(address + path);
    expect([path, answer.status]).toEqual([path, 404]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toMatchObject({ RESULT: 0 });
    const page = await fetch(address + path, { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([path, page.status]).toEqual([path, 404]);
    expect(await page.text()).toContain('id="root"');
  }
  for (const path of ['/favicon.svg', '/favicon.ico', '/campaign/manage', '/no/such/screen'])
    expect([path, (await fetch(address + path)).status]).toEqual([path, 200]);
});
