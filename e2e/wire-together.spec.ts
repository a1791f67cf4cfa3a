/**
 * Two sessions change the same few things at once: whoever comes first, no call breaks, and every sum is
 * right afterwards.
 */
import { beforeAll, expect, inject, test } from 'vitest';
import {
  addList,
  campaignOf,
  type Fields,
  listOf,
  type Reply,
  readSteps,
  register,
  until,
  type WireClient,
  wireClient,
} from './wire.ts';

const CALLS = 600;
const AT_ONCE = 12;
const PHONES = Array.from({ length: 8 }, (_, n) => `+1646555${String(1000 + n)}`);
const TEXTS = ['APPLE', 'PEAR', 'PLUM', 'hello', 'STOP', 'START', 'yes'];

let sessions: WireClient[] = [];
const campaigns: number[] = [];
const lists: number[] = [];
const tags: number[] = [];
const channels: number[] = [];
const broken: unknown[] = [];

beforeAll(async () => {
  const owner = await register(inject('address'));
  const again = wireClient(inject('address'));
  const password = 'correct horse battery staple';
  await again.post('authentication/validateUser', { inpUserID: owner.email, inpPassword: password });
  sessions = [owner, again];
  for (const n of [1, 2, 3]) {
    const steps = [
      { TYPE: 'SHORTANSWER', TEXT: `Question ${n}` },
      { TYPE: 'TRAILER', TEXT: 'Thank you' },
    ];
    campaigns.push((await campaignOf(owner, ...steps)).campaign);
    lists.push(await addList(owner, `List ${n}`));
  }
});

/** The same choices each time; what the server does between them differs. */
let seed = 20_261_121;
function below(limit: number): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * limit);
}
const pick = <T>(some: readonly T[]): T => some[below(some.length)] as T;

async function call(path: string, fields: Fields = {}): Promise<Reply> {
  const reply = await pick(sessions).post(path, fields);
  if (reply.status >= 500 || typeof reply.RESULT !== 'number') broken.push({ path, fields, reply });
  return reply;
}

/** Adds what a call made to the things that later calls are about. */
async function make(made: number[], field: string, path: string, fields: Fields): Promise<void> {
  const id = Number((await call(path, fields))[field] ?? 0);
  if (id > 0) made.push(id);
}

async function aStep(campaign: number): Promise<number> {
  const { CPOBJ = [] } = await call('control-point/ReadCPs', { inpBatchId: campaign });
  return (CPOBJ as { ID: number }[])[0]?.ID ?? 987_654_321;
}

const step = (fields: Record<string, unknown>) =>
  JSON.stringify({ ID: 0, RQ: below(4), SWT: '1', ...fields });
const member = () => ({ ContactString: pick(PHONES), ListId: pick(lists) });
const turned = (list: Record<string, unknown>[]) =>
  JSON.stringify(list.toReversed().map((row, NEWINDEX) => ({ ...row, NEWINDEX })));

const ACTIONS: (() => Promise<unknown>)[] = [
  async () => {
    const controlPoint = step(
      pick<Record<string, unknown>>([
        { TYPE: 'STATEMENT', TEXT: 'Hi {%Tag 1|there%}' },
        { TYPE: 'OPTIN', OIG: pick(lists) },
        { TYPE: 'NOTIFY', OIG: pick(lists), TEXT: 'One more' },
      ]),
    );
    return call('control-point/AddCPData', { inpBatchId: pick(campaigns), controlPoint });
  },
  async () => {
    const inpBatchId = pick(campaigns);
    return call('control-point/MoveCPData', {
      inpBatchId,
      INPPID: await aStep(inpBatchId),
      INPNEWPOS: below(6),
    });
  },
  async () => {
    const inpBatchId = pick(campaigns);
    return call('control-point/DeleteCPData', { inpBatchId, INPPID: await aStep(inpBatchId) });
  },
  () =>
    call('keyword/SaveKeyword', { inpBatchId: pick(campaigns), inpShortCode: '', inpKeyword: pick(TEXTS) }),
  () => call('campaign/LogicalDeleteBatch', { inpBatchId: pick(campaigns) }),
  () => call('campaign/LogicalRecoverBatch', { inpBatchId: pick(campaigns) }),
  () => make(lists, 'NEWListID', 'lists/addList', { ListName: `New ${below(4)}` }),
  () => call('lists/renameList', { ListId: pick(lists), ListName: `New ${below(4)}` }),
  () => call('lists/deleteList', { ListId: pick(lists) }),
  async () =>
    call('lists/ReorderListList', { ListArray: turned(listOf(await call('lists/lists'), 'LISTS')) }),
  () => call('members/addMemberToList', member()),
  () => call('members/addMemberToList', member()),
  () => call('members/deleteMemberFromList', member()),
  () => call('members/moveMemberToList', { ...member(), TargetListId: pick(lists) }),
  () => make(tags, 'NEWTAGID', 'tags/addTag', { TagName: `Tag ${below(4)}` }),
  () => call('tags/deleteTag', { TagId: pick(tags) ?? 1 }),
  () => make(channels, 'NEWCHANNELID', 'channels/addChannel', { ChannelName: `Channel ${below(3)}` }),
  () => call('channels/deleteChannel', { ChannelId: pick(channels) ?? 987_654_321 }),
  () =>
    call('simulator/phoneSend', {
      inpContactString: pick(PHONES),
      inpShortCode: '',
      inpText: pick(TEXTS),
    }),
  () =>
    call('blast/BlastToList', {
      inpBatchId: pick(campaigns),
      inpTargetListIds: String(pick(lists)),
      inpContactTypeId: 3,
      inpSkipDNCCheck: 0,
    }),
];

test('no call breaks, whatever the others do meanwhile', async () => {
  let left = CALLS;
  const work = async () => {
    while (left-- > 0) await pick(ACTIONS)();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(broken).toEqual([]);
});

test('afterwards the steps are numbered from 1, the lists count their members, and every credit is accounted for', async () => {
  const [client] = sessions as [WireClient];
  for (const campaign of campaigns) {
    const places = (await readSteps(client, campaign)).map(({ RQ }) => RQ);
    expect(places).toEqual(places.map((_, n) => n + 1));
  }
  for (const { ID, COUNT, OPTOUTCOUNT } of listOf(await client.post('lists/lists'), 'LISTS')) {
    const page = { ListId: Number(ID), iDisplayStart: 0, iDisplayLength: 100 };
    const members = listOf(await client.post('members/ListMembers', page), 'MEMBERS');
    const optedOut = members.filter(({ OPTEDOUT }) => OPTEDOUT === 1);
    expect([COUNT, OPTOUTCOUNT]).toEqual([members.length, optedOut.length]);
  }
  await until(async () => (await client.post('account/loadLedger')).RESERVED === 0);
  const { BALANCE, SPENT, GRANTED } = await client.post('account/loadLedger');
  expect(Number(BALANCE) + Number(SPENT)).toBe(GRANTED);
});
