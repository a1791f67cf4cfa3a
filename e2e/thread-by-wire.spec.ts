/** The main job by its calls alone, in the wire's own words. */
import { expect, inject, test } from 'vitest';
import {
  addStep,
  emptyCampaign,
  listOf,
  phone,
  type Reply,
  received,
  register,
  until,
  wireClient,
} from './wire.ts';

const address = inject('address');

test('templates: at least twelve, with icons; type 100 opens in Guided Configuration', async () => {
  const client = await register(address);
  const templates = listOf(
    await client.post('control-flow-template/TemplateList', { iDisplayStart: 0, iSearchStr: '' }),
    'TEMPLATES',
  );
  expect(templates.length).toBeGreaterThanOrEqual(12);
  expect(templates.map(({ TYPE }) => TYPE)).toContain(100);
  const icons = listOf(
    await client.post('control-flow-template/LoadTemplateIcons', { iSearchStr: '' }),
    'ICONS',
  );
  expect(icons.map(({ PKId_int }) => PKId_int)).toContain(1001);
  for (const { KEY, TYPE } of templates) {
    const made = await client.post('control-point/AddNewBatchFromTemplate', { TID: String(KEY) });
    expect(made).toMatchObject({ RESULT: 1, TEMPLATETYPE: TYPE });
    expect(Number(made.BATCHID)).toBeGreaterThan(0);
  }
  const list = await client.post('campaign/campaignlist', {
    iDisplayStart: 0,
    iSearchStr: '',
    iDisplayLength: 15,
  });
  expect(list.START).toBe(0);
  expect(listOf(list, 'CAMPAIGNS').length).toBe(Math.min(15, templates.length));
});

test('steps: added, read by ID and by RQ, moved, saved with a version, deleted, renumbered from 1', async () => {
  const client = await register(address);
  const campaign = await emptyCampaign(client);
  const first = await addStep(client, campaign, { TYPE: 'STATEMENT', TEXT: 'One' });
  const second = await addStep(client, campaign, {
    TYPE: 'STATEMENT',
    TEXT: 'Two',
    GID: 'unknown fields survive',
  });
  const third = await addStep(client, campaign, { TYPE: 'TRAILER', TEXT: 'Three', RQ: 1 });
  const order = async () =>
    (
      (await client.post('control-point/ReadCPs', { inpBatchId: campaign, inpTemplateFlag: 0 })).CPOBJ as {
        ID: number;
        RQ: number;
      }[]
    ).map(({ ID, RQ }) => [ID, RQ]);
  expect(await order()).toEqual([
    [third, 1],
    [first, 2],
    [second, 3],
  ]);
  await client.post('control-point/MoveCPData', { inpBatchId: campaign, INPPID: third, INPNEWPOS: 99 });
  expect(await order()).toEqual([
    [first, 1],
    [second, 2],
    [third, 3],
  ]);

  const byId = (
    await client.post('control-point/ReadCPData', { inpBatchId: campaign, inpQID: second, inpIDKey: 'ID' })
  ).CPOBJ as Record<string, unknown>;
  const byRq = (
    await client.post('control-point/ReadCPData', { inpBatchId: campaign, inpQID: 2, inpIDKey: 'RQ' })
  ).CPOBJ;
  expect(byRq).toEqual(byId);
  expect(byId).toMatchObject({
    ID: second,
    PID: second,
    RQ: 2,
    TEXT: 'Two',
    GID: 'unknown fields survive',
    T64: 0,
  });

  const save = (point: Record<string, unknown>) =>
    client.post('control-point/SaveCPData', { inpBatchId: campaign, controlPoint: JSON.stringify(point) });
  const saved = await save({ ...byId, TEXT: Buffer.from('Café').toString('base64'), T64: 1 });
  expect(saved.RESULT).toBe(1);
  const stale = await save({ ...byId, TEXT: 'Too late' });
  expect(stale).toMatchObject({ status: 200, RESULT: 0, CPOBJ: { TEXT: 'Café', T64: 0 } });
  expect(stale.MESSAGE).not.toBe('');
  const { VERSION, ...older } = byId;
  expect(VERSION).toBeTypeOf('number');
  expect(await save({ ...older, TEXT: 'An older client' })).toMatchObject({ RESULT: 1 });
  expect(await save({ ...byId, TYPE: 'EVIL' })).toMatchObject({ status: 400, RESULT: 0, SUSER: client.user });

  await client.post('control-point/DeleteCPData', { inpBatchId: campaign, INPPID: first });
  expect(await order()).toEqual([
    [second, 1],
    [third, 2],
  ]);
});

