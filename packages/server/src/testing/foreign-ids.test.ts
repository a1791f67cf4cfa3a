/**
 * Every place of the contract where an id may stand, in a field or within its JSON, with the id of another
 * account's thing: the answer is that of an id that nothing has, nothing of the other account is in it, and
 * nothing of it changes, also where the call is done. A field that is new in the contract must be named here.
 */
import { BASE, type Call, calls } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { rows, sql } from '../platform/db/database.ts';
import { goodForm, makeThings, OWNED_IDS, sendTo, type Things } from './good-forms.ts';
import { type Client, useHarness } from './harness.ts';
import { pictureOfAccount } from './stored.ts';

const harness = useHarness();
const all = Object.entries(calls).flatMap(([group, members]) =>
  Object.entries(members as unknown as Record<string, Call>).map(([key, call]) => ({
    title: `${group}.${key}`,
    call,
  })),
);

type User = Client & { userId: number; accountId: number };
let user: User;
let things: Things;
let stranger: User;
let foreign: Things;

/** A thing that nobody has, in the place of each: as large as ids are on several machines. */
const UNKNOWN = '987654321098765';
const unknown: Things = new Proxy({}, { get: () => UNKNOWN });

/** What all things of the other account are called, and the beginning of its people's numbers. */
const THEIRS = 'Zanzibar';
const renamed = (text: string) => text.replaceAll('Mine', THEIRS).replaceAll('2125550', '3125550');

async function thingsOf(owner: User, words: (text: string) => string): Promise<Things> {
  const post = async (path: string, form: Record<string, string>, file?: string) => {
    const call = { path, method: 'POST', shape: file === undefined ? 'envelope' : 'upload' } as const;
    const worded = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, words(value)]));
    const answer = await sendTo(harness().app, owner.cookie(), call, { form: worded }, BASE);
    return answer.json() as Record<string, unknown>;
  };
  const made = await makeThings(post);
  const { db, clock } = harness().services;
  const now = clock.now();
  const account = owner.accountId;
  const template = await post('control-flow-template/SaveCampaignAsTemplate', {
    inpBatchId: made.campaign ?? '',
    inpDesc: 'Mine',
  });
  await post('authentication/confirm', { inpPassword: 'correct horse battery staple' });
  const invited = await post('account/inviteMember', {
    inpEmail: `guest-${account}@example.com`,
    inpRole: 'member',
  });
  const sent = await owner.ask(calls.inbox.reply, {
    contact: Number(made.contact),
    text: words('Mine'),
    channel: '',
  });
  const idOf = async (statement: ReturnType<typeof sql<{ id: number }>>) =>
    String((await rows(db, statement))[0]?.id);
  return {
    ...made,
    account: String(account),
    user: String(owner.userId),
    template: String(template.TID),
    invitation: String(invited.INVITATIONID),
    message: String(sent.values.id),
    number: JSON.parse(String((await post('channels/listChannels', {})).CHANNELS))[0].CHANNEL,
    session: await idOf(sql`select id from sessions where account_id = ${account}`),
    passkey: await idOf(sql`
      insert into passkeys (user_id, credential_id, public_key, counter, transports, user_handle, host, is_synced, name, added_at)
      values (${owner.userId}, ${Buffer.from(`${account}`)}, '', 0, '{}', '', 'localhost', true, ${words('Mine')}, ${now})
      returning id`),
    delivery: await idOf(sql`
      insert into webhook_deliveries (account_id, endpoint_id, webhook_id, kind, contact_id, at, data, state, due_at,
        attempts, tried_at, status, answer, duration_ms, created_at)
      values (${account}, ${Number(made.webhook)}, ${`msg_of_${account}`}, 'list.joined', ${Number(made.contact)},
        ${now}, ${JSON.stringify({ name: words('Mine') })}::jsonb, 'failed', ${now}, 21, ${now}, 500, 'no', 1, ${now})
      returning id`),
    link: await idOf(sql`
      insert into short_links (account_id, name, url, created_at)
      values (${account}, ${words('Mine')}, 'https://shop.example/', ${now}) returning id`),
  };
}

