/** Campaigns, templates, steps and keywords. */
import { beforeAll, expect, inject, test } from 'vitest';
import {
  addList,
  addStep,
  campaignOf,
  changeStep,
  emptyCampaign,
  keyword,
  listOf,
  readStep,
  readSteps,
  register,
  saveStep,
} from './wire.ts';

const address = inject('address');
let client: Awaited<ReturnType<typeof register>>;
beforeAll(async () => {
  client = await register(address);
});

const campaigns = async (search = '', start = 0, length = 5000) =>
  listOf(
    await client.post('campaign/campaignlist', {
      iDisplayStart: start,
      iSearchStr: search,
      iDisplayLength: length,
    }),
    'CAMPAIGNS',
  );
const find = async (id: number) => (await campaigns()).find(({ BATCHID }) => BATCHID === id);
const rename = (inpBatchId: number, inpDesc: string, inpTemplateFlag = 0) =>
  client.post('campaign/SaveBatchDesc', { inpBatchId, inpDesc, inpTemplateFlag });

test('campaigns: named, searched, paged, duplicated, deleted, restored', async () => {
  const { campaign } = await campaignOf(client, { TYPE: 'TRAILER', TEXT: 'Bye' });
  expect(await rename(campaign, 'Sale 100% of_all')).toMatchObject({ RESULT: 1, DESC: 'Sale 100% of_all' });
  expect(await rename(campaign, '  ')).toMatchObject({ status: 200, RESULT: 0 });
  expect(
    await client.post('campaign/LoadBatchDesc', { inpBatchId: campaign, inpTemplateFlag: 0 }),
  ).toMatchObject({ RESULT: 1, DESC: 'Sale 100% of_all' });
  expect(await client.post('campaign/getBatchDetails', { inpBatchId: campaign })).toMatchObject({
    RESULT: 1,
    BATCHID: campaign,
    DESC: 'Sale 100% of_all',
    TEMPLATEID: 1,
    SUSER: client.user,
  });
  const details = await client.post('campaign/getBatchDetails', { inpBatchId: campaign });
  const [channel] = listOf(await client.post('channels/listChannels', { iSearchStr: '' }), 'CHANNELS');
  expect(details.SHORTCODEID).toBe(channel?.SRID);
  for (const field of ['GROUPID', 'XMLCONTROLSTRING', 'MLPID', 'SCHEDULEOPTION', 'TEMPLATETYPE'])
    expect([field, details[field]]).not.toEqual([field, undefined]);
  expect((await campaigns('sALE 100%')).map(({ BATCHID }) => BATCHID)).toEqual([campaign]);
  expect((await campaigns('f_a')).length).toBe(1);
  expect(await campaigns('S_le')).toEqual([]);
  expect(await find(campaign)).toMatchObject({
    NAME: 'Sale 100% of_all',
    KEYWORD: '',
    TEMPID: 1,
    ISFINISHED: 1,
    BATCHID: campaign,
    ACTIVE: '1',
  });
  expect(typeof (await find(campaign))?.TEMPNAME).toBe('string');
  expect(typeof (await find(campaign))?.GROUPNAME).toBe('string');
  expect(await client.post('campaign/LogicalRecoverBatch', { inpBatchId: campaign })).toMatchObject({
    RESULT: 1,
  });
  for (let times = 0; times < 2; times += 1)
    expect(await client.post('campaign/LogicalDeleteBatch', { inpBatchId: campaign })).toMatchObject({
      RESULT: 1,
    });
  expect(await find(campaign)).toMatchObject({ ACTIVE: '0' });
  for (let times = 0; times < 2; times += 1)
    expect(await client.post('campaign/LogicalRecoverBatch', { inpBatchId: campaign })).toMatchObject({
      RESULT: 1,
    });
  expect(await find(campaign)).toMatchObject({ ACTIVE: '1' });
  expect(await client.post('campaign/CloneCampaign', { inpBatchId: campaign })).toMatchObject({ RESULT: 1 });
  const all = await client.post('campaign/campaignlist', {});
  expect(all).toMatchObject({ RESULT: 1, START: 0 });
  const second = await client.post('campaign/campaignlist', {
    iDisplayStart: 1,
    iSearchStr: '',
    iDisplayLength: 1,
  });
  expect(second.START).toBe(1);
  expect(listOf(second, 'CAMPAIGNS')).toEqual(listOf(all, 'CAMPAIGNS').slice(1, 2));
  expect(await campaigns('', 1000)).toEqual([]);
  expect((await campaigns(' ')).length).toBe(listOf(all, 'CAMPAIGNS').length);
});