test('keyword → conversation: a question, an intent with a response, a tag, an opt-in, a report', async () => {
  const client = await register(address);
  const list = Number((await client.post('lists/addList', { ListName: 'VIP' })).NEWListID);
  expect((await client.post('tags/addTag', { TagName: 'Colour' })).RESULT).toBe(1);
  const campaign = await emptyCampaign(client);
  await addStep(client, campaign, {
    TYPE: 'ONESELECTION',
    TEXT: 'Red or blue?',
    TDESC: 'Colour question',
    OPTIONS: [
      { ID: 1, TEXT: 'Red', AVAL: 'r', AVALRESP: 'Like roses.' },
      { ID: 2, TEXT: 'Blue', AVAL: 'b', TRN: [{ TID: 1, TEXT: 'like the sky' }] },
    ],
  });
  await addStep(client, campaign, { TYPE: 'CDF', SCDF: 'Colour' });
  await addStep(client, campaign, { TYPE: 'OPTIN', OIG: list });
  await addStep(client, campaign, { TYPE: 'TRAILER', TEXT: 'Thanks, {%answer:Colour question%} it is.' });
  expect(
    await client.post('keyword/SaveKeyword', {
      inpBatchId: campaign,
      inpShortCode: '',
      inpKeyword: ' Colour ',
    }),
  ).toMatchObject({ RESULT: 1 });
  expect(
    await client.post('keyword/SaveKeyword', { inpBatchId: campaign, inpShortCode: '', inpKeyword: 'STOP' }),
  ).toMatchObject({ status: 200, RESULT: 0 });
  expect(await client.post('keyword/LoadKeyword', { inpBatchId: campaign, inpShortCode: '' })).toMatchObject({
    KEYWORD: 'Colour',
  });
  const other = await emptyCampaign(client);
  const taken = await client.post('keyword/SaveKeyword', {
    inpBatchId: other,
    inpShortCode: '',
    inpKeyword: 'ＣＯＬＯＵＲ',
  });
  expect(taken).toMatchObject({ status: 200, RESULT: 0 });
  expect(taken.MESSAGE).not.toBe('');

  const person = '2125550111';
  const sent = await client.post('simulator/phoneSend', {
    inpContactString: person,
    inpShortCode: '',
    inpText: 'colour',
    inpMessageId: 'm1',
  });
  expect(sent.RESULT).toBe(1);
  const again = await client.post('simulator/phoneSend', {
    inpContactString: person,
    inpShortCode: '',
    inpText: 'colour',
    inpMessageId: 'm1',
  });
  expect(again.ID).toBe(sent.ID);
  await until(async () => (await received(client, person)).length === 1);
  expect(await received(client, person)).toEqual(['Red or blue?']);
  await client.post('simulator/phoneSend', { inpContactString: person, inpText: '1' });
  await until(async () => (await received(client, person)).length === 3);
  expect(await received(client, person)).toEqual(['Red or blue?', 'Like roses.', 'Thanks, 1 it is.']);

  const members = listOf(
    await client.post('members/ListMembers', {
      ListId: list,
      iDisplayStart: 0,
      iSearchStr: '',
      iDisplayLength: 15,
    }),
    'MEMBERS',
  );
  expect(members).toMatchObject([{ ContactString_vch: '+12125550111', GroupId_bi: list }]);
  const tags = listOf(
    await client.post('tags/TagListWithData', {
      inpFilter: '',
      ContactAddressId: String(members[0]?.ContactAddressId_bi),
    }),
    'TAGS',
  );
  expect(tags).toMatchObject([{ TAG: 'Colour', VALUE: '1' }]);

  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date());
  const responses = await client.post('campaign/responsesForCampaign', {
    startDate: today,
    endDate: today,
    id: campaign,
    limit: 3,
    page: 0,
  });
  expect(responses.DATA).toMatchObject({ count: 1 });
  const overTime = await client.post('campaign/campaignResponsesOverTime', {
    startDate: today,
    endDate: today,
    id: campaign,
  });
  expect(overTime.DATA).toMatchObject([{ sysDate: today }]);
  const optIns = await client.post('report/getCampaignOptInsOverTime', {
    startDate: today,
    endDate: today,
    id: campaign,
  });
  expect(JSON.stringify(optIns.DATA)).toContain('1');
});

