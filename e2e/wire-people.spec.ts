/** Tags, lists, members, channels, credentials. */
import { beforeAll, expect, inject, test } from 'vitest';
import { addList, addMember, listOf, register, setTag, texts, until } from './wire.ts';

const address = inject('address');
let client: Awaited<ReturnType<typeof register>>;
beforeAll(async () => {
  client = await register(address);
});

const tags = async (filter = '') => listOf(await client.post('tags/taglist', { TagFilters: filter }), 'TAGS');
const lists = async (fields: Record<string, string> = { ListFilters: '' }) =>
  listOf(await client.post('lists/lists', fields), 'LISTS');
const members = async (list: number, start = 0, search = '', length = 15) =>
  listOf(
    await client.post('members/ListMembers', {
      ListId: list,
      iDisplayStart: start,
      iSearchStr: search,
      iDisplayLength: length,
    }),
    'MEMBERS',
  );
const info = async (list: number) => {
  const { LISTINFO } = await client.post('lists/loadListInfo', { ListId: list });
  const value = typeof LISTINFO === 'string' ? JSON.parse(LISTINFO) : LISTINFO;
  return (Array.isArray(value) ? value[0] : value) as Record<string, unknown>;
};

test('tags: added, renamed, reordered, filtered, deleted; values move with the name', async () => {
  for (const TagName of ['Alpha', 'Beta', '50%_off']) {
    const reply = await client.post('tags/addTag', { TagName });
    expect(reply).toMatchObject({ status: 200, RESULT: 1 });
    expect(Number(reply.NEWTAGID)).toBeGreaterThan(0);
  }
  expect((await tags()).map(({ TAG }) => TAG)).toEqual(['Alpha', 'Beta', '50%_off']);
  expect(await client.post('tags/addTag', { TagName: ' aLPHA ' })).toMatchObject({ status: 200, RESULT: 0 });
  expect(await client.post('tags/addTag', { TagName: '   ' })).toMatchObject({ status: 200, RESULT: 0 });
  expect((await tags('BET')).map(({ TAG }) => TAG)).toEqual(['Beta']);
  expect((await tags('%_')).map(({ TAG }) => TAG)).toEqual(['50%_off']);
  expect((await tags('_')).length).toBe(1);

  const [alpha, beta, off] = (await tags()).map(({ ID }) => ID as number);
  const array = [off, alpha, beta].map((ID, NEWINDEX) => ({ ID, NEWINDEX }));
  expect(await client.post('tags/ReorderTagList', { TagArray: JSON.stringify(array) })).toMatchObject({
    RESULT: 1,
  });
  expect((await tags()).map(({ ID }) => ID)).toEqual([off, alpha, beta]);
  const indexes = (await tags()).map(({ NEWINDEX }) => Number(NEWINDEX));
  expect(indexes.toSorted((a, b) => a - b)).toEqual(indexes);
  expect(
    await client.post('tags/ReorderTagList', {
      TagArray: JSON.stringify([{ ID: 987654321, NEWINDEX: 0 }, ...array]),
    }),
  ).toMatchObject({ RESULT: 0 });
  expect((await tags()).map(({ ID }) => ID)).toEqual([off, alpha, beta]);

  expect(
    await client.post('tags/ReorderTagList', { TagArray: JSON.stringify([alpha, off, beta]) }),
  ).toMatchObject({ RESULT: 1 });
  expect((await tags()).map(({ ID }) => ID)).toEqual([alpha, off, beta]);

  const list = await addList(client, 'Tagged');
  const contact = await addMember(client, list, '(212) 555-0101');
  await setTag(client, contact, 'Alpha', 'Zoë');
  const values = async () => {
    const reply = await client.post('tags/TagListWithData', { inpFilter: '', ContactAddressId: contact });
    expect(reply).toMatchObject({ RESULT: 1, CONTACTSTRING: '+12125550101' });
    return Object.fromEntries(listOf(reply, 'TAGS').map(({ TAG, VALUE }) => [TAG, VALUE]));
  };
  expect(await values()).toEqual({ '50%_off': '', Alpha: 'Zoë', Beta: '' });
  expect(await client.post('tags/renameTag', { TagId: Number(alpha), TagName: 'beta' })).toMatchObject({
    status: 200,
    RESULT: 0,
  });
  expect(await client.post('tags/renameTag', { TagId: Number(alpha), TagName: 'ALPHA' })).toMatchObject({
    RESULT: 1,
  });
  expect(await client.post('tags/renameTag', { TagId: Number(alpha), TagName: 'Gamma' })).toMatchObject({
    RESULT: 1,
  });
  expect(await values()).toEqual({ '50%_off': '', Gamma: 'Zoë', Beta: '' });
  expect(
    await client.post('tags/updateTag', { ContactAddressId: contact, Tag: 'Alpha', Value: 'x' }),
  ).toMatchObject({ status: 200, RESULT: 0 });
  expect(
    await client.post('tags/updateTag', { ContactAddressId: contact, Tag: 'gamma', Value: '' }),
  ).toMatchObject({ RESULT: 1 });
  expect(await values()).toMatchObject({ Gamma: '' });
  expect(
    await client.post('tags/updateTag', { ContactAddressId: 987654321, Tag: 'Gamma', Value: '' }),
  ).toMatchObject({ status: 404, RESULT: 0 });
  for (let times = 0; times < 2; times += 1)
    expect(await client.post('tags/deleteTag', { TagId: Number(alpha) })).toMatchObject({
      status: 200,
      RESULT: 1,
    });
  expect(Object.keys(await values())).not.toContain('Gamma');
  expect(await client.post('tags/addTag', { TagName: 'Gamma' })).toMatchObject({ RESULT: 1 });
  expect(await values()).toMatchObject({ Gamma: '' });
});

