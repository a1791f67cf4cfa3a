/**
 * Walks the contract with the bad inputs of `bad-inputs.ts`: a call that is new there is covered by itself.
 */
import { BASE, type Call, calls } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { features } from '../features.ts';
import {
  BAD_INPUTS,
  BAD_VALUES,
  type BadInput,
  GOOD_TEXTS,
  type Kind,
  type ReplyClass,
} from './bad-inputs.ts';
import { goodForm, makeThings, NOTHING, OWNED_IDS, type Sent, sendTo, type Things } from './good-forms.ts';
import { type Client, useHarness } from './harness.ts';
import { pictureIn } from './stored.ts';

const harness = useHarness();
const all = Object.entries(calls).flatMap(([group, members]) =>
  Object.entries(members as unknown as Record<string, Call>).map(([key, call]) => ({
    title: `${group}.${key}`,
    call,
  })),
);
const needSession = all.filter(({ call }) => call.access === 'session');
const withFields = all.filter(({ call }) => Object.keys(call.form).length > 0);

type User = Client & { userId: number; accountId: number };
let user: User;
let stranger: User;
let things: Things;
let foreign: Things;

async function thingsOf(owner: User): Promise<Things> {
  return makeThings(async (path, form, file) => {
    const shape = file === undefined ? 'envelope' : 'upload';
    return (
      await sendTo(harness().app, owner.cookie(), { path, method: 'POST', shape }, { form }, BASE)
    ).json();
  });
}

beforeAll(async () => {
  user = await harness().newUser();
  stranger = await harness().newUser();
  things = await thingsOf(user);
  foreign = await thingsOf(stranger);
});

/** Sends as the user; calls that are open to nobody in particular without a session. */
async function send(call: Call, sent: Sent) {
  const cookie = call.access === 'open' ? '' : user.cookie();
  const answer = await sendTo(harness().app, cookie, call, sent, BASE);
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  const body = (isJson ? answer.json() : {}) as Record<string, unknown>;
  return { status: answer.statusCode, body, text: answer.body, suser: cookie === '' ? 0 : user.userId };
}
type Answer = Awaited<ReturnType<typeof send>>;

/** What is wrong with a reply of a class; empty: nothing. */
function faultOf({ status, body, suser, text }: Answer, is: ReplyClass, field: string): string {
  const wanted = { malformed: 400, refused: 200, unknown: 404 }[is];
  const right =
    status === wanted &&
    body.RESULT === 0 &&
    body.SUSER === suser &&
    /\S.*[.?]$/s.test(String(body.MESSAGE)) &&
    (is !== 'malformed' || String(body.DETAIL).split('.')[0] === field);
  return right ? '' : `${status} ${text.slice(0, 160)} instead of ${is}`;
}

const fieldsOf = (call: Call) => Object.values(call.form);
type Field = ReturnType<typeof fieldsOf>[number];
const groupOf = ({ title }: { title: string }) => title.split('.')[0];
const literal = (json: string, form: Record<string, string>, field: string) =>
  `{${Object.entries({ ...form, [field]: null })
    .map(([name, value]) => `${JSON.stringify(name)}:${name === field ? json : JSON.stringify(value)}`)
    .join(',')}}`;

/**
 * Which inputs are bad for a field, from its codec's own words. @throws for a kind of field that this table
 * does not know yet.
 */
function kindOf(kind: string): Kind {
  const words = kind.replace(/, optional$/, '');
  const known: [RegExp, Kind][] = [
    [/^id$/, 'id'],
    [/^number /, 'number'],
    [/^0 or 1$/, 'flag'],
    [/^text up to/, 'text'],
    [/^name up to/, 'name'],
    [/^ids joined/, 'ids'],
    [/^YYYY-MM-DD$/, 'day'],
    [/^YYYY-MM-DD HH/, 'moment'],
    [/^JSON/, 'json'],
    [/ \| |^(?:color|country) /, 'word'],
  ];
  const found = known.find(([pattern]) => pattern.test(words));
  if (!found) throw new Error(`No bad inputs are known for fields of the kind "${kind}".`);
  return found[1];
}

/** The bounds that a codec names: one too long, one too small, one too large. */
function pastBounds(kind: string): string[] {
  const longest = /(?:text|name) up to (\d+)/.exec(kind)?.[1];
  if (longest) return ['x'.repeat(Number(longest) + 1)];
  const most = /ids joined by commas, up to (\d+)/.exec(kind)?.[1];
  if (most) return [Array.from({ length: Number(most) + 1 }, (_, n) => n + 1).join(',')];
  const [, least, largest] = /number (?:from )?(-?\d+)(?: to (\d+))?/.exec(kind) ?? [];
  return [...(least ? [String(Number(least) - 1)] : []), ...(largest ? [String(Number(largest) + 1)] : [])];
}

