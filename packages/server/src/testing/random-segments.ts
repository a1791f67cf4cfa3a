/**
 * Random segments and contacts with random facts, stored and in memory: the two evaluators must agree on
 * them.
 */
import { EVENT_KINDS, KEPT_KINDS, type KeptKind } from '@parley/rules/event-kinds.ts';
import { FILTER_OPERATORS } from '@parley/rules/filter.ts';
import { SEGMENT_TREE_LIMITS } from '@parley/rules/limits.ts';
import { conditionCount, type SegmentGroup } from '@parley/rules/segment.ts';
import type { ContactFacts, KeptEvent } from '@parley/rules/segment-evaluate.ts';
import { operatorsOf, type SegmentValueType } from '@parley/rules/segment-operators.ts';
import fc from 'fast-check';
import { recountLists } from '../lists/index.ts';
import { type Db, first, sql, transact } from '../platform/db/database.ts';

/** The moment of the test and the days around it, in a zone whose days do not begin with those of UTC. */
export const NOW = '2026-03-09T03:30:00.000Z';
export const ZONE = 'America/New_York';
const ID = fc.integer({ min: 1, max: 4 });
const VALUES = [
  ...[
    '',
    ' ',
    'gold',
    'Gold ',
    'GÖLD',
    'golden',
    'İstanbul',
    'ﬁne',
    'FINE',
    '%',
    'a_b',
    'yes',
    'No',
    'TRUE',
    '1',
    '0',
  ],
  ...[
    '7',
    '07.0',
    '-7',
    '.5',
    '1e3',
    '12345678901234567890',
    '18 years',
    '１８',
    '2026-03-08',
    '3/8/2026',
    '03/09/2026 10:00',
  ],
  ...['2026-03-09T03:00', '1990-03-09', '1990-02-29', '5/3', '3/9', '2026-02-06', '2026-13-45', '2024-02-29'],
];
const NUMBERS = ['0', '7', '-7', '0.5', '18', '1000'];
const DAYS = ['2026-03-07', '2026-03-08', '2026-03-09', '2026-02-28', '2025-12-31'];
const STEP_DAYS = [0, 1, 2, 30, 365];
/** Moments near the ends of days in the zone, and far ones. */
const MOMENTS = [
  ...[
    '2026-03-08T04:59:59.999Z',
    '2026-03-08T05:00:00.000Z',
    '2026-03-09T03:29:00.000Z',
    '2026-03-07T12:00:00.000Z',
  ],
  ...[
    '2026-02-06T05:00:00.000Z',
    '2026-02-06T04:59:00.000Z',
    '2025-12-31T23:00:00.000Z',
    '2025-03-09T05:00:00.000Z',
  ],
];
const PHONES = ['+1212', '+1415', '+1204', '+4420', '+4930', '+1787'];
const ZONES = ['America/New_York', 'America/Chicago', 'Europe/Berlin'];

const inOrder = <T>(from: T, to: T): [T, T] => (from <= to ? [from, to] : [to, from]);
const OPERANDS: Record<string, fc.Arbitrary<unknown>> = {
  nothing: fc.constant(undefined),
  text: fc.constantFrom(...VALUES.filter((value) => value.trim() !== '')),
  texts: fc.uniqueArray(fc.constantFrom('gold', 'fine', '7', '%'), { minLength: 1 }),
  number: fc.constantFrom(...NUMBERS),
  numbers: fc
    .tuple(fc.constantFrom(...NUMBERS), fc.constantFrom(...NUMBERS))
    .map(([one, other]) => (Number(one) <= Number(other) ? [one, other] : [other, one])),
  day: fc.constantFrom(...DAYS),
  days: fc
    .tuple(fc.constantFrom(...DAYS), fc.constantFrom(...DAYS))
    .map(([one, other]) => inOrder(one, other)),
  count: fc.constantFrom(...STEP_DAYS),
  ids: fc.uniqueArray(ID, { minLength: 1 }),
};