test('lists: names, order, search, delete and what they say of their members', async () => {
  const one = await addList(client, 'North 100%');
  const two = await addList(client, 'South');
  expect(await client.post('lists/addList', { ListName: 'SOUTH' })).toMatchObject({ status: 200, RESULT: 0 });
  expect(await client.post('lists/addList', { ListName: '' })).toMatchObject({ status: 200, RESULT: 0 });
  expect(await client.post('lists/renameList', { ListId: one, ListName: 'south ' })).toMatchObject({
    status: 200,
    RESULT: 0,
  });
  for (const ListName of ['South-west', 'South'])
    expect(await client.post('lists/renameList', { ListId: two, ListName })).toMatchObject({ RESULT: 1 });
  expect((await lists({ iSearchStr: 'h 100%' })).map(({ ID }) => ID)).toEqual([one]);
  expect((await lists({ ListFilters: 'oUTH' })).map(({ ID }) => ID)).toEqual([two]);
  expect(await lists({ iSearchStr: 'h_1' })).toEqual([]);
  expect((await lists({})).map(({ ID }) => ID)).toEqual(expect.arrayContaining([one, two]));
  const all = (await lists()).map(({ ID }) => ID);
  const turned = all.toReversed().map((ID, NEWINDEX) => ({ ID, NEWINDEX }));
  expect(await client.post('lists/ReorderListList', { ListArray: JSON.stringify(turned) })).toMatchObject({
    RESULT: 1,
  });
  expect((await lists()).map(({ ID }) => ID)).toEqual(all.toReversed());
  await addMember(client, one, '2125550102');
  await addMember(client, one, '2125550103');
  await texts(client, '2125550103', 'stop');
  await until(async () => Number((await info(one)).OPTOUTCOUNT) === 1);
  expect(await info(one)).toMatchObject({ ID: one, NAME: 'North 100%', COUNT: 2, OPTOUTCOUNT: 1 });
  expect((await lists({ iSearchStr: 'North' }))[0]).toMatchObject({
    COUNT: 2,
    OPTOUTCOUNT: 1,
    NAME: 'North 100%',
  });
  for (let times = 0; times < 2; times += 1)
    expect(await client.post('lists/deleteList', { ListId: one })).toMatchObject({ status: 200, RESULT: 1 });
  expect((await lists()).map(({ ID }) => ID)).not.toContain(one);
  expect(await client.post('lists/loadListInfo', { ListId: one })).toMatchObject({ status: 404 });
  expect(Number((await client.post('lists/addList', { ListName: 'north 100%' })).NEWListID)).toBeGreaterThan(
    one,
  );
});