test('a clone has steps of its own: jumps, tokens and rules point into the clone', async () => {
  const { campaign, steps } = await campaignOf(
    client,
    { TYPE: 'ONESELECTION', TEXT: 'Go?', OPTIONS: [{ ID: 1, TEXT: 'Yes' }] },
    { TYPE: 'BRANCH', CONDITIONS: [{ CID: 1, BOC: '=', BOCDV: 'x', BOAV: 'x', BOTNQ: 0, TYPE: 'CDF' }] },
    { TYPE: 'STATEMENT', TEXT: 'x', LMAX: 2 },
    { TYPE: 'TRAILER', TEXT: 'Bye' },
  );
  const [question = 0, branch = 0, statement = 0, end = 0] = steps;
  await changeStep(client, campaign, question, { OPTIONS: [{ ID: 1, TEXT: 'Yes', AVALNEXT: end }] });
  await changeStep(client, campaign, branch, {
    BOFNQ: question,
    CONDITIONS: [
      { CID: 1, BOC: '=', BOCDV: `{%answer:${question}%}`, BOAV: 'x', BOTNQ: end, TYPE: 'CDF', DESC: 'rule' },
    ],
  });
  await changeStep(client, campaign, statement, {
    TEXT: `You said {%answer:${question}|nothing%}`,
    LDIR: end,
  });
  const reply = await client.post('campaign/CloneCampaign', { inpBatchId: campaign });
  const clone = Number(reply.BATCHID) || Number((await campaigns())[0]?.BATCHID);
  const copies = (await readSteps(client, clone)).map(({ ID }) => ID);
  expect(copies.length).toBe(4);
  expect(copies.filter((id) => steps.includes(id))).toEqual([]);
  const [first = 0, second = 0, third = 0, fourth = 0] = copies;
  expect((await readStep(client, clone, first)).OPTIONS).toMatchObject([{ TEXT: 'Yes', AVALNEXT: fourth }]);
  expect(await readStep(client, clone, second)).toMatchObject({
    BOFNQ: first,
    CONDITIONS: [{ BOCDV: `{%answer:${first}%}`, BOTNQ: fourth, DESC: 'rule' }],
  });
  expect(await readStep(client, clone, third)).toMatchObject({
    TEXT: `You said {%answer:${first}|nothing%}`,
    LDIR: fourth,
  });
  expect((await readStep(client, campaign, question)).OPTIONS).toMatchObject([{ AVALNEXT: end }]);
});