function badInputsOf(
  call: Call,
  wire: string,
  kind: string,
  optional: boolean,
): (BadInput | { name: string; fields: string; is: ReplyClass })[] {
  const shared = BAD_INPUTS.filter(
    (input) =>
      input.of.includes(kindOf(kind)) &&
      !(input.blank && optional) &&
      !(input.json !== undefined && (call.method === 'GET' || call.shape === 'upload')),
  );
  const own = (BAD_VALUES[wire] ?? []).filter(({ sent }) => !(optional && sent === ''));
  const bounds = pastBounds(kind).map((sent) => ({
    name: 'past its bounds',
    sent,
    is: 'malformed' as const,
  }));
  return [...shared, ...own, ...bounds].map((input) => ({ ...input, of: [] }));
}

/** Ids that choose no thing of the account: they filter, or name what ships with the product. */
const NO_ID = new Set([
  'blast.list inpBatchId',
  'approvals.list inpBatchId',
  'reports.template inpReportId',
  // Places within the file.
  'campaignFiles.run inpChosen',
  // What was settled meanwhile is left alone.
  'delivery.settle inpMessageIds',
  // Who is no member (any more) is passed over.
  ...['copyMany', 'moveMany', 'removeMany', 'tagMany'].map((call) => `members.${call} ContactAddressIds`),
]);

test('every call of the contract has a handler', () => {
  const served = new Set(features.flatMap((feature) => feature.routes ?? []).map((route) => route.call.path));
  expect(all.filter(({ call }) => !served.has(call.path)).map(({ title }) => title)).toEqual([]);
});

test.each(needSession)('$title opens for nobody without a session, whatever is sent', async ({ call }) => {
  const url = `${BASE}${call.path}`;
  const nobody = { RESULT: -1, MESSAGE: 'Please sign in.', DETAIL: '', SUSER: 0 };
  const answers = [
    await harness().app.inject({ method: call.method, url }),
    await harness().app.inject({
      method: call.method,
      url,
      headers: { cookie: `parley_session=${'x'.repeat(43)}` },
    }),
    await harness().app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      payload: '{',
    }),
    await harness().app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'text/plain' },
      payload: 'x',
    }),
    await harness().app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'x'.repeat(300_000),
    }),
  ];
  for (const answer of answers) expect([answer.statusCode, answer.json()]).toEqual([200, nobody]);
});

/** The tables in which a piece of work stored something. */
async function storedBy(work: () => Promise<unknown>): Promise<string[]> {
  const before = await pictureIn(harness().services);
  await work();
  const after = await pictureIn(harness().services);
  return Object.keys(after).filter((table) => after[table] !== before[table]);
}

/** What is wrong with one field of a form: a name for it, the class of the answer, what is sent. */
type Spoilt = [name: string, is: ReplyClass, sent: Sent];

function spoiltForms(title: string, call: Call, { wire, codec }: Field): Spoilt[] {
  const good = goodForm(call, things);
  const optional = codec.optional ?? false;
  const spoilt = badInputsOf(call, wire, codec.kind, optional)
    .filter(({ is }) => !(is === 'unknown' && NO_ID.has(`${title} ${wire}`)))
    .map((input): Spoilt => {
      const { json, sent } = input as BadInput;
      const form = { ...good, [wire]: sent ?? '' };
      return [input.name, input.is, json === undefined ? { form } : { json: literal(json, good, wire) }];
    });
  const { [wire]: _, ...others } = good;
  if (!optional) spoilt.push(['missing', 'malformed', { form: others }]);
  if (call.method === 'POST' && call.shape !== 'upload') {
    const twice = JSON.stringify(['1', '1'].map(() => good[wire] ?? ''));
    spoilt.push(['doubled', 'malformed', { json: literal(twice, good, wire) }]);
  }
  return spoilt;
}

test('a missing, a doubled and a bad field of each kind is answered in its class, and nothing is stored', async () => {
  const faults: string[] = [];
  let sent = 0;
  const check = async (title: string, call: Call, wire: string, [name, is, what]: Spoilt) => {
    const fault = faultOf(await send(call, what), is, wire);
    if (fault) faults.push(`${title} ${wire} ${name}: ${fault}`);
    sent += 1;
  };
  for (const [group, members] of Map.groupBy(withFields, groupOf)) {
    // At once for a field: none does anything that another could see.
    const tables = await storedBy(async () => {
      for (const { title, call } of members)
        for (const field of fieldsOf(call))
          await Promise.all(
            spoiltForms(title, call, field).map((spoilt) => check(title, call, field.wire, spoilt)),
          );
    });
    if (tables.length > 0) faults.push(`a call of ${group} stored something in ${tables}`);
  }
  expect(faults).toEqual([]);
  expect(sent).toBeGreaterThan(3000);
}, 300_000);

test('an id that is too large is said to be', async () => {
  for (const sent of ['9007199254740992', '123456789012345678901234567890']) {
    const { status, body } = await send(calls.tags.remove as unknown as Call, { form: { TagId: sent } });
    expect([status, body.MESSAGE]).toEqual([400, 'TagId must be at most 9007199254740991.']);
  }
});

