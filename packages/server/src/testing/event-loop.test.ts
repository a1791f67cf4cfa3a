/**
 * No call holds the event loop, and with it everybody else, whatever it is sent: each call of the contract
 * gets the largest input that its codecs and the size of a form allow. A call that is new there is covered by
 * itself.
 */
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BASE, type Call, calls } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { importAll, runAll } from '../imports/testing/run.ts';
import { newList } from '../imports/testing/upload.ts';
import { FORM_BYTES, UPLOAD_BYTES } from '../platform/http/form.ts';
import { goodForm, makeThings, sendTo, type Things } from './good-forms.ts';
import { type Client, useHarness } from './harness.ts';
import { watchLoop } from './loop-watch.ts';

const MOST_MS = 100;
/**
 * What ran once only, such as the compiler of JavaScript or the collector of a large heap, is no fault of a
 * call.
 */
const TRIES = 4;
const LONG = 240_000;

const harness = useHarness();
const all = Object.entries(calls).flatMap(([group, members]) =>
  Object.entries(members as unknown as Record<string, Call>).map(([key, call]) => ({
    title: `${group}.${key}`,
    call,
  })),
);
const uploads = all.filter(({ call }) => call.shape === 'upload');

let user: Client & { userId: number; accountId: number };
let things: Things;

beforeAll(async () => {
  user = await harness().newUser();
  things = await makeThings(async (path, form, file) => {
    const shape = file === undefined ? 'envelope' : 'upload';
    return (
      await sendTo(harness().app, user.cookie(), { path, method: 'POST', shape }, { form }, BASE)
    ).json();
  });
  await harness().app.listen({ port: 0, host: '127.0.0.1' });
});

type Body = { type: string; bytes: Buffer };

/** Over a real socket, so that a body comes in pieces as it does from a browser; answers the status. */
async function send(method: string, path: string, body: Body | null): Promise<number> {
  const { port } = harness().app.server.address() as AddressInfo;
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const asked = request(
    {
      port,
      method,
      path,
      agent: false,
      headers: {
        cookie: user.cookie(),
        ...(body ? { 'content-type': body.type, 'content-length': body.bytes.length } : {}),
      },
    },
    (answer: IncomingMessage) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    },
  );
  // Who refuses a large body does not read it to its end.
  asked.on('error', (error: NodeJS.ErrnoException) =>
    ['EPIPE', 'ECONNRESET'].includes(error.code ?? '') ? resolve(413) : reject(error),
  );
  asked.end(body?.bytes);
  return promise;
}

/**
 * The shortest of a few tries, as soon as one is short enough; empty when none of it holds the loop too long.
 */
async function holds(title: string, work: () => Promise<unknown>): Promise<string[]> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && least > MOST_MS; tries += 1) {
    const watch = watchLoop();
    await work();
    least = Math.min(least, watch.stop());
  }
  return least > MOST_MS ? [`${title} holds the loop for ${Math.round(least)} ms`] : [];
}

/**
 * Texts that are dear to some reader: of words, of numbers, of tokens, of patterns, of links, of alphabets.
 */
const FILLINGS = ['a', '1 ', '{{City}} ', '(a+)+', 'http://a.b/ ', '😀', '"\\'];
/**
 * Up to this length only what grows faster than any power of it is dear: one letter and a mixture show that.
 */
const SHORT = 1_000;
const SHORT_FILLINGS = ['a', FILLINGS.join('')];
const filled = (filling: string, length: number) =>
  filling.repeat(Math.ceil(length / filling.length)).slice(0, length);

/** Room for the other fields of a form, and for what the encoding adds. */
const ROOM = FORM_BYTES - 16_000;
const NODES = 9_000;
const repeated = (part: string, count = NODES) =>
  Array.from({ length: Math.min(count, Math.floor(ROOM / (part.length + 1))) }, () => part).join(',');
const condition = JSON.stringify({ type: 'CDF', tag: 'City', operator: 'LIKE', value: 'x'.repeat(255) });
const text = 'x {{City}} '.repeat(145);
const step = (more: object) =>
  JSON.stringify({ ID: Number(things.step), RQ: 1, TYPE: 'STATEMENT', TEXT: text, ...more });