const compared = (type: SegmentValueType, only?: readonly string[]): fc.Arbitrary<object> =>
  fc.oneof(
    ...Object.entries(operatorsOf(type))
      .filter(([name]) => only?.includes(name) ?? true)
      .map(([is, { takes }]) =>
        (OPERANDS[takes] ?? fc.constant(undefined)).map((value) =>
          value === undefined ? { is } : { is, value },
        ),
      ),
  );
const isIn = fc.constantFrom('in', 'not-in');
const ids = fc.uniqueArray(ID, { minLength: 1, maxLength: 3 });

const MOMENT_WORDS = ['on', 'before', 'after', 'between', 'in-last', 'before-last'];
const CONDITION: fc.Arbitrary<object> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .constantFrom('text', 'number', 'date', 'yes-no')
      .chain((as) => compared(as as SegmentValueType).map((rest) => ({ on: 'tag', as, ...rest })))
      .chain((rest) => ID.map((tag) => ({ ...rest, tag }))),
  },
  fc
    .tuple(
      ID,
      fc.constantFrom(...FILTER_OPERATORS),
      fc.constantFrom(...VALUES, '{%today-30%}', '{%today every year%}'),
    )
    .map(([tag, is, value]) => ({ on: 'tag', tag, as: 'filter', is, value })),
  fc.record({ on: fc.constantFrom('list', 'channel', 'segment'), is: isIn, value: ids }),
  fc.record({
    on: fc.constant('consent'),
    is: fc.constant('opted-in'),
    channel: fc.option(ID, { nil: undefined }),
  }),
  fc.record({
    on: fc.constant('consent'),
    is: fc.constant('opted-in'),
    list: fc.option(ID, { nil: undefined }),
  }),
  fc.record({
    on: fc.constant('consent'),
    is: fc.constant('opted-out'),
    channel: fc.option(ID, { nil: undefined }),
  }),
  placed('state', 'NY', 'CA', 'Manitoba'),
  placed('area-code', '212', '204'),
  placed('country-code', '44', '1', '49'),
  placed('time-zone', ...ZONES),
  compared('date', MOMENT_WORDS).map((rest) => ({ on: 'created', ...rest })),
  { weight: 8, arbitrary: fc.constantFrom(...KEPT_KINDS).chain(eventCondition) },
);

function placed(of: string, ...values: string[]): fc.Arbitrary<object> {
  const value = fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 });
  return fc.record({ on: fc.constant('place'), of: fc.constant(of), is: isIn, value });
}

const CUSTOM_PROPERTIES = { 'data.color': { type: 'text' }, 'number.total': { type: 'number' } } as const;

function eventCondition(event: KeptKind): fc.Arbitrary<object> {
  const own = event === 'custom.event' ? CUSTOM_PROPERTIES : {};
  const properties = Object.entries<{ type: 'id' | 'text' | 'number' }>({
    ...EVENT_KINDS[event].properties,
    ...own,
  });
  const tests = properties.map(([property, { type }]) =>
    compared(type).map((rest) => ({ property, ...rest })),
  );
  return fc.record({
    on: fc.constant('event'),
    event: fc.constant(event),
    did: fc.boolean(),
    times: fc.constantFrom(1, 1, 2, 3),
    when: fc.oneof(
      fc.constant({ in: 'ever' }),
      fc.constantFrom(1, 30, 365).map((days) => ({ in: 'last', days })),
      fc.tuple(fc.constantFrom(...DAYS), fc.constantFrom(...DAYS)).map(([one, other]) => {
        const [from, to] = inOrder(one, other);
        return { in: 'between', from, to };
      }),
    ),
    where: tests.length === 0 ? fc.constant([]) : fc.array(fc.oneof(...tests), { maxLength: 2 }),
  });
}

/** A tree of any size. */
const anyTree: fc.Arbitrary<object> = fc.letrec<{ group: object; node: object }>((tie) => ({
  group: fc.record({
    match: fc.constantFrom('all', 'any', 'none'),
    of: fc.array(tie('node'), { minLength: 1, maxLength: 4 }),
  }),
  node: fc.oneof({ depthSize: 'small', maxDepth: 3, withCrossShrink: true }, CONDITION, tie('group')),
})).group;

