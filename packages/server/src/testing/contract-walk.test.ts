/** Walks the contract: a new call is covered by itself. */
import { BASE, type Call, calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { features } from '../features.ts';
import { useHarness } from './harness.ts';

const harness = useHarness();

const all = Object.entries(calls).flatMap(([group, members]) =>
  Object.entries(members as unknown as Record<string, Call>).map(([key, call]) => ({
    title: `${group}.${key}`,
    call,
  })),
);
const asked = all.filter(({ call }) => call.access === 'session' && call.shape === 'envelope');

/** Values that no screen sends, for any field. */
const HOSTILE: readonly string[] = [
  '',
  ' ',
  '-1',
  '0',
  '1.5',
  '1e3',
  '0x10',
  '007',
  '9223372036854775808',
  'NaN',
  'null',
  '[]',
  '{}',
  '{"__proto__":{"x":1}}',
  '[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]',
  "' OR 1=1--",
  '%_\\',
  '<img src=x onerror=alert(1)>',
  '\u0000',
  '\u202Eright to left',
  '999999999',
  '2027-02-30 09:00:00',
  'x'.repeat(10_000),
];

test('every call of the contract has a handler', () => {
  const served = new Set(features.flatMap((feature) => feature.routes ?? []).map((route) => route.call.path));
  expect(all.filter(({ call }) => !served.has(call.path)).map(({ title }) => title)).toEqual([]);
});

test.each(all.filter(({ call }) => call.access === 'session'))(
  '$title opens for nobody without a session',
  async ({ call }) => {
    const answer = await harness().app.inject({ method: call.method, url: `${BASE}${call.path}` });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ RESULT: -1, MESSAGE: 'Please sign in.', DETAIL: '', SUSER: 0 });
  },
);

test('a required field that is missing is malformed and named; hostile values are answered, never a fault', async () => {
  const client = await harness().newUser();
  const faults: string[] = [];
  for (const { title, call } of asked) {
    const required = Object.values(call.form).filter((field) => !field.codec.optional);
    if (required.length > 0) {
      const answer = await send(client.cookie(), call, {});
      if (answer.statusCode !== 400 || answer.json().DETAIL !== required[0]?.wire)
        faults.push(`${title} without fields: ${answer.statusCode} ${answer.body}`);
    }
    for (const field of Object.values(call.form))
      for (const value of HOSTILE) {
        const plausible = Object.fromEntries(Object.values(call.form).map(({ wire }) => [wire, '999999999']));
        const answer = await send(client.cookie(), call, { ...plausible, [field.wire]: value });
        const body = answer.json() as { RESULT: number; SUSER: number; MESSAGE: string };
        const clear =
          answer.statusCode < 500 &&
          body.SUSER === client.userId &&
          (body.RESULT === 1 || body.MESSAGE !== '');
        if (!clear)
          faults.push(
            `${title} ${field.wire}=${value.slice(0, 30)}: ${answer.statusCode} ${answer.body.slice(0, 200)}`,
          );
      }
  }
  expect(faults).toEqual([]);
}, 300_000);

/** Calls whose id is no account's: template reports ship with the product. A campaign of blastList is a filter: unknown ones have no blasts. */
const NO_TENANT_ID = new Set(['reports.template inpReportId', 'blast.list inpBatchId']);

test('an id of another account gets the same bytes as an id that does not exist', async () => {
  const owner = await harness().newUser();
  const stranger = await harness().newUser();
  const ids = await thingsOf(owner);
  const faults: string[] = [];
  for (const { title, call } of asked)
    for (const field of Object.values(call.form)) {
      const foreign = ids[field.wire];
      if (foreign === undefined || NO_TENANT_ID.has(`${title} ${field.wire}`)) continue;
      const others = Object.fromEntries(
        Object.values(call.form)
          .filter((other) => !other.codec.optional)
          .map((other) => [other.wire, ids[other.wire] ?? SAMPLES[other.wire] ?? '1']),
      );
      const asForeign = await send(stranger.cookie(), call, { ...others, [field.wire]: foreign });
      const asUnknown = await send(stranger.cookie(), call, { ...others, [field.wire]: '987654321' });
      if (asForeign.body !== asUnknown.body || asForeign.statusCode !== asUnknown.statusCode)
        faults.push(`${title} ${field.wire}: ${asForeign.body} against ${asUnknown.body}`);
      if (asForeign.statusCode !== 404)
        faults.push(`${title} ${field.wire}: ${asForeign.statusCode} ${asForeign.body}`);
    }
  expect(faults).toEqual([]);
});

/** Values that get past the codecs, so that the id is what decides. */
const SAMPLES: Record<string, string> = {
  inpDesc: 'Name',
  controlPoint: '{"TYPE":"STATEMENT","TEXT":"Hello","ID":1}',
  inpQID: '1',
  INPPID: '1',
  INPNEWPOS: '1',
  inpKeyword: 'WORD',
  ContactString: '2125550177',
  ListName: 'Name',
  TagName: 'Name',
  Tag: 'City',
  Value: 'x',
  ChannelName: 'Name',
  CredentialsName: 'Name',
  AutomataName: 'Name',
  AutomataData: '{}',
  inpContactString: '2125550177',
  inpText: 'hello',
  MAPPING: '[{"INDEX":0,"TARGET":"phone"}]',
  inpReportString: '{"title":"Name"}',
  inpState: 'paused',
};

/** One of each kind of thing, by the wire names that carry its id. */
async function thingsOf(client: {
  cookie: () => string;
  ask: (call: never, form: never) => Promise<unknown>;
}) {
  const add = async (path: string, fields: Record<string, string>, reply: string) => {
    const answer = await harness().app.inject({
      method: 'POST',
      url: `${BASE}${path}`,
      headers: { cookie: client.cookie(), 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    });
    const body = answer.json() as Record<string, unknown>;
    expect(body.RESULT, `${path}: ${answer.body}`).toBe(1);
    return String(body[reply]);
  };
  const list = await add('lists/addList', { ListName: 'Mine' }, 'NEWListID');
  const tag = await add('tags/addTag', { TagName: 'Mine' }, 'NEWTAGID');
  const campaign = await add('control-point/AddNewBatchFromTemplate', { TID: '1' }, 'BATCHID');
  const contact = await add(
    'members/addMemberToList',
    { ContactString: '2125550188', ListId: list },
    'CONTACTADDRESSID',
  );
  const credentials = await add(
    'credentials/addCredentials',
    { CredentialsName: 'Mine' },
    'NEWCREDENTIALSID',
  );
  const automata = await add('automata/addautomata', { AutomataName: 'Mine' }, 'NEWAUTOMATAID');
  const channel = await add('channels/addChannel', { ChannelName: 'Mine' }, 'NEWCHANNELID');
  const report = await add('report/saveNewCustomReport', { inpReportString: '{"title":"Mine"}' }, 'DATA');
  return {
    inpBatchId: campaign,
    ListId: list,
    TargetListId: list,
    inpTargetListIds: list,
    TagId: tag,
    ContactAddressId: contact,
    CredentialsId: credentials,
    AutomataId: automata,
    ChannelId: channel,
    inpReportId: report,
  } as Record<string, string>;
}

function send(cookie: string, call: Call, fields: Record<string, string>) {
  return harness().app.inject({
    method: call.method,
    url: call.method === 'GET' ? `${BASE}${call.path}?${new URLSearchParams(fields)}` : `${BASE}${call.path}`,
    headers: {
      cookie,
      ...(call.method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(call.method === 'POST' ? { payload: new URLSearchParams(fields).toString() } : {}),
  });
}