beforeAll(async () => {
  user = await harness().newUser();
  stranger = await harness().newUser();
  things = await thingsOf(user, (text) => text);
  foreign = await thingsOf(stranger, renamed);
});

type Spoil = (of: Things) => string[];
const id =
  (...kinds: string[]): Spoil =>
  (of) =>
    kinds.map((kind) => of[kind] ?? '');
const json =
  (...values: ((of: Record<string, number>) => unknown)[]): Spoil =>
  (of) =>
    values.map((value) =>
      JSON.stringify(value(new Proxy({}, { get: (_, kind: string) => Number(of[kind]) }))),
    );

const EVENTS = ['campaign', 'step', 'list', 'channel', 'link', 'blast', 'tag'];
const EVENT_OF: Record<string, string> = {
  campaign: 'contact.replied',
  step: 'contact.replied',
  list: 'list.joined',
  channel: 'contact.texted',
  link: 'link.clicked',
  blast: 'link.clicked',
  tag: 'tag.changed',
};
const whereOf = (kind: string, of: Record<string, number>) => ({
  event: EVENT_OF[kind] ?? '',
  where: [{ property: kind, is: 'is', value: [of[kind]] }],
});
const trees: ((of: Record<string, number>) => unknown)[] = [
  ({ tag }) => ({ on: 'tag', tag, as: 'text', is: 'is', value: 'Boston' }),
  ({ tag }) => ({ on: 'tag', tag, as: 'filter', is: '=', value: 'Boston' }),
  ({ list }) => ({ on: 'list', is: 'in', value: [list] }),
  ({ list }) => ({ on: 'list', is: 'not-in', value: [list] }),
  ({ channel }) => ({ on: 'channel', is: 'in', value: [channel] }),
  ({ segment }) => ({ on: 'segment', is: 'not-in', value: [segment] }),
  ({ channel }) => ({ on: 'consent', is: 'opted-in', channel }),
  ({ list }) => ({ on: 'consent', is: 'opted-in', list }),
  ...EVENTS.map((kind) => (of: Record<string, number>) => ({ on: 'event', ...whereOf(kind, of) })),
];
const triggers: ((of: Record<string, number>) => unknown)[] = [
  ({ tag }) => ({ event: 'date.reached', date: { tag, days: 0, at: '09:00', every: 'year' } }),
  ...EVENTS.map((kind) => (of: Record<string, number>) => whereOf(kind, of)),
  (of) => ({ event: 'contact.texted', exits: [whereOf('list', of)] }),
];
const steps: ((of: Record<string, number>) => Record<string, unknown>)[] = [
  ({ list }) => ({ TYPE: 'OPTIN', OIG: list }),
  ({ list }) => ({ TYPE: 'NOTIFY', OIG: list, TEXT: 'News' }),
  ({ campaign }) => ({ TYPE: 'BATCHCP', AVALREDIR: campaign }),
  ({ campaign }) => ({
    TYPE: 'ONESELECTION',
    TEXT: 'So?',
    OPTIONS: [{ ID: 1, TEXT: 'A', AVALREDIR: campaign }],
  }),
  ({ step }) => ({ TYPE: 'ONESELECTION', TEXT: 'So?', OPTIONS: [{ ID: 1, TEXT: 'A', AVALNEXT: step }] }),
  ({ step }) => ({ TYPE: 'BRANCH', CONDITIONS: [{ CID: 1, BOC: '=', BOCDV: 'a', BOAV: 'a', BOTNQ: step }] }),
  ({ step }) => ({ TYPE: 'STATEMENT', TEXT: `So {%answer:${step}%}`, BOFNQ: step, LMAX: 1, LDIR: step }),
  ({ link }) => ({ TYPE: 'STATEMENT', TEXT: `See {%link:${link}%}` }),
];