/** A tree as somebody may send it: one with more conditions than a segment has is refused. */
export const anySegment = anyTree.filter(
  (tree) => conditionCount(tree as SegmentGroup) <= SEGMENT_TREE_LIMITS.conditions,
);

/** Segments that others name: 1 to 4, without rings. */
export const NESTED: ReadonlyMap<number, SegmentGroup> = new Map(
  (
    [
      { match: 'any', of: [{ on: 'list', is: 'in', value: [1] }] },
      { match: 'none', of: [{ on: 'segment', is: 'in', value: [1] }] },
      { match: 'all', of: [{ on: 'tag', tag: 1, as: 'text', is: 'set' }] },
      { match: 'all', of: [{ on: 'segment', is: 'not-in', value: [2, 3] }] },
    ] as const satisfies SegmentGroup[]
  ).map((tree, n) => [n + 1, tree]),
);

type Happened = { kind: KeptKind; at: string; numbers: number[]; text: string };
type Anybody = Omit<ContactFacts, 'events'> & { happened: Happened[] };

const set = fc.uniqueArray(ID).map((values) => new Set(values));
const anybody: fc.Arbitrary<Anybody> = fc.record({
  phone: fc.constantFrom(...PHONES),
  tags: fc.dictionary(ID.map(String), fc.constantFrom(...VALUES), { noNullPrototype: true }),
  timeZone: fc.option(fc.constantFrom(...ZONES)),
  createdAt: fc.constantFrom(...MOMENTS),
  optedOut: fc.option(fc.record({ channel: fc.option(ID) })),
  lists: set,
  channels: set,
  happened: fc.array(
    fc.record({
      kind: fc.constantFrom(...KEPT_KINDS.filter((kind) => kind !== 'contact.created')),
      at: fc.constantFrom(...MOMENTS),
      numbers: fc.array(ID, { minLength: 4, maxLength: 4 }),
      text: fc.constantFrom('yes', 'No thanks', 'gold', ''),
    }),
    { maxLength: 8 },
  ),
});
export const anyPeople = (count: number): Anybody[] => fc.sample(anybody, { numRuns: count, seed: 7 });

/** Channel audiences are lists of their own, with ids behind those of the other lists. */
const AUDIENCE_FROM = 4;

/** Stores people with their facts in an empty account; answers them by contact id, as memory knows them. */
export async function storePeople(
  db: Db,
  accountId: number,
  people: readonly Anybody[],
): Promise<Map<number, ContactFacts>> {
  await storeThings(db, accountId);
  const stored = new Map<number, ContactFacts>();
  for (const [n, given] of people.entries()) {
    const phone = `${given.phone}${String(5_550_000 + n)}`;
    const contact = await first(
      db,
      sql<{ id: number }>`
        insert into contacts (account_id, phone, tags, time_zone, opted_out, created_at)
        values (${accountId}, ${phone}, ${JSON.stringify(given.tags)}::jsonb, ${given.timeZone}, ${given.optedOut !== null},
          ${given.createdAt}) returning id`,
    );
    const id = contact?.id ?? 0;
    if (given.optedOut)
      await sql`
        insert into suppressions (account_id, phone, channel_id, source, at)
        values (${accountId}, ${phone}, ${given.optedOut.channel}, 'test', ${NOW})`.execute(db);
    const events: KeptEvent[] = [
      { kind: 'contact.created', at: given.createdAt, properties: {} },
      ...(await storeMembers(db, accountId, id, given)),
    ];
    for (const [k, happened] of given.happened.entries())
      events.push(...(await storeFact(db, accountId, { id, phone }, happened, n * 100 + k + 1)));
    const { happened: _, ...facts } = given;
    const audiences = [...given.channels].map((channel) => channel + AUDIENCE_FROM);
    stored.set(id, { ...facts, phone, events, lists: new Set([...given.lists, ...audiences]) });
  }
  await transact(db, (trx) => recountLists(trx, accountId));
  return stored;
}