test('blast: counts that add up, launched once, nothing to those who opted out, conversation goes on', async () => {
  const client = await register(address);
  const list = Number((await client.post('lists/addList', { ListName: 'Customers' })).NEWListID);
  const people = Array.from({ length: 12 }, (_, index) => `21255502${String(index).padStart(2, '0')}`);
  await client.post('tags/addTag', { TagName: 'Plan' });
  for (const number of people) {
    const added = await client.post('members/addMemberToList', { ContactString: number, ListId: list });
    expect(added).toMatchObject({ RESULT: 1, LISTID: list, CONTACTSTRING: `+1${number}` });
    await client.post('tags/updateTag', {
      ContactAddressId: String(added.CONTACTADDRESSID),
      Tag: 'Plan',
      Value: number.endsWith('0') ? 'free' : 'gold',
    });
  }
  await client.post('simulator/phoneSend', { inpContactString: people[1] ?? '', inpText: 'STOP' });
  await until(async () => (await received(client, people[1] ?? '')).length === 1);
  const campaign = await emptyCampaign(client);
  await addStep(client, campaign, {
    TYPE: 'ONESELECTION',
    TEXT: 'Sale today, {%Plan|friend%}! Coming?',
    OPTIONS: [
      { ID: 1, TEXT: 'Yes' },
      { ID: 2, TEXT: 'No' },
    ],
  });
  await addStep(client, campaign, { TYPE: 'TRAILER', TEXT: 'Noted.' });
  const form = {
    inpBatchId: campaign,
    inpTargetListIds: String(list),
    inpShortCode: '',
    inpContactTypeId: 3,
    inpSkipDNCCheck: 0,
    ABTestingBatches: '',
    inpTagfilter: JSON.stringify([{ type: 'CDF', tag: 'Plan', operator: '=', value: 'gold', Error: '' }]),
  };
  const review = await client.post('blast/GetBlastToListStats', form);
  expect(review).toMatchObject({
    RESULT: 1,
    LISTCOUNT: 12,
    FILTERCOUNT: 2,
    OPTOUTCOUNT: 1,
    LISTCOUNTDUPLICATE: 0,
    ELLIGIBLECOUNT: 9,
    CREDITSNEEDED: 9,
    QUEUECOUNT: 0,
  });
  expect(review.BALANCENUMBER).toBeGreaterThan(900);
  expect(await client.post('blast/GetBlastToListStats', { ...form, inpSkipDNCCheck: 1 })).toMatchObject({
    status: 400,
    RESULT: 0,
  });
  const sent = await client.post('blast/BlastToList', { ...form, ...atOnce() });
  expect(sent).toMatchObject({
    RESULT: 1,
    SOURCEBATCHID: campaign,
    TARGETBATCHID: campaign,
    LISTCOUNT: 12,
    QUEUEDCOUNT: 9,
  });
  const lucky = people[2] ?? '';
  await until(async () => (await received(client, lucky)).length === 1);
  expect(await received(client, lucky)).toEqual(['Sale today, gold! Coming?']);
  expect(await received(client, people[0] ?? '')).toEqual([]);
  expect((await received(client, people[1] ?? '')).length).toBe(1);
  await client.post('simulator/phoneSend', { inpContactString: lucky, inpText: 'yes' });
  await until(async () => (await received(client, lucky)).length === 2);
  const after = await client.post('blast/GetBlastToListStats', form);
  expect(after).toMatchObject({
    LISTCOUNT: 12,
    FILTERCOUNT: 2,
    OPTOUTCOUNT: 1,
    LISTCOUNTDUPLICATE: 9,
    ELLIGIBLECOUNT: 0,
  });
  const delivered = await until(async () =>
    (await phone(client, lucky)).find(({ STATUS }) => STATUS === 'delivered'),
  );
  expect(delivered.CREDITS).toBe(1);
});

/** A schedule in the past goes at once. */
const atOnce = () => ({ inpSchedule: '2020-01-01 09:00:00' });

test('a blast beyond the balance is refused before anything is queued', async () => {
  const client = await register(address);
  const list = Number((await client.post('lists/addList', { ListName: 'One' })).NEWListID);
  await client.post('members/addMemberToList', { ContactString: '2125550177', ListId: list });
  const campaign = await emptyCampaign(client);
  for (let step = 0; step < 93; step += 1)
    await addStep(client, campaign, { TYPE: 'STATEMENT', TEXT: 'x'.repeat(1600) });
  await addStep(client, campaign, { TYPE: 'TRAILER', TEXT: 'end' });
  const form = {
    inpBatchId: campaign,
    inpTargetListIds: String(list),
    inpShortCode: '',
    inpContactTypeId: 3,
    inpSkipDNCCheck: 0,
    ABTestingBatches: '',
    inpTagfilter: '[]',
  };
  const refused = await client.post('blast/BlastToList', { ...form, ...atOnce() });
  expect(refused).toMatchObject({ status: 200, RESULT: 0, SUSER: client.user });
  expect(refused.MESSAGE).not.toBe('');
  expect(await client.post('blast/GetBlastToListStats', form)).toMatchObject({
    LISTCOUNTDUPLICATE: 0,
    QUEUECOUNT: 0,
  });
});