/** Of which kinds of things ids may stand in a field, or what may stand in it instead. */
const PLACES: Record<string, Spoil> = {
  ...Object.fromEntries(
    Object.keys(OWNED_IDS({})).map((wire) => [wire, (of: Things) => [OWNED_IDS(of)[wire] ?? '']]),
  ),
  inpBatchId: id('campaign', 'template'),
  inpShortCode: id('channel', 'number'),
  ContactAddressId: id('contact', 'leaver'),
  ContactAddressIds: (of) => [of.contact ?? '', `${of.contact},${things.contact}`],
  inpTargetListIds: (of) => [of.list ?? '', `${things.list},${of.list}`],
  ABTestingBatches: (of) => [of.campaign ?? '', `${things.campaign},${of.campaign}`],
  ACCOUNTID: id('account'),
  USERID: id('user'),
  SESSIONID: id('session'),
  PASSKEYID: id('passkey'),
  INVITATIONID: id('invitation'),
  TID: id('template', 'campaign'),
  inpMessageId: id('message'),
  inpMessageIds: (of) => [of.message ?? ''],
  inpDeliveryId: id('delivery'),
  id: id('campaign', 'list', 'automata', 'link', 'blast', 'channel', 'segment'),
  inpDatapointId: id('campaign', 'list', 'automata', 'link'),
  inpListId: id('list'),
  inpOwnId: id('segment'),
  SegmentId_bi: id('segment'),
  TARGETPID: id('step'),
  inpChannelId: id('channel'),
  inpContactId: id('contact'),
  inpRunsOf: id('automata', 'campaign'),
  inpChosen: id('campaign'),
  inpAfter: id('contact', 'message'),
  inpBefore: id('message', 'delivery', 'blast'),
  inpSince: id('message'),
  TagArray: json(
    ({ tag }) => [{ ID: tag, NEWINDEX: 0 }],
    ({ tag }) => [
      { ID: tag, NEWINDEX: 0 },
      { ID: Number(things.tag), NEWINDEX: 1 },
    ],
  ),
  ListArray: json(
    ({ list }) => [{ ID: list, NEWINDEX: 0 }],
    ({ list }) => [
      { ID: list, NEWINDEX: 0 },
      { ID: Number(things.list), NEWINDEX: 1 },
    ],
  ),
  ChannelArray: json(({ channel }) => [{ ID: channel, NEWINDEX: 0 }]),
  MAPPING: json(({ tag }) => [
    { INDEX: 0, TARGET: 'phone' },
    { INDEX: 1, TARGET: `tag:${tag}` },
  ]),
  PLACES: json(
    ({ step }) => [{ step, to: Number(things.step) }],
    ({ step }) => [{ step: Number(things.step), to: step }],
  ),
  inpLists: json(({ list }) => [{ list, name: 'News' }]),
  inpTree: json(...trees.map((tree) => (of: Record<string, number>) => ({ match: 'all', of: [tree(of)] }))),
  inpReportString: json(
    ({ segment }) => ({ title: 'Name', segment }),
    ({ campaign }) => ({
      title: 'Name',
      layout: { md: [{ x: 0, y: 0, w: 3, h: 5, metric: { metricId: 1, datapointId: campaign } }] },
    }),
  ),
  AutomataData: json(
    ({ campaign }) => ({ BatchId_bi: campaign }),
    ({ list }) => ({ ListId_int: list }),
    ({ segment }) => ({ SegmentId_bi: segment }),
    ({ channel }) => ({ ChannelId_bi: channel }),
    ({ automata }) => ({ PKId_bi: automata, Hour_ti: 3 }),
    ...triggers.map((trigger) => (of: Record<string, number>) => ({ Type_int: 7, Trigger_vch: trigger(of) })),
  ),
  Trigger_vch: json(...triggers),
  controlPoint: json(
    ...steps.map((step) => (of: Record<string, number>) => ({ ID: Number(things.step), RQ: 1, ...step(of) })),
    ({ step }) => ({ ID: step, RQ: 1, TYPE: 'TRAILER', TEXT: 'Hello' }),
  ),
  controlPoints: json(
    ...steps.map((step) => (of: Record<string, number>) => [{ ID: 1, ...step(of) }]),
    ({ step }) => [{ ID: step, TYPE: 'TRAILER', TEXT: 'Hello' }],
  ),
};