test('templates: filtered, read with inpTemplateFlag, read-only; one of our own can be changed', async () => {
  const list = async (iSearchStr: string) =>
    listOf(
      await client.post('control-flow-template/TemplateList', { iDisplayStart: 0, iSearchStr }),
      'TEMPLATES',
    );
  const [first] = await list('');
  for (const field of ['KEY', 'NAME', 'DESC', 'TYPE', 'SVGICON', 'LEGACYID'])
    expect(Object.keys(first ?? {})).toContain(field);
  const name = String(first?.NAME);
  expect((await list(name.toUpperCase())).map(({ KEY }) => KEY)).toContain(first?.KEY);
  expect(await list('%')).toEqual([]);
  const key = Number(first?.KEY);
  expect(await client.post('campaign/LoadBatchDesc', { inpBatchId: key, inpTemplateFlag: 1 })).toMatchObject({
    RESULT: 1,
    DESC: name,
  });
  const steps = (await client.post('control-point/ReadCPs', { inpBatchId: key, inpTemplateFlag: 1 }))
    .CPOBJ as {
    ID: number;
    RQ: number;
    SWT: string;
  }[];
  expect(steps.map(({ RQ }) => RQ)).toEqual(steps.map((_, index) => index + 1));
  expect(
    await client.post('control-point/DeleteCPData', {
      inpBatchId: key,
      INPPID: steps[0]?.ID ?? 0,
      inpTemplateFlag: 1,
    }),
  ).toMatchObject({ status: 200, RESULT: 0 });
  expect(await rename(key, 'Mine', 1)).toMatchObject({ status: 200, RESULT: 0 });
  expect(await client.post('control-point/AddNewBatchFromTemplate', { TID: 987654321 })).toMatchObject({
    status: 404,
    RESULT: 0,
  });
  const made = await client.post('control-point/AddNewBatchFromTemplate', { TID: key });
  expect(made).toMatchObject({ RESULT: 1, DESC: expect.any(String), TEMPLATETYPE: first?.TYPE });
  const questions = listOf(await client.post('control-point/CPTemplateList', { Filter: '' }), 'TEMPLATES');
  expect(questions.length).toBeGreaterThan(0);
  expect(JSON.parse(String(questions[0]?.TEMPLATE))).toHaveProperty('TEXT');
  expect(
    listOf(
      await client.post('control-point/CPTemplateList', { Filter: String(questions[0]?.NAME) }),
      'TEMPLATES',
    ).length,
  ).toBeGreaterThan(0);
});

test('steps: every field of the list is kept, nested unknown ones too; a flow item is taken as well', async () => {
  const campaign = await emptyCampaign(client);
  const full = {
    TYPE: 'ONESELECTION',
    TEXT: 'Größe 😀\nzwei',
    STEXT: [{ TEXT: 'a', SID: 1, MTYPE: 'FBTEXT', T64: 0, LINK: 'https://example.com/x', MYOWN: [1] }],
    RTEXT: [{ TID: 1, TEXT: 'b', T64: 0 }],
    ANSWERS: [],
    OPTIONS: [
      {
        ID: 1,
        TEXT: 'c',
        T64: 0,
        AVAL: '7',
        AVALNEXT: 0,
        AVALRESP: 'd',
        AVALREDIR: 0,
        AVALREG: '^c+$',
        TRN: [{ TID: 1, TEXT: 'e', T64: 0 }],
        UNKNOWN: { deep: [1, 'x'] },
      },
    ],
    ESOPTIONS: [],
    CONDITIONS: [],
    ITYPE: 'MINUTES',
    IVALUE: '5',
    IMRNR: '2',
    INRMO: 'END',
    REQANS: '1',
    ERRMSGTXT: 'Sorry?',
    TGUIDE: 'guide',
    TDESC: 'Described',
    GID: 'g-1',
    FUTURE: { a: [true, null, 1.5] },
  };
  const id = await addStep(client, campaign, full);
  const stored = await readStep(client, campaign, id);
  expect(stored).toMatchObject({
    ...full,
    IVALUE: expect.anything(),
    IMRNR: expect.anything(),
    REQANS: expect.anything(),
  });
  expect([stored.IVALUE, stored.IMRNR, stored.REQANS].map(String)).toEqual(['5', '2', '1']);
  expect(stored).toMatchObject({ ID: id, PID: id, RQ: 1, SWT: '1', T64: 0 });
  const [item] = await readSteps(client, campaign);
  for (const field of ['ID', 'KEY', 'PID', 'RQ', 'SWT', 'TYPE', 'CPData'])
    expect(Object.keys(item ?? {})).toContain(field);
  const nested = await client.post('control-point/AddCPData', {
    inpBatchId: campaign,
    inpTemplateFlag: 0,
    controlPoint: JSON.stringify({
      ID: 0,
      KEY: 'fresh',
      PID: 0,
      RQ: 1,
      SWT: '0',
      TYPE: 'STATEMENT',
      CPData: { TYPE: 'STATEMENT', TEXT: 'SGk=', T64: 1, RTEXT: [{ TID: 1, TEXT: 'R3LDvMOfZQ==', T64: 1 }] },
    }),
  });
  expect(nested).toMatchObject({ RESULT: 1 });
  expect(await readStep(client, campaign, Number(nested.PID))).toMatchObject({
    RQ: 1,
    SWT: '0',
    TEXT: 'Hi',
    T64: 0,
    RTEXT: [{ TEXT: 'Grüße', T64: 0 }],
  });
  expect((await readSteps(client, campaign)).map(({ ID }) => ID)).toEqual([Number(nested.PID), id]);
});