test('STOP, START and HELP before any flow; a stopped number gets nothing more from the trigger URL', async () => {
  const client = await register(address);
  const campaign = await emptyCampaign(client);
  await addStep(client, campaign, { TYPE: 'TRAILER', TEXT: 'Hi {%Name|you%}' });
  await client.post('tags/addTag', { TagName: 'Name' });
  expect((await client.post('credentials/addCredentials', { CredentialsName: 'Shop' })).RESULT).toBe(1);
  const [pair] = listOf(
    await client.post('credentials/Credentialslist', { CredentialsFilters: '' }),
    'CREDENTIALS',
  );
  const person = '2125550133';
  const trigger = (fields: Record<string, string>) =>
    wireClient(address).get('/api/v1/triggerSMS', {
      inpContactString: person,
      inpBatchId: campaign,
      inpUserName: String(pair?.AccessKey_vch),
      inpPassword: String(pair?.SecretKey_vch),
      ...fields,
    });
  const ok = await trigger({ Name: 'Ann' });
  expect([ok.status, JSON.parse(ok.text).RESULT]).toEqual([200, 1]);
  await until(async () => (await received(client, person)).includes('Hi Ann'));
  expect((await trigger({ inpPassword: 'wrong' })).status).toBe(401);
  expect((await trigger({ inpBatchId: '999999' })).status).toBe(404);
  expect((await trigger({ inpContactString: '12' })).status).toBe(400);
  await client.post('simulator/phoneSend', { inpContactString: person, inpText: 'Stop, please.' });
  await until(async () => (await received(client, person)).length === 2);
  const refused = await trigger({});
  expect([refused.status, JSON.parse(refused.text).RESULT]).toEqual([200, 0]);
  await client.post('simulator/phoneSend', { inpContactString: person, inpText: 'help' });
  await until(async () => (await received(client, person)).length === 3);
  await client.post('simulator/phoneSend', { inpContactString: person, inpText: 'START' });
  await until(async () => (await received(client, person)).length === 4);
  expect(JSON.parse((await trigger({})).text).RESULT).toBe(1);
});

test('deleting frees the keyword, restoring takes it back or says that it could not; a clone has none', async () => {
  const client = await register(address);
  const one = await emptyCampaign(client);
  const two = await emptyCampaign(client);
  const keyword = (campaign: number, word: string) =>
    client.post('keyword/SaveKeyword', { inpBatchId: campaign, inpShortCode: '', inpKeyword: word });
  const find = async (campaign: number) =>
    listOf(
      await client.post('campaign/campaignlist', { iDisplayStart: 0, iSearchStr: '', iDisplayLength: 15 }),
      'CAMPAIGNS',
    ).find(({ BATCHID }) => BATCHID === campaign);
  await keyword(one, 'PIZZA');
  expect(await client.post('campaign/LogicalDeleteBatch', { inpBatchId: one })).toMatchObject({ RESULT: 1 });
  expect(await find(one)).toMatchObject({ ACTIVE: '0' });
  expect(await keyword(two, 'pizza')).toMatchObject({ RESULT: 1 });
  const restored: Reply = await client.post('campaign/LogicalRecoverBatch', { inpBatchId: one });
  expect(restored.RESULT).toBe(1);
  expect(restored.MESSAGE).toMatch(/pizza/i);
  expect(await find(one)).toMatchObject({ ACTIVE: '1', KEYWORD: '' });
  const clone = await client.post('campaign/CloneCampaign', { inpBatchId: two });
  expect(await find(Number(clone.BATCHID))).toMatchObject({ KEYWORD: '' });
});

test('without a session RESULT is -1 for every call; an unknown call is 404; the pages are served', async () => {
  const nobody = wireClient(address);
  expect(await nobody.post('lists/lists')).toMatchObject({ status: 200, RESULT: -1, SUSER: 0 });
  expect(await nobody.post('no/such')).toMatchObject({ status: 404, RESULT: 0 });
  expect(await nobody.get('/session/api/authentication/checklogin')).toEqual({ status: 200, text: '0' });
  expect((await nobody.get('/signin')).text).toContain('<div id="root"');
  expect((await nobody.get('/healthz')).status).toBe(200);
});