/** JSON and numbers in which no id stands. */
const WITHOUT_IDS = new Set([
  ...['API_HEAD', 'inpHolidays', 'inpKinds', 'inpReplies', 'inpScopes', 'inpWeek', 'inpWords'],
  // The browser's own names of passkeys are random bytes.
  'inpPasskey',
  // Settings of carriers name what the carrier has.
  ...['inpValues', 'inpBackupValues'],
  // Filters name a tag by its name.
  ...['inpTagfilter', 'Filters_vch'],
  ...['BEFORE', 'NUMBER', 'FLOWVERSION', 'LIVEVERSION', 'inpVersion', 'INPNEWPOS', 'inpPlace'],
  ...['iDisplayStart', 'iDisplayLength', 'limit', 'page', 'inpCount', 'inpContactTypeId', 'inpSkipDNCCheck'],
  ...['LOWBALANCE', 'SEGMENTSPERDAY', 'SEGMENTSPERMINUTE', 'SEGMENTSPERSECOND', 'TIMETOLIVEMINUTES'],
  ...['inpCatchAllHours', 'inpClosedHours', 'inpDays', 'inpKeepHours', 'inpMonths', 'inpMostSends'],
  ...['inpMostSendsDays', 'inpQuietFrom', 'inpQuietTo', 'inpTimeToLiveMinutes'],
]);
const mayHoldIds = (kind: string) => /^(?:id\b|ids |JSON|number )/.test(kind);

test('it is known of every field whether ids stand in it', () => {
  const unknownFields = all.flatMap(({ title, call }) =>
    Object.values(call.form)
      .filter(({ wire, codec }) => mayHoldIds(codec.kind) && !PLACES[wire] && !WITHOUT_IDS.has(wire))
      .map(({ wire }) => `${title} ${wire}`),
  );
  expect(unknownFields).toEqual([]);
});

let names = 0;
/** A name is taken once it was used. */
const named = ([wire, value]: [string, string]): [string, string] => {
  names += 1;
  return [wire, value === 'Name' ? `Name ${names}` : value];
};

/** What is done twice says other ids and versions; pasting answers all steps, which grow. */
const said = (text: string, title: string, done: boolean) =>
  done ? (title === 'flow.pasteSteps' ? '' : text.replaceAll(/\d/g, '')) : text;

const pictureOfStranger = () => pictureOfAccount(harness().services, stranger.accountId);

test('an id of another account does nothing to it, tells nothing of it, and is answered as one that nothing has', async () => {
  const faults: string[] = [];
  const before = await pictureOfStranger();
  let sent = 0;
  for (const { title, call } of all) {
    if (call.access === 'open') continue;
    const good = goodForm(call, things);
    const ask = async (wire: string, value: string) => {
      const answer = await sendTo(
        harness().app,
        user.cookie(),
        call,
        { form: Object.fromEntries(Object.entries({ ...good, [wire]: value }).map(named)) },
        BASE,
      );
      sent += 1;
      return { status: answer.statusCode, text: answer.body };
    };
    for (const { wire, codec } of Object.values(call.form)) {
      const spoil = PLACES[wire];
      if (!spoil || !(mayHoldIds(codec.kind) || wire === 'inpShortCode')) continue;
      const theirs = spoil(foreign);
      const nobodys = spoil(unknown);
      for (const [at, value] of theirs.entries()) {
        const asForeign = await ask(wire, value);
        const asUnknown = await ask(wire, nobodys[at] ?? '');
        const done = [asForeign, asUnknown].every(({ text }) => text.startsWith('{"RESULT":1'));
        if (
          asForeign.status !== asUnknown.status ||
          said(asForeign.text, title, done) !== said(asUnknown.text, title, done)
        )
          faults.push(
            `${title} ${wire} ${value}: ${asForeign.status} ${asForeign.text.slice(0, 300)} against ${asUnknown.text.slice(0, 300)}`,
          );
        if (asForeign.text.includes(THEIRS) || asForeign.text.includes('3125550'))
          faults.push(`${title} ${wire} ${value} tells of the other account: ${asForeign.text}`);
      }
    }
  }
  expect(faults).toEqual([]);
  expect(await pictureOfStranger()).toEqual(before);
  expect(sent).toBeGreaterThan(1000);
});