test('steps: values outside the lists, bad base64 and foreign jumps are malformed and change nothing', async () => {
  const { campaign, steps } = await campaignOf(client, {
    TYPE: 'ONESELECTION',
    TEXT: 'Good',
    OPTIONS: [{ ID: 1, TEXT: 'A' }],
  });
  const good = await readStep(client, campaign, steps[0] ?? 0);
  const wrong: Record<string, unknown>[] = [
    { TYPE: 'NOSUCH' },
    { ITYPE: 'WEEKS' },
    { INRMO: 'MAYBE' },
    { IMRNR: 4 },
    { IMRNR: -1 },
    { IVALUE: 61 },
    { IVALUE: 'x' },
    { API_TYPE: 'TRACE' },
    { AF: 'OTHER' },
    { CONDITIONS: [{ CID: 1, BOC: '<>', BOCDV: 'a', BOAV: 'b', BOTNQ: 0 }] },
    { TEXT: '*** no base64 ***', T64: 1 },
    { TEXT: '//79', T64: 1 },
    { OPTIONS: 'none' },
    { TEXT: { a: 1 } },
    { SWT: '7' },
  ];
  for (const fields of wrong) {
    const reply = await saveStep(client, campaign, { ...good, ...fields });
    expect([fields, reply]).toMatchObject([fields, { status: 400, RESULT: 0, SUSER: client.user }]);
    expect([fields, reply.DETAIL]).toEqual([fields, expect.stringMatching(/controlPoint|[A-Z]/)]);
  }
  expect(await readStep(client, campaign, steps[0] ?? 0)).toEqual(good);
  const unknown = 987654321;
  expect(await saveStep(client, campaign, { ...good, ID: unknown, PID: unknown })).toMatchObject({
    status: 404,
  });
  for (const path of ['DeleteCPData', 'MoveCPData'])
    expect(
      await client.post(`control-point/${path}`, { inpBatchId: campaign, INPPID: unknown, INPNEWPOS: 1 }),
    ).toMatchObject({ status: 404, RESULT: 0 });
  expect(
    await client.post('control-point/ReadCPData', { inpBatchId: campaign, inpQID: 2, inpIDKey: 'RQ' }),
  ).toMatchObject({ status: 404 });
  expect(
    await client.post('control-point/ReadCPData', { inpBatchId: campaign, inpQID: 1, inpIDKey: 'NAME' }),
  ).toMatchObject({ status: 400 });
});

test('every step type can be added, read back and moved to either end', async () => {
  const campaign = await emptyCampaign(client);
  const types = [
    'STATEMENT',
    'ONESELECTION',
    'SHORTANSWER',
    'TRAILER',
    'API',
    'CDF',
    'BRANCH',
    'INTERVAL',
    'OPTIN',
    'MMS',
    'RESET',
    'AUX',
    'BATCHCP',
    'NOTIFY',
  ];
  const ids: number[] = [];
  for (const TYPE of types) ids.push(await addStep(client, campaign, { TYPE }));
  expect((await readSteps(client, campaign)).map(({ TYPE }) => TYPE)).toEqual(types);
  const move = (INPPID: number, INPNEWPOS: number) =>
    client.post('control-point/MoveCPData', { inpBatchId: campaign, INPPID, INPNEWPOS });
  expect(await move(ids[13] ?? 0, -5)).toMatchObject({ RESULT: 1 });
  expect(await move(ids[0] ?? 0, 3)).toMatchObject({ RESULT: 1 });
  const order = (await readSteps(client, campaign)).map(({ ID, RQ }) => [ID, RQ]);
  expect(order.map(([, rq]) => rq)).toEqual(types.map((_, index) => index + 1));
  expect(order.slice(0, 3).map(([id]) => id)).toEqual([ids[13], ids[1], ids[0]]);
});