/** The largest values of fields that hold JSON, by what they are about. */
const LARGE_JSON = (): Record<string, string[]> => ({
  MAPPING: [`[${repeated('{"INDEX":0,"TARGET":"newtag:x"}', 6_000)}]`],
  controlPoint: [
    step({ RTEXT: Array.from({ length: 50 }, () => ({ TEXT: text })) }),
    step({
      TYPE: 'SHORTANSWER',
      OPTIONS: Array.from({ length: 100 }, (_, n) => ({
        ID: n + 1,
        TEXT: 'x'.repeat(200),
        AVALREG: `.{0,999}${n}`.repeat(20),
      })),
    }),
    step({
      TYPE: 'BRANCH',
      CONDITIONS: Array.from({ length: 100 }, (_, n) => ({
        CID: n + 1,
        BOC: 'LIKE',
        BOAV: 'x'.repeat(1_000),
      })),
    }),
  ],
  controlPoints: [`[${repeated(JSON.stringify({ ID: 1, TYPE: 'STATEMENT', TEXT: 'x' }), 1_500)}]`],
  AutomataData: [JSON.stringify({ Type_int: 3, Filters_vch: `[${repeated(condition, 20)}]` })],
  inpTagfilter: [`[${repeated(condition, 20)}]`],
});
const ANY_JSON = () => [
  `[${repeated('1')}]`,
  `[${repeated('{"ID":1,"NEWINDEX":1}', 5_000)}]`,
  JSON.stringify({ title: 'x'.repeat(ROOM) }),
];

/** The largest values that a codec's own words allow. */
function largest(wire: string, kind: string): string[] {
  const longest = Number(/(?:text|name) up to (\d+)/.exec(kind)?.[1] ?? 0);
  if (longest > 0)
    return (longest > SHORT ? FILLINGS : SHORT_FILLINGS).map((filling) =>
      filled(filling, Math.min(longest, ROOM / 4)),
    );
  const ids = Number(/ids joined by commas, up to (\d+)/.exec(kind)?.[1] ?? 0);
  if (ids > 0) return [Array.from({ length: ids }, (_, n) => n + 1).join(',')];
  if (/JSON|list of/.test(kind)) return LARGE_JSON()[wire] ?? ANY_JSON();
  const most = /number (?:from )?-?\d+ to (\d+)/.exec(kind)?.[1];
  return most ? [most] : [];
}

function encoded(call: Call, form: Record<string, string>): { path: string; body: Body | null } {
  const fields = new URLSearchParams(form).toString();
  const path = `${BASE}${call.path}`;
  if (call.method === 'GET') return { path: `${path}?${fields}`, body: null };
  return { path, body: { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(fields) } };
}

/** What ends a thing, or the session, comes last: the others are to be tried on things that are there. */
const ENDS =
  /\.(remove|removeMany|moveMany|move|deleteStep|erase|cancel|end|endOthers|switchTo|accept|signOut)$/;
const asked = all.filter(({ call }) => call.access === 'session' && call.shape !== 'upload');

test.each([
  ...asked.filter(({ title }) => !ENDS.test(title)),
  ...asked.filter(({ title }) => ENDS.test(title)),
])(
  '$title answers others while it reads the largest input',
  async ({ title, call }) => {
    const good = goodForm(call, things);
    const faults: string[] = [];
    const tryForm = async (name: string, form: Record<string, string>) => {
      const { path, body } = encoded(call, form);
      if (path.length > 8_000) return;
      faults.push(...(await holds(`${title} ${name}`, () => send(call.method, path, body))));
    };
    await tryForm('as it is meant', good);
    for (const { wire, codec } of Object.values(call.form))
      for (const value of largest(wire, codec.kind))
        await tryForm(`${wire} ${value.slice(0, 12)}`, { ...good, [wire]: value });
    expect(faults).toEqual([]);
    // Without a session nothing would have been read.
    if (!ENDS.test(title)) expect((await user.ask(calls.account.load, {})).RESULT).toBe(1);
  },
  LONG,
);

/**
 * As many lines as fill a part of what may be uploaded: a file is read piece by piece, and no piece is dearer
 * than another.
 */