test('members: added once, copied, moved, removed, searched, paged', async () => {
  const from = await addList(client, 'From');
  const to = await addList(client, 'To');
  const first = await client.post('members/addMemberToList', { ContactString: '212-555-0110', ListId: from });
  expect(first).toMatchObject({ RESULT: 1, LISTID: from, CONTACTSTRING: '+12125550110' });
  for (const field of ['CONTACTID', 'CONTACTADDRESSID', 'CONTACTTYPEID'])
    expect([field, Number(first[field]) > 0]).toEqual([field, true]);
  const again = await client.post('members/addMemberToList', {
    ContactString: '+1 212 555 0110',
    ListId: from,
  });
  expect(again).toMatchObject({
    RESULT: 1,
    CONTACTADDRESSID: first.CONTACTADDRESSID,
    CONTACTID: first.CONTACTID,
  });
  expect(await members(from)).toMatchObject([
    {
      ContactString_vch: '+12125550110',
      GroupId_bi: from,
      ContactAddressId_bi: first.CONTACTADDRESSID,
      ContactId_bi: first.CONTACTID,
      ContactType_int: first.CONTACTTYPEID,
    },
  ]);
  const call = (path: string, fields: Record<string, string | number>) =>
    client.post(`members/${path}`, { ContactString: '2125550110', ...fields });
  expect(await call('copyMemberToList', { TargetListId: to })).toMatchObject({ RESULT: 1 });
  expect(await call('copyMemberToList', { TargetListId: to })).toMatchObject({ RESULT: 1 });
  expect([(await members(from)).length, (await members(to)).length]).toEqual([1, 1]);
  expect(await call('copyMemberToList', { TargetListId: to, ContactString: '2125559999' })).toMatchObject({
    status: 200,
    RESULT: 0,
  });
  expect(await call('copyMemberToList', { TargetListId: 987654321 })).toMatchObject({ status: 404 });
  expect(await call('moveMemberToList', { ListId: from, TargetListId: to })).toMatchObject({ RESULT: 1 });
  expect([(await members(from)).length, (await members(to)).length]).toEqual([0, 1]);
  expect(await call('moveMemberToList', { ListId: from, TargetListId: to })).toMatchObject({
    status: 200,
    RESULT: 0,
  });
  expect(await call('moveMemberToList', { ListId: to, TargetListId: to })).toMatchObject({ status: 200 });
  expect((await members(to)).length).toBe(1);
  expect(await call('deleteMemberFromList', { ListId: from })).toMatchObject({ status: 200, RESULT: 0 });
  expect(await call('deleteMemberFromList', { ListId: to })).toMatchObject({ RESULT: 1 });
  expect(await members(to)).toEqual([]);
  expect(await info(to)).toMatchObject({ COUNT: 0 });

  await Promise.all(
    Array.from({ length: 17 }, (_, index) =>
      addMember(client, from, `21255503${String(index).padStart(2, '0')}`),
    ),
  );
  const pages = [await members(from), await members(from, 15), await members(from, 30)];
  expect(pages.map((page) => page.length)).toEqual([15, 2, 0]);
  expect(new Set(pages.flat().map(({ ContactString_vch }) => ContactString_vch)).size).toBe(17);
  expect((await members(from, 0, '5550316')).length).toBe(1);
  expect((await members(from, 0, '555-0316')).length).toBe(1);
  expect(await members(from, 0, '5_0')).toEqual([]);
  expect(await client.post('members/ListMembers', { ListId: from })).toMatchObject({ RESULT: 1, START: 0 });
  expect(listOf(await client.post('members/ListMembers', { ListId: from }), 'MEMBERS').length).toBe(15);
});