async function storeThings(db: Db, accountId: number): Promise<void> {
  await sql`
    insert into lists (account_id, id, kind, name, name_key, position, created_at)
    select ${accountId}, n, case when n > ${AUDIENCE_FROM} then 'audience' else 'list' end, 'L' || n, 'l' || n, 0, ${NOW}
    from generate_series(1, 8) as n`.execute(db);
  await sql`
    insert into channels (account_id, id, audience_list_id, name, name_key, number, connection_kind, position, created_at)
    select ${accountId}, n, n + ${AUDIENCE_FROM}, 'C' || n, 'c' || n, '', 'simulator', 0, ${NOW}
    from generate_series(1, 4) as n`.execute(db);
  await sql`
    insert into campaigns (account_id, id, name, created_at)
    select ${accountId}, n, 'K' || n, ${NOW} from generate_series(1, 4) as n`.execute(db);
  await sql`
    insert into short_links (account_id, id, name, url, created_at)
    select ${accountId}, n, 'S' || n, 'https://example.com/' || n, ${NOW} from generate_series(1, 4) as n`.execute(
    db,
  );
}

async function storeMembers(
  db: Db,
  accountId: number,
  contact: number,
  { lists, channels }: Pick<Anybody, 'lists' | 'channels'>,
): Promise<KeptEvent[]> {
  const all = [...lists, ...[...channels].map((channel) => channel + AUDIENCE_FROM)];
  const at = MOMENTS[contact % MOMENTS.length] as string;
  await sql`
    insert into list_members (account_id, list_id, contact_id, added_at)
    select ${accountId}, list, ${contact}, ${at}::timestamptz from unnest(${all}::bigint[]) as list`.execute(
    db,
  );
  return all.map((list) => ({ kind: 'list.joined', at, properties: { list } }));
}

type Whom = { id: number; phone: string };
type Stored = {
  accountId: number;
  contact: Whom;
  at: string;
  numbers: readonly number[];
  text: string;
  key: number;
};

/** One row where such facts lie, and everything that it says. */
function storeFact(
  db: Db,
  accountId: number,
  contact: Whom,
  { kind, at, numbers, text }: Happened,
  key: number,
): Promise<KeptEvent[]> {
  const stored = { accountId, contact, at, numbers, text, key };
  if (kind === 'list.joined' || kind === 'list.left') return storeDeparture(db, stored);
  if (kind === 'contact.opted_in' || kind === 'contact.opted_out') return storeConsent(db, stored, kind);
  if (kind === 'contact.texted' || kind === 'keyword.texted') return storeText(db, stored, kind);
  if (kind === 'contact.replied') return storeReply(db, stored);
  if (kind === 'custom.event') return storeCustom(db, stored);
  return kind === 'link.clicked' ? storeClick(db, stored) : storeMessage(db, stored, kind);
}

async function storeDeparture(
  db: Db,
  { accountId, contact, at, numbers, key }: Stored,
): Promise<KeptEvent[]> {
  const [list = 0] = numbers;
  // The time tells departures of one list apart.
  const left = new Date(Date.parse(at) + (key % 100)).toISOString();
  await sql`
    insert into list_departures (account_id, list_id, contact_id, joined_at, left_at)
    values (${accountId}, ${list}, ${contact.id}, ${MOMENTS[4]}, ${left})`.execute(db);
  return [
    { kind: 'list.joined', at: MOMENTS[4] as string, properties: { list } },
    { kind: 'list.left', at: left, properties: { list } },
  ];
}

async function storeConsent(
  db: Db,
  { accountId, contact, at, numbers }: Stored,
  kind: 'contact.opted_in' | 'contact.opted_out',
): Promise<KeptEvent[]> {
  const isIn = kind === 'contact.opted_in';
  const [campaign = 0, given = 0, other = 0] = numbers;
  const [list, channel] = [isIn && given > 1 ? given : null, other > 1 ? other : null];
  await sql`
    insert into consents (account_id, phone, kind, channel_id, list_id, campaign_id, source, at)
    values (${accountId}, ${contact.phone}, ${isIn ? 'opt-in' : 'opt-out'}, ${channel}, ${list}, ${campaign}, 'test', ${at})`.execute(
    db,
  );
  return [{ kind, at, properties: isIn ? { campaign, list, channel } : { campaign, channel } }];
}