test('an id of another account gets the same bytes as an id that does not exist, and nothing is stored', async () => {
  const faults: string[] = [];
  const before = await pictureIn(harness().services);
  for (const { title, call } of withFields)
    for (const { wire } of fieldsOf(call)) {
      const theirs = OWNED_IDS(foreign)[wire];
      if (theirs === undefined || NO_ID.has(`${title} ${wire}`)) continue;
      const good = goodForm(call, things);
      const asForeign = await send(call, { form: { ...good, [wire]: theirs } });
      const asUnknown = await send(call, { form: { ...good, [wire]: '987654321' } });
      if (asForeign.text !== asUnknown.text || asForeign.status !== 404)
        faults.push(`${title} ${wire}: ${asForeign.status} ${asForeign.text} against ${asUnknown.text}`);
    }
  expect(faults).toEqual([]);
  expect(await pictureIn(harness().services)).toEqual(before);
});

test('a list of own ids with one foreign among them is unknown as a whole', async () => {
  const before = await pictureIn(harness().services);
  const target = { inpBatchId: things.campaign ?? '', inpTargetListIds: `${things.list},${foreign.list}` };
  const mixed: [Call, Record<string, string>][] = [
    [calls.blast.review as unknown as Call, target],
    [calls.blast.send as unknown as Call, target],
    [
      calls.blast.review as unknown as Call,
      {
        ...target,
        inpTargetListIds: things.list ?? '',
        ABTestingBatches: `${things.campaign},${foreign.campaign}`,
      },
    ],
    [calls.tags.reorder as unknown as Call, { TagArray: `[${things.tag},${foreign.tag}]` }],
    [calls.lists.reorder as unknown as Call, { ListArray: `[${things.list},${foreign.list}]` }],
  ];
  for (const [call, form] of mixed)
    expect([call.path, (await send(call, { form })).status]).toEqual([call.path, 404]);
  expect(await pictureIn(harness().services)).toEqual(before);
});

test('every text that is text is answered without a fault; what is not done leaves nothing behind', async () => {
  const faults: string[] = [];
  /** Sends a text; answers whether something was done. */
  const isDone = async (
    title: string,
    call: Call,
    wire: string,
    [name, value]: readonly [string, string],
  ) => {
    const answer = await send(call, { form: { ...goodForm(call, things), [wire]: value } });
    const { status, body } = answer;
    const understood = status === 200 && (body.RESULT === 1 || body.RESULT === 0 || call.shape === 'file');
    const clear = understood || [400, 404, 429].includes(status);
    if (!clear || (body.SUSER !== user.userId && call.shape !== 'file'))
      faults.push(`${title} ${wire} ${name}: ${status} ${answer.text.slice(0, 160)}`);
    return body.RESULT === 1;
  };
  for (const { title, call } of needSession) {
    const refused: [wire: string, text: [string, string]][] = [];
    for (const { wire } of fieldsOf(call).filter(({ codec }) =>
      ['text', 'name'].includes(kindOf(codec.kind)),
    ))
      for (const text of Object.entries(GOOD_TEXTS))
        if (!(await isDone(title, call, wire, text))) refused.push([wire, text]);
    if (refused.length === 0) continue;
    // Those that were refused once more, with nothing between that is done.
    const tables = await storedBy(async () => {
      for (const [wire, text] of refused) await isDone(title, call, wire, text);
    });
    // A code that is wrong stands in the History.
    const isHistory = (table: string) =>
      table === 'audit_log' && refused.some(([wire]) => wire === 'MFACode');
    for (const table of tables) if (!isHistory(table)) faults.push(`${title} stored something in ${table}`);
  }
  expect(faults).toEqual([]);
}, 300_000);

test('the good forms are good: spoiling one field is what the tests above did', async () => {
  const owner = await harness().newUser();
  const own = await thingsOf(owner);
  // Deletions go last, of lists after those of their members.
  const isLast = (title: string) =>
    title === 'access.signOut' || /\.(remove|removeMany|moveMany|deleteStep)$/.test(title);
  const order = [
    ...withFields.filter(({ title }) => !isLast(title)),
    ...withFields.filter(({ title }) => isLast(title) && title.startsWith('members.')),
    ...withFields.filter(({ title }) => isLast(title) && !title.startsWith('members.')),
  ];
  const faults: string[] = [];
  for (const { title, call } of order) {
    const cookie = call.access === 'open' ? '' : owner.cookie();
    const form = goodForm(call, own);
    const answer = await sendTo(harness().app, cookie, call, { form }, BASE);
    // What no thing of `makeThings` stands for is not found.
    const wanted = Object.values(form).includes(NOTHING) ? 404 : 200;
    if (answer.statusCode !== wanted) faults.push(`${title}: ${answer.statusCode} ${answer.body}`);
  }
  expect(faults).toEqual([]);
});