const PART = UPLOAD_BYTES / 200;
const lines = (line: (n: number) => string) => {
  const one = line(1_000_000).length;
  return Array.from({ length: Math.floor(PART / one) }, (_, n) => line(1_000_000 + n)).join('');
};
/** The first, the dearest that was ever seen, is as large as a file may be. */
const FILES: readonly [string, () => string][] = [
  ['one row of cells', () => '1,'.repeat(UPLOAD_BYTES / 2 - 1_000)],
  ['one cell in quotation marks', () => `Phone,Note\n2125550100,"${'x\n'.repeat(PART / 2)}"`],
  [
    'rows of as many cells as a row may have',
    () => `From,Body\n${lines((n) => `${n},${'12345678,'.repeat(198)}1\n`)}`,
  ],
  ['rows as long as a row may be', () => `From,Body\n${lines((n) => `${n},"${'x'.repeat(120_000)}"\n`)}`],
  ['quotation marks that are never closed', () => `From,Body\n${lines((n) => `${n},"x\n`)}`],
  ['doubled quotation marks', () => `From,Body\n${lines((n) => `""${n}""x"",""""\n`)}`],
  ['numbers of the country', () => `From,Body\n${lines((n) => `212${n},STOP\n`)}`],
  ['numbers of another country', () => `From,Body\n${lines((n) => `+49 170 ${n},please stop it\n`)}`],
  ['what is no number', () => `From,Body\n${lines((n) => `${n}${n}${n},x\n`)}`],
  ['blank lines', () => `From\n${'\n'.repeat(PART)}`],
];

/** A form with a file at its end, as a browser sends it. */
async function withFile(form: Record<string, string>, content: string): Promise<Body> {
  const data = new FormData();
  for (const [name, value] of Object.entries(form)) data.append(name, value);
  data.append('file', new Blob([content]), 'people.csv');
  const answer = new Response(data);
  return { type: answer.headers.get('content-type') ?? '', bytes: Buffer.from(await answer.arrayBuffer()) };
}

test.each(
  uploads.flatMap(({ title, call }) => FILES.map(([name, content]) => ({ title, call, name, content }))),
)(
  '$title answers others while it reads $name',
  async ({ title, call, name, content }) => {
    const flags = Object.values(call.form).filter(({ codec }) => codec.kind.startsWith('0 or 1'));
    const file = content();
    const faults: string[] = [];
    for (const flag of [undefined, ...flags]) {
      const form = { ...goodForm(call, things), ...(flag ? { [flag.wire]: '1' } : {}) };
      const body = await withFile(form, file);
      faults.push(...(await holds(`${title} ${name}`, () => send('POST', `${BASE}${call.path}`, body))));
    }
    expect(faults).toEqual([]);
  },
  LONG,
);

/** More than two batches of an import, or of taking one back. */
const MANY = 12_000;

test('trying an import, running it, taking it back and its file of errors let others in', {
  timeout: LONG,
}, async () => {
  const list = await newList(user, 'Many');
  const rows = Array.from(
    { length: MANY },
    (_, n) => `+49 170 ${1_000_000 + n},"${'x'.repeat(80)}",${n % 3 ? 'no' : 'yes'}`,
  );
  const wrong = Array.from({ length: MANY }, (_, n) => `123${n},x,yes`);
  const file = ['Phone,Note,Opted out', ...rows, ...wrong].join('\n');
  const mapping = ['phone', 'newtag:Note', 'optout'].map((target, index) => ({ index, target }));
  const faults = await holds('running, and taking back', async () => {
    const taken = await importAll(harness(), user, list, file, mapping);
    await user.ask(calls.imports.undo, { id: taken });
    await runAll(harness());
    expect((await user.ask(calls.imports.progress, { id: taken })).values.state).toBe('undone');
  });
  const id = await importAll(harness(), user, list, file, mapping);
  faults.push(
    ...(await holds('errors', () => send('GET', `${BASE}${calls.imports.errors.path}?IMPORTID=${id}`, null))),
  );
  faults.push(
    ...(await holds('export', () =>
      send('GET', `${BASE}${calls.members.exportList.path}?ListId=${list}`, null),
    )),
  );
  faults.push(
    ...(await holds('opt-outs', () => send('GET', `${BASE}${calls.optouts.exportAll.path}`, null))),
  );
  expect(faults).toEqual([]);
});

/** As large as a file of a campaign may be: questions whose answers lead to each other, in many words. */
function largestFlow(): string {
  const questions = 160;
  const steps = Array.from({ length: questions }, (_, index) => ({
    type: 'choice-question',
    id: index + 1,
    text: `Question ${index} for {{City}}?`,
    intents: Array.from({ length: 60 }, (_, n) => ({
      text: `${index} ${n} ${'word '.repeat(12)}`,
      next: n === 0 ? ((index + 1) % questions) + 1 : ((index * 7 + n * 13) % questions) + 1,
    })),
  }));
  return JSON.stringify({ format: 'parley-campaign', version: 1, campaign: { name: 'Large', steps } });
}

test('a flow as large as a file may hold is taken, checked and edited without holding the loop', {
  timeout: LONG,
}, async () => {
  const file = await withFile({}, largestFlow());
  const faults = await holds('importing it', () =>
    send('POST', `${BASE}${calls.campaignFiles.run.path}`, file),
  );
  const found = (await user.ask(calls.campaigns.list, { search: 'Large' })).values.campaigns;
  expect(found.length).toBeGreaterThan(0);
  const campaign = String(found[0]?.id ?? 0);
  const tryForm = async (title: string, call: Call, form: Record<string, string>) => {
    const { path, body } = encoded(call, { inpBatchId: campaign, ...form });
    faults.push(...(await holds(title, () => send(call.method, path, body))));
  };
  await tryForm('checking it', calls.flow.check, {});
  await tryForm('adding a step', calls.flow.addStep, {
    controlPoint: JSON.stringify({ ID: 0, RQ: 0, TYPE: 'STATEMENT', TEXT: 'x' }),
  });
  expect(faults).toEqual([]);
});