test('ISFINISHED follows the flow check', async () => {
  const list = await addList(client, 'Finish');
  const isFinished = async (...points: Record<string, unknown>[]) => {
    const { campaign } = await campaignOf(client, ...points);
    return (await find(campaign))?.ISFINISHED;
  };
  expect(await isFinished()).toBe(0);
  expect(await isFinished({ TYPE: 'STATEMENT', TEXT: 'Hi' })).toBe(1);
  expect(await isFinished({ TYPE: 'STATEMENT', TEXT: ' ' })).toBe(0);
  expect(await isFinished({ TYPE: 'STATEMENT', TEXT: 'Hi', BOFNQ: 999999 })).toBe(0);
  expect(await isFinished({ TYPE: 'OPTIN' })).toBe(0);
  expect(await isFinished({ TYPE: 'OPTIN', OIG: list })).toBe(1);
  expect(await isFinished({ TYPE: 'CDF' })).toBe(0);
  expect(await isFinished({ TYPE: 'API', API_DOM: '' })).toBe(0);
  expect(await isFinished({ TYPE: 'STATEMENT', TEXT: 'Hi {%No such tag%}' })).toBe(0);
  expect(await isFinished({ TYPE: 'TRAILER', TEXT: 'Bye' }, { TYPE: 'STATEMENT', TEXT: 'never' })).toBe(1);
});

test('keywords: one holder per channel, in any case and width; reserved words; blanks clear', async () => {
  const { campaign: one } = await campaignOf(client, { TYPE: 'TRAILER', TEXT: 'One' });
  const { campaign: two } = await campaignOf(client, { TYPE: 'TRAILER', TEXT: 'Two' });
  const load = async (inpBatchId: number, inpShortCode = '') =>
    (await client.post('keyword/LoadKeyword', { inpBatchId, inpShortCode, inpTemplateFlag: 0 })).KEYWORD;
  const words = 'STOP STOPALL UNSUBSCRIBE CANCEL END QUIT REVOKE OPTOUT START UNSTOP YES HELP INFO';
  for (const word of words.split(' ')) {
    const reply = await keyword(client, one, word);
    expect([word, reply]).toMatchObject([word, { status: 200, RESULT: 0, SUSER: client.user }]);
    expect([word, reply.MESSAGE]).not.toEqual([word, '']);
  }
  expect(await keyword(client, one, 'ｓｔｏｐ')).toMatchObject({ RESULT: 0 });
  expect(await load(one)).toBe('');
  expect(await keyword(client, one, ' Straße ')).toMatchObject({ RESULT: 1 });
  expect(await load(one)).toBe('Straße');
  expect(await keyword(client, one, 'ＶＩＰ')).toMatchObject({ RESULT: 1 });
  expect(await keyword(client, two, 'vip')).toMatchObject({ status: 200, RESULT: 0 });
  expect(await keyword(client, one, 'vip')).toMatchObject({ RESULT: 1 });
  const second = await client.post('channels/addChannel', { ChannelName: 'Keyword channel' });
  const channel = listOf(
    await client.post('channels/listChannels', { iSearchStr: 'Keyword channel' }),
    'CHANNELS',
  )[0];
  expect(second.RESULT).toBe(1);
  expect(
    await client.post('keyword/SaveKeyword', {
      inpBatchId: two,
      inpShortCode: String(channel?.CHANNEL),
      inpKeyword: 'vip',
    }),
  ).toMatchObject({ RESULT: 1 });
  expect([await load(two), await load(two, String(channel?.SRID))]).toEqual(['', 'vip']);
  expect((await find(one))?.KEYWORD).toBe('vip');
  expect(await keyword(client, one, '   ')).toMatchObject({ RESULT: 1 });
  expect(await load(one)).toBe('');
  expect(await keyword(client, two, 'vip')).toMatchObject({ RESULT: 1 });
  expect(
    await client.post('keyword/SaveKeyword', { inpBatchId: one, inpShortCode: '555', inpKeyword: 'x' }),
  ).toMatchObject({ status: 404, RESULT: 0 });
  expect(await client.post('keyword/SaveKeyword', { inpBatchId: one, inpShortCode: '' })).toMatchObject({
    status: 400,
  });
});
