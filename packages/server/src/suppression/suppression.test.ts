/**
 * Opt-outs from outside: by words, by hand, by file; never lifted but by the person; doubtful texts decided
 * by people.
 */
import { BASE, calls } from '@parley/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { receiveInbound } from '../conversation/index.ts';
import { runImport } from '../imports/jobs.ts';
import { claimImport } from '../imports/store.ts';
import { first, rows, sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { type Client, useHarness } from '../testing/harness.ts';
import { optedOut } from './store.ts';

const harness = useHarness();
const { optouts, members, lists, gate } = calls;
let user: Client & { accountId: number; userId: number };
let channelId = 0;
let texts = 0;
const db = () => harness().services.db;
const PHONE = '+12125550100';

beforeEach(async () => {
  user = await harness().newUser();
  channelId = (await firstChannel(db(), user.accountId))?.id ?? 0;
});

const text = (words: string, phone = PHONE) =>
  receiveInbound(harness().services, {
    accountId: user.accountId,
    channelId,
    phone,
    text: words,
    carrierMessageId: `text ${texts++}`,
    at: harness().services.clock.now(),
  });
const isOut = async (phone = PHONE) => (await optedOut(db(), user.accountId, [phone])).has(phone);
/** What we answered without charge. */
const answers = (phone = PHONE) =>
  rows(
    db(),
    sql<{ body: string; credits: number }>`
      select m.body, m.credits from messages m
      join contacts c on c.account_id = ${user.accountId} and c.id = m.contact_id
      where m.account_id = ${user.accountId} and c.phone = ${phone} and m.origin = 'system' order by m.id`,
  );

async function uploadFile(
  path: string,
  content: string,
  fields: Record<string, string> = {},
  name = 'numbers.csv',
) {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append('file', new Blob([content]), name);
  const encoded = new Response(form);
  const response = await harness().app.inject({
    method: 'POST',
    url: `${BASE}${path}`,
    headers: { cookie: user.cookie(), 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return response.json() as Record<string, unknown>;
}

describe('words', () => {
  test.each(['Stop!!', 'please stop texting me', 'Quítame de la lista', 'Désabonnez-moi', 'S T O P 🛑'])(
    '“%s” opts out at once, with one confirmation that costs nothing',
    async (words) => {
      await text(words);
      await text('STOP');
      expect(await isOut()).toBe(true);
      const [confirmation, ...more] = await answers();
      expect(confirmation).toMatchObject({ credits: 0 });
      expect(confirmation?.body).toMatch(/You're opted out|Te diste de baja|Inscription annulée/);
      expect(more).toEqual([]);
      const { optOuts, total } = (await user.ask(optouts.list, {})).values;
      expect(total).toBe(1);
      expect(optOuts[0]).toMatchObject({
        phone: PHONE,
        source: 'keyword',
        words,
        scope: 'account',
        channelName: 'Simulator',
      });
    },
  );

  test('“can’t stop winning” neither opts out nor is looked at', async () => {
    await text("can't stop winning");
    expect(await isOut()).toBe(false);
    expect((await user.ask(optouts.doubtful, {})).values.total).toBe(0);
  });

  test('START, UNSTOP and YES opt in again; YES is an answer for everybody else', async () => {
    for (const word of ['START', 'unstop', 'Yes!']) {
      await text('STOP');
      expect(await isOut()).toBe(true);
      await text(word);
      expect(await isOut(), word).toBe(false);
    }
    await storeSketch(
      db(),
      user.accountId,
      70,
      [
        { type: 'open-question', id: 701, text: 'Coming?' },
        { type: 'final-message', id: 702, text: 'See you.' },
      ] as never,
      'PARTY',
    );
    await text('PARTY', '+12125550101');
    await text('YES', '+12125550101');
    const kind = await first(
      db(),
      sql<{ kind: string }>`
        select kind from inbound_messages where account_id = ${user.accountId} and body = 'YES' order by id desc limit 1`,
    );
    expect(kind?.kind).toBe('answer');
  });

  test('HELP and INFO are answered with the account’s name and contact, to opted-out people and strangers too', async () => {
    const settings = { timeZone: 'America/New_York', phone: '2125550199', mfaEnabled: false };
    await user.ask(calls.account.save, {
      ...settings,
      accountName: 'Blue Door',
      contactInfo: 'hello@bluedoor.example',
    });
    await text('STOP');
    await text('help!');
    await text('Info', '+12125550102');
    for (const answer of [(await answers())[1], (await answers('+12125550102'))[0]]) {
      expect(answer?.body).toContain('Blue Door');
      expect(answer?.body).toContain('hello@bluedoor.example');
      expect(answer?.credits).toBe(0);
    }
  });
});

describe('doubtful texts', () => {
  test('wait for a decision; an opt-out keeps the words, who decided, and that it was a review', async () => {
    await text('how do I cancel');
    await text('is this spam?', '+12125550103');
    const waiting = (await user.ask(optouts.doubtful, {})).values;
    expect(waiting.total).toBe(2);
    expect(waiting.texts[0]).toMatchObject({ phone: '+12125550103', text: 'is this spam?', matched: 'spam' });
    const [spam, cancel] = waiting.texts;
    await user.ask(optouts.decide, { id: cancel?.id ?? 0, decision: 'opt-out' });
    await user.ask(optouts.decide, { id: spam?.id ?? 0, decision: 'not-opt-out' });
    expect((await user.ask(optouts.doubtful, {})).values.total).toBe(0);
    expect([await isOut(), await isOut('+12125550103')]).toEqual([true, false]);
    // A second decision changes nothing.
    expect((await user.ask(optouts.decide, { id: spam?.id ?? 0, decision: 'opt-out' })).RESULT).toBe(1);
    expect(await isOut('+12125550103')).toBe(false);
    const [row] = (await user.ask(optouts.list, {})).values.optOuts;
    expect(row).toMatchObject({ source: 'review', words: 'how do I cancel' });
    expect(row?.by).toContain('@example.com');
  });

  test('of another account are not found', async () => {
    await text('is this spam?');
    const [mine] = (await user.ask(optouts.doubtful, {})).values.texts;
    const other = await harness().newUser();
    const answer = await other.ask(optouts.decide, { id: mine?.id ?? 0, decision: 'opt-out' });
    expect(answer.status).toBe(404);
    expect(await isOut()).toBe(false);
  });
});

describe('by hand', () => {
  test('records what came by phone or mail, of contacts and of strangers, with a note', async () => {
    const list = (await user.ask(lists.add, { name: 'Friends' })).values.id;
    await user.ask(members.add, { phone: PHONE, list });
    const form = { source: 'phone', note: 'Called on Monday' } as const;
    expect((await user.ask(optouts.record, { ...form, phone: '(212) 555-0100' })).RESULT).toBe(1);
    expect((await user.ask(optouts.record, { phone: '+442079460002', source: 'mail' })).RESULT).toBe(1);
    expect((await user.ask(optouts.record, { phone: 'nonsense' })).status).toBe(400);
    expect((await user.ask(lists.info, { list })).values.info.optOuts).toBe(1);
    const found = (await user.ask(optouts.list, { search: '212555' })).values;
    expect(found.optOuts).toMatchObject([{ phone: PHONE, source: 'phone', note: 'Called on Monday' }]);
    expect((await user.ask(optouts.list, { search: 'monday' })).values.total).toBe(1);
    expect((await user.ask(optouts.list, { search: '%' })).values.total).toBe(0);
  });

  test('opts out every number of a file, and exports the list', async () => {
    await text('=STOP');
    await text('STOP');
    const file =
      'Name,Phone\nAnn,(212) 555-0105\nBob,+442079460003\nEve,not a number\nAnn again,2125550105.0\nOld,2125550100\n';
    const body = await uploadFile('optouts/uploadNumbers', file);
    expect(body).toMatchObject({ RESULT: 1, NEWCOUNT: 2, KNOWNCOUNT: 1, INVALIDCOUNT: 1 });
    expect(JSON.parse(String(body.PROBLEMS))).toEqual([{ ROW: 4, VALUE: 'Eve, not a number' }]);
    expect(await isOut('+442079460003')).toBe(true);
    const contacts = await rows(db(), sql`select 1 from contacts where account_id = ${user.accountId}`);
    expect(contacts, 'strangers of the file become no contacts').toHaveLength(1);
    const { text: csv } = await user.get('optouts/exportOptOuts');
    expect(csv.split('\r\n')[0]).toContain('"Phone","Opted out at","Source"');
    expect(csv).toContain('+442079460003');
    expect(csv).toContain('numbers.csv');
    expect((await uploadFile('optouts/uploadNumbers', 'Name\nAnn\n')).RESULT).toBe(0);
  });

  test('a row that can’t be read is refused alone, the first one too, and named as a spreadsheet counts', async () => {
    const file = '\n2125550161,"Ann\n2125550162,Bob\n2125550163,"Cid\n';
    const body = await uploadFile('optouts/uploadNumbers', file);
    expect(body).toMatchObject({ RESULT: 1, NEWCOUNT: 1, INVALIDCOUNT: 2 });
    expect(JSON.parse(String(body.PROBLEMS))).toEqual([
      { ROW: 2, VALUE: '2125550161,"Ann' },
      { ROW: 4, VALUE: '2125550163,"Cid' },
    ]);
    expect(await isOut('+12125550162')).toBe(true);
  });
});

describe('a carrier’s log', () => {
  const DOUBTFUL = 'how do I cancel';
  const log = (lines: string[]) => ['From,To,Body,Status,Direction,DateSent', ...lines].join('\n');
  const isIn = (phone: string, words: string, at = '2026-01-02T10:00:00Z') =>
    `${phone},+12125550199,${words},received,inbound,${at}`;

  test('opts out who wrote STOP last, and nobody else', async () => {
    const file = log([
      isIn('+12125550141', '"Please stop texting me, thanks"'),
      isIn('+12125550142', 'See you at eight'),
      isIn('+12125550143', 'START', '2026-01-03T10:00:00Z'),
      isIn('+12125550143', 'STOP'),
      isIn('+12125550144', 'START'),
      isIn('+12125550144', 'STOP', '2026-01-03T10:00:00Z'),
      isIn('+12125550145', 'STOP', ''),
      isIn('+12125550145', 'START', ''),
      isIn('unknown', 'STOP'),
      '+12125550199,+12125550146,Reply STOP to opt out,delivered,outbound-api,2026-01-02T10:00:00Z',
    ]);
    const body = await uploadFile('optouts/uploadNumbers', file, { inpCarrierLog: '1' });
    expect(body).toMatchObject({ RESULT: 1, NEWCOUNT: 3, KNOWNCOUNT: 0, INVALIDCOUNT: 1, OTHERCOUNT: 1 });
    const out = await rows(
      db(),
      sql<{ phone: string; words: string; source: string }>`
        select phone, words, source from suppressions where account_id = ${user.accountId} order by phone`,
    );
    expect(out).toEqual([
      { phone: '+12125550141', words: 'Please stop texting me, thanks', source: 'upload' },
      { phone: '+12125550144', words: 'STOP', source: 'upload' },
      { phone: '+12125550145', words: 'STOP', source: 'upload' },
    ]);
    const again = await uploadFile('optouts/uploadNumbers', file, { inpCarrierLog: '1' });
    expect(again).toMatchObject({ NEWCOUNT: 0, KNOWNCOUNT: 3 });
  });

  test('lists what a person should read, and lifts nothing', async () => {
    await uploadFile('optouts/uploadNumbers', '2125550151\n');
    const file = log([isIn('+12125550151', 'START'), isIn('+12125550152', DOUBTFUL)]);
    const body = await uploadFile('optouts/uploadNumbers', file, { inpCarrierLog: '1' });
    expect(JSON.parse(String(body.DOUBTFUL))).toEqual([{ ROW: 3, VALUE: `+12125550152: ${DOUBTFUL}` }]);
    expect(await isOut('+12125550151')).toBe(true);
    expect(await isOut('+12125550152')).toBe(false);
  });

  test('without a column for the sender or the text is refused', async () => {
    const body = await uploadFile('optouts/uploadNumbers', 'Phone,Name\n2125550151,Ann\n', {
      inpCarrierLog: '1',
    });
    expect(body).toMatchObject({ RESULT: 0, DETAIL: 'file' });
    expect(await isOut('+12125550151')).toBe(false);
  });
});

describe('nothing lifts an opt-out but the person', () => {
  test('not an import and its undo, not a campaign that is deleted and restored, not a channel that goes', async () => {
    await storeSketch(
      db(),
      user.accountId,
      71,
      [{ type: 'final-message', id: 711, text: 'Hi' }] as never,
      'HI',
    );
    await text('HI');
    await text('STOP');
    const list = (await user.ask(lists.add, { name: 'Imported' })).values.id;
    const { IMPORTID } = await uploadFile(calls.imports.upload.path, `Phone\n${PHONE}\n+12125550106\n`, {
      ListId: String(list),
    });
    const id = Number(IMPORTID);
    await user.ask(calls.imports.dryRun, { id, mapping: [{ index: 0, target: 'phone' }] });
    await user.ask(calls.imports.start, { id, consent: true });
    const { services } = harness();
    const run = async () => {
      for (;;) {
        const now = services.clock.now();
        const claim = await claimImport(services.db, 'test', now, new Date(now.getTime() + 60_000));
        if (!claim) return;
        await runImport(services, claim, 'test', { now: false });
      }
    };
    await run();
    expect(await isOut()).toBe(true);
    expect((await user.ask(lists.info, { list })).values.info).toMatchObject({ count: 2, optOuts: 1 });
    await user.ask(calls.imports.undo, { id });
    await run();
    expect(await isOut()).toBe(true);
    await user.ask(calls.campaigns.remove, { campaign: 71 });
    await user.ask(calls.campaigns.restore, { campaign: 71 });
    await text('HI');
    expect(await isOut()).toBe(true);
    await user.ask(calls.channels.add, { name: 'Second' });
    await user.ask(calls.channels.remove, { channel: channelId });
    expect(await isOut()).toBe(true);
    const [row] = (await user.ask(optouts.list, {})).values.optOuts;
    expect(row).toMatchObject({ phone: PHONE, channelName: 'Simulator' });
  });

  test('the proof is kept: what was shown, the words, the number, the campaign and its version, and the opt-out after it', async () => {
    await storeSketch(
      db(),
      user.accountId,
      72,
      [
        {
          type: 'open-question',
          id: 721,
          text: 'Reply with your name to get our news, up to 4 msgs a month.',
        },
        { type: 'opt-in', id: 722, list: (await user.ask(lists.add, { name: 'News' })).values.id },
        { type: 'final-message', id: 723, text: 'Welcome' },
      ] as never,
      'NEWS',
    );
    await text('NEWS');
    await text('Ann');
    await text('please stop texting me');
    const contact = await first(
      db(),
      sql<{ id: number }>`select id from contacts where account_id = ${user.accountId} and phone = ${PHONE}`,
    );
    const { consents, phone } = (await user.ask(gate.consents, { contact: contact?.id ?? 0 })).values;
    expect(phone).toBe(PHONE);
    expect(consents).toMatchObject([
      {
        kind: 'opt-in',
        source: 'keyword',
        words: 'NEWS',
        address: PHONE,
        campaign: 72,
        campaignVersion: 1,
        shown: '',
      },
      {
        kind: 'opt-in',
        source: 'flow',
        words: 'Ann',
        shown: 'Reply with your name to get our news, up to 4 msgs a month.',
        address: PHONE,
        listName: 'News',
        campaign: 72,
        campaignVersion: 1,
        channelName: 'Simulator',
      },
      { kind: 'opt-out', source: 'keyword', words: 'please stop texting me', address: PHONE },
    ]);
  });
});