async function storeText(
  db: Db,
  { accountId, contact, at, numbers, text, key }: Stored,
  kind: 'contact.texted' | 'keyword.texted',
): Promise<KeptEvent[]> {
  const [given = 0, channel = 0] = numbers;
  const campaign = given > 1 ? given : null;
  await sql`
    insert into inbound_messages (account_id, channel_id, contact_id, carrier_message_id, body, kind, campaign_id, at)
    values (${accountId}, ${channel}, ${contact.id}, ${`m${key}`}, ${text},
      ${kind === 'keyword.texted' ? 'keyword' : 'none'}, ${campaign}, ${at})`.execute(db);
  const properties = { campaign, channel, text };
  const texted: KeptEvent = { kind: 'contact.texted', at, properties };
  return kind === 'keyword.texted' ? [texted, { kind, at, properties }] : [texted];
}

async function storeReply(db: Db, { accountId, contact, at, numbers, text }: Stored): Promise<KeptEvent[]> {
  const [campaign = 0, step = 0] = numbers;
  const intent = text === 'yes' ? 'Agreed' : '';
  await sql`
    insert into events (account_id, campaign_id, at, kind, contact_id, step_id, raw, intent, phone)
    values (${accountId}, ${campaign}, ${at}, 'response', ${contact.id}, ${step}, ${text}, ${intent}, ${contact.phone})`.execute(
    db,
  );
  return [{ kind: 'contact.replied', at, properties: { campaign, step, intent, text } }];
}

async function storeClick(db: Db, { accountId, contact, at, numbers }: Stored): Promise<KeptEvent[]> {
  const [link = 0, campaign = 0, given = 0] = numbers;
  const blast = given > 1 ? given : null;
  await sql`
    insert into link_clicks (account_id, link_id, contact_id, at, campaign_id, blast_id, kind)
    values (${accountId}, ${link}, ${contact.id}, ${at}, ${campaign}, ${blast}, 'person')`.execute(db);
  return [{ kind: 'link.clicked', at, properties: { link, campaign, blast } }];
}

async function storeCustom(
  db: Db,
  { accountId, contact, at, numbers, text, key }: Stored,
): Promise<KeptEvent[]> {
  const data = { color: text, total: numbers[0] ?? 0 };
  await sql`
    insert into custom_events (account_id, contact_id, name, at, source, event_id, data)
    values (${accountId}, ${contact.id}, ${text}, ${at}, 'shop', ${`e${key}`}, ${JSON.stringify(data)})`.execute(
    db,
  );
  const properties = {
    name: text,
    source: 'shop',
    'data.color': data.color,
    'data.total': String(data.total),
  };
  return [{ kind: 'custom.event', at, properties }];
}

async function storeMessage(db: Db, stored: Stored, kind: KeptKind): Promise<KeptEvent[]> {
  const { accountId, contact, at, numbers, text, key } = stored;
  const [given = 0, other = 0, channel = 0] = numbers;
  const isBlast = kind === 'blast.received';
  const [campaign, blast] = [given > 1 ? given : null, isBlast || other > 2 ? other : null];
  const status = { 'message.delivered': 'delivered', 'message.failed': 'failed' }[kind as string] ?? 'sent';
  const settled = status === 'sent' ? null : at;
  const code = status === 'failed' ? text : null;
  await sql`
    insert into messages (account_id, id, channel_id, contact_id, campaign_id, blast_id, origin, status, carrier_code,
      created_at, sent_at, settled_at)
    values (${accountId}, ${key}, ${channel}, ${contact.id}, ${campaign}, ${isBlast ? key + 10 : blast},
      ${isBlast ? 'blast' : 'flow'}, ${status}::message_status, ${code}, ${MOMENTS[7]}, ${at}, ${settled})`.execute(
    db,
  );
  const properties = { campaign, blast: isBlast ? key + 10 : blast, channel };
  const said: KeptEvent[] = [{ kind: 'message.sent', at, properties }];
  if (isBlast) said.push({ kind: 'blast.received', at, properties });
  if (status === 'delivered') said.push({ kind: 'message.delivered', at, properties });
  if (status === 'failed') said.push({ kind: 'message.failed', at, properties: { ...properties, code } });
  return said;
}