test('channels: one to begin with; its audience is a list; added, renamed, reordered, deleted', async () => {
  const channels = async (search = '') =>
    listOf(await client.post('channels/listChannels', { iSearchStr: search }), 'CHANNELS');
  const [first] = await channels();
  expect((await channels()).length).toBe(1);
  expect(Object.keys(first ?? {})).toEqual(
    expect.arrayContaining(['ID', 'NAME', 'SRID', 'CHANNEL', 'NEWINDEX']),
  );
  await texts(client, '2125550120', 'hello');
  await until(async () =>
    (await members(Number(first?.ID), 0, '2125550120')).some(
      ({ ContactString_vch }) => ContactString_vch === '+12125550120',
    ),
  );
  const added = await client.post('channels/addChannel', { ChannelName: 'Second' });
  expect(added).toMatchObject({ RESULT: 1 });
  expect(Number(added.NEWCHANNELID)).toBeGreaterThan(0);
  expect(await client.post('channels/addChannel', { ChannelName: 'SECOND' })).toMatchObject({
    status: 200,
    RESULT: 0,
  });
  expect(await client.post('channels/addChannel', { ChannelName: ' ' })).toMatchObject({
    status: 200,
    RESULT: 0,
  });
  const two = await channels();
  expect(two.length).toBe(2);
  expect(two[1]?.CHANNEL).not.toBe(two[0]?.CHANNEL);
  expect((await channels('ecON')).length).toBe(1);
  const array = [two[1], two[0]].map((channel, NEWINDEX) => ({ ...channel, NEWINDEX }));
  expect(
    await client.post('channels/ReorderChannelsList', { ChannelArray: JSON.stringify(array) }),
  ).toMatchObject({ RESULT: 1 });
  expect((await channels()).map(({ ID }) => ID)).toEqual([two[1]?.ID, two[0]?.ID]);
  for (const inpShortCode of [String(two[0]?.CHANNEL), String(two[0]?.SRID), ''])
    expect(
      await client.post('simulator/phoneSend', {
        inpContactString: '2125550121',
        inpShortCode,
        inpText: 'hello',
      }),
    ).toMatchObject({ RESULT: 1 });
  expect(
    await client.post('simulator/phoneSend', {
      inpContactString: '2125550121',
      inpShortCode: '99999999',
      inpText: 'hello',
    }),
  ).toMatchObject({ status: 404, RESULT: 0 });
  const id = Number(added.NEWCHANNELID);
  expect(await client.post('channels/renameChannel', { ChannelId: id, ChannelName: 'Third' })).toMatchObject({
    RESULT: 1,
  });
  for (let times = 0; times < 2; times += 1)
    expect(await client.post('channels/deleteChannel', { ChannelId: id })).toMatchObject({
      status: 200,
      RESULT: 1,
    });
  expect((await channels()).map(({ ID }) => ID)).toEqual([first?.ID]);
});

test('credentials: a pair is made, listed in order, filtered, renamed, deleted, and then opens nothing', async () => {
  const list = async (CredentialsFilters = '') =>
    listOf(await client.post('credentials/Credentialslist', { CredentialsFilters }), 'CREDENTIALS');
  const added = await client.post('credentials/addCredentials', { CredentialsName: 'Shop' });
  expect(added).toMatchObject({ RESULT: 1 });
  const id = Number(added.NEWCREDENTIALSID);
  expect(await client.post('credentials/addCredentials', { CredentialsName: '' })).toMatchObject({
    status: 200,
    RESULT: 0,
  });
  await client.post('credentials/addCredentials', { CredentialsName: 'Till' });
  const [pair, other] = await list();
  expect(pair).toMatchObject({ ID: id });
  expect(String(pair?.AccessKey_vch).length).toBeGreaterThan(8);
  expect(String(pair?.SecretKey_vch).length).toBeGreaterThan(16);
  expect(pair?.SecretKey_vch).not.toBe(other?.SecretKey_vch);
  expect((await list('sHO')).map(({ ID }) => ID)).toEqual([id]);
  expect(
    await client.post('credentials/renameCredentials', { CredentialsId: id, CredentialsName: 'Desk' }),
  ).toMatchObject({ RESULT: 1 });
  expect((await list('desk')).length).toBe(1);
  const trigger = () =>
    client.get('/api/v1/triggerSMS', {
      inpContactString: '2125550130',
      inpBatchId: 987654321,
      inpUserName: String(pair?.AccessKey_vch),
      inpPassword: String(pair?.SecretKey_vch),
    });
  expect((await trigger()).status).toBe(404);
  for (let times = 0; times < 2; times += 1)
    expect(await client.post('credentials/deleteCredentials', { CredentialsId: id })).toMatchObject({
      status: 200,
      RESULT: 1,
    });
  expect((await trigger()).status).toBe(401);
});
