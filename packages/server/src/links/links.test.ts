import { calls } from '@parley/contract';
import type { StepShorthand } from '@parley/engine';
import { beforeAll, describe, expect, it } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { receiveInbound } from '../conversation/receive-inbound.ts';
import { rows, sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { eventually, useHarness } from '../testing/harness.ts';
import { phones, storeList, storeTag } from '../testing/people.ts';

const BASE = 'https://t.example';
const SHORT = /https:\/\/t\.example\/s\/([A-Za-z0-9]{10})/g;
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1';
const span = { from: '2020-01-01', to: '2029-12-31' };

const harness = useHarness({ config: { publicUrl: BASE } });
beforeAll(() => harness().startBackground());
let nextId = 7_000;

type User = Awaited<ReturnType<ReturnType<typeof harness>['newUser']>>;

const open = (code: string, given: { method?: 'GET' | 'HEAD'; headers?: Record<string, string> } = {}) =>
  harness().app.inject({
    method: given.method ?? 'GET',
    url: `/s/${code}`,
    headers: { 'user-agent': IPHONE, ...given.headers },
  });

const textsOf = (accountId: number, campaignId: number) =>
  rows(
    harness().services.db,
    sql<{ body: string; phone: string; credits: number; status: string }>`
      select m.body, c.phone, m.credits, m.status from messages m
      join contacts c on c.account_id = ${accountId} and c.id = m.contact_id
      where m.account_id = ${accountId} and m.campaign_id = ${campaignId} and m.body is not null order by m.id`,
  );

const codesIn = (text: string) => [...text.matchAll(SHORT)].map(([, code]) => code ?? '');

/** Blasts a campaign of these steps to a list and waits until everybody has it. */
async function blast(
  user: User,
  steps: (Omit<StepShorthand, 'id'> & { type: StepShorthand['type'] })[],
  list: number,
  people: number,
) {
  const { db } = harness().services;
  nextId += 10;
  const campaign = nextId;
  await storeSketch(
    db,
    user.accountId,
    campaign,
    steps.map((step, n) => ({ ...step, id: campaign + n })),
  );
  const review = await user.ask(calls.blast.review, { campaign, lists: [list] });
  await user.ask(calls.blast.send, { campaign, lists: [list], schedule: '2026-01-05 09:00:00' });
  const texts = await eventually(async () => {
    const found = await textsOf(user.accountId, campaign);
    return found.length === people && found.every(({ status }) => status !== 'queued') ? found : null;
  });
  return { campaign, review, texts };
}

async function newBlast(text: string, names: string[] = ['Ann', 'Bo & Co']) {
  const { db } = harness().services;
  const user = await harness().newUser();
  const name = await storeTag(db, user.accountId, 'Name');
  const people = phones(names.length).map((phone, n) => ({ phone, tags: { [name]: names[n] ?? '' } }));
  const list = await storeList(db, user.accountId, 'Everybody', people);
  return {
    user,
    list,
    ...(await blast(user, [{ type: 'final-message', text, shortLinks: true }], list, names.length)),
  };
}

describe('a blast whose step shortens its links', () => {
  it('gives each person a code of her own, which leads where the author pointed', async () => {
    const { texts, user, campaign } = await newBlast(
      'Hi {%Name%}, https://shop.example/sale?n={%Name%}. And https://shop.example/sale',
    );
    const codes = texts.flatMap(({ body }) => codesIn(body));
    expect(new Set(codes).size).toBe(4);
    expect(texts[1]?.body).toBe(`Hi Bo & Co, ${BASE}/s/${codes[2]}. And ${BASE}/s/${codes[3]}`);
    const answers = await Promise.all(codes.map((code) => open(code)));
    expect(answers.map(({ statusCode, headers }) => [statusCode, headers.location])).toEqual([
      [302, 'https://shop.example/sale?n=Ann'],
      [302, 'https://shop.example/sale'],
      [302, 'https://shop.example/sale?n=Bo%20%26%20Co'],
      [302, 'https://shop.example/sale'],
    ]);
    expect(answers[0]?.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    });
    const { links } = (await user.ask(calls.links.list, {})).values;
    expect(
      links.map(({ url, campaignId, clicks, people }) => [url, campaignId, clicks, people]).sort(),
    ).toEqual([
      ['https://shop.example/sale', campaign, 2, 2],
      ['https://shop.example/sale?n={%Name%}', campaign, 2, 2],
    ]);
    const found = await rows(
      harness().services.db,
      sql<{ kind: string; blast: boolean }>`
        select kind, campaign_id = ${campaign} and blast_id is not null and contact_id is not null as blast
        from link_clicks where account_id = ${user.accountId}`,
    );
    expect(found).toEqual(Array(4).fill({ kind: 'person', blast: true }));
  });

  it('pays for the text as it is sent, and the review says so before', async () => {
    const text = `${'x'.repeat(100)} https://shop.example/${'y'.repeat(80)}`;
    const { review, texts } = await newBlast(text);
    expect(review.values.creditsNeeded).toBe(2);
    expect(review.values.examples[0]?.text).toMatch(/x https:\/\/t\.example\/s\/\w{10}$/);
    expect(texts.map(({ credits }) => credits)).toEqual([1, 1]);
  });

  it('leaves texts alone where nobody asked for it', async () => {
    const { user, list } = await newBlast('https://a.example/x');
    const { texts } = await blast(
      user,
      [{ type: 'final-message', text: 'See https://b.example/y' }],
      list,
      2,
    );
    expect(texts.map(({ body }) => body)).toEqual(Array(2).fill('See https://b.example/y'));
  });
});

it('replies of a flow and notices to a list have links of their own', async () => {
  const { services } = harness();
  const user = await harness().newUser();
  const team = await storeList(
    services.db,
    user.accountId,
    'Team',
    phones(2).map((phone) => ({ phone })),
  );
  nextId += 10;
  await storeSketch(
    services.db,
    user.accountId,
    nextId,
    [
      {
        type: 'notification',
        id: nextId,
        list: team,
        text: 'New: https://crm.example/new',
        shortLinks: true,
      },
      { type: 'final-message', id: nextId + 1, text: 'Yours: https://shop.example/you', shortLinks: true },
    ],
    'GO',
  );
  await receiveInbound(services, {
    accountId: user.accountId,
    channelId: (await firstChannel(services.db, user.accountId))?.id ?? 0,
    phone: '+12125550177',
    text: 'go',
    carrierMessageId: 'links-1',
    at: services.clock.now(),
  });
  const texts = await textsOf(user.accountId, nextId);
  expect(texts.map(({ body }) => body.replace(SHORT, 'LINK')).sort()).toEqual([
    'New: LINK',
    'New: LINK',
    'Yours: LINK',
  ]);
  expect(new Set(texts.flatMap(({ body }) => codesIn(body))).size).toBe(3);
});

it('the metrics count people alone; previews and scanners are kept apart, with the reason', async () => {
  const { user, texts } = await newBlast('https://shop.example/sale');
  const [ann = '', bo = ''] = texts.flatMap(({ body }) => codesIn(body));
  await open(ann);
  await open(ann);
  await open(bo, { headers: { 'user-agent': 'WhatsApp/2.23' } });
  await open(bo, { headers: { purpose: 'prefetch' } });
  await open(bo, { method: 'HEAD' });
  const { links } = (await user.ask(calls.links.list, {})).values;
  expect(links[0]).toMatchObject({ clicks: 2, people: 1, previews: 2, scans: 1 });
  const datapoint = links[0]?.id ?? 0;
  for (const id of [datapoint, 0]) {
    const form = { ...span, datapoint: id };
    expect((await user.ask(calls.tiles.totalClicks, form)).values.data).toMatchObject({ value: 2 });
    expect((await user.ask(calls.tiles.uniqueClicks, form)).values.data).toMatchObject({ value: 1 });
    const { data } = (await user.ask(calls.tiles.clickers, form)).values;
    expect(data.records).toMatchObject([{ phone: texts[0]?.phone, clicks: 2 }]);
    const days = (await user.ask(calls.tiles.clicksOverTime, form)).values.data;
    expect(days.reduce((sum, { Clicks }) => sum + Number(Clicks), 0)).toBe(2);
  }
  const reasons = await rows(
    harness().services.db,
    sql`select kind, reason from link_clicks where account_id = ${user.accountId} and kind <> 'person' order by id`,
  );
  expect(reasons).toEqual([
    { kind: 'preview', reason: 'WhatsApp preview' },
    { kind: 'preview', reason: 'fetched ahead' },
    { kind: 'scanner', reason: 'asked for the head alone' },
  ]);
  const file = await user.get(
    `shortURL/exportClickers?${new URLSearchParams({ startDate: span.from, endDate: span.to, id: String(datapoint) })}`,
  );
  expect(file.text).toContain(`"${texts[0]?.phone}","2",`);
  const list = JSON.parse((await user.get('shortURL/getMLPList')).text);
  expect(list.DATA).toEqual([
    { Id: datapoint, Desc: expect.stringMatching(/^shop\.example\/sale · Campaign/) },
  ]);
});

describe('a code that is not known', () => {
  it.each(['0000000000', 'x', '', 'a/b', '..%2f..%2fetc', 'https:%2f%2fevil.example', 'x'.repeat(400)])(
    'is an honest 404: %j',
    async (code) => {
      const answer = await open(code);
      expect(answer.statusCode).toBe(404);
      expect(answer.headers.location).toBeUndefined();
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.body).toContain('This link leads nowhere');
      expect(answer.body).toContain('Links in old messages end after a while.');
    },
  );

  it('is no place to send people to: the query is ignored', async () => {
    const { texts } = await newBlast('https://shop.example/sale');
    const [code = ''] = codesIn(texts[0]?.body ?? '');
    expect((await open(`${code}?url=https://evil.example`)).headers.location).toBe(
      'https://shop.example/sale',
    );
    expect(
      (await open(code.toUpperCase() === code ? code.toLowerCase() : code.toUpperCase())).statusCode,
    ).toBe(404);
  });
});

describe('the list of links', () => {
  it('has pages, a search over targets and campaigns, and nothing of others', async () => {
    const { user, list, campaign } = await newBlast('https://shop.example/100%25-off');
    await blast(user, [{ type: 'final-message', text: 'https://b.example/y', shortLinks: true }], list, 2);
    const ask = async (form: object) =>
      (await user.ask(calls.links.list, form)).values.links.map(({ url }) => url);
    expect(await ask({})).toEqual(['https://b.example/y', 'https://shop.example/100%25-off']);
    expect(await ask({ start: 1, length: 1 })).toEqual(['https://shop.example/100%25-off']);
    expect(await ask({ search: '100%25' })).toEqual(['https://shop.example/100%25-off']);
    expect(await ask({ search: `campaign ${campaign}` })).toEqual(['https://shop.example/100%25-off']);
    expect(await ask({ search: '_' })).toEqual([]);
    const stranger = await harness().newUser();
    expect((await stranger.ask(calls.links.list, {})).values.links).toEqual([]);
  });
});

it('a channel whose carrier takes no pictures texts a link to the picture', async () => {
  const { db } = harness().services;
  const user = await harness().newUser();
  const list = await storeList(
    db,
    user.accountId,
    'One',
    phones(1).map((phone) => ({ phone })),
  );
  await sql`update channels set sends_media = false where account_id = ${user.accountId}`.execute(db);
  const { texts } = await blast(
    user,
    [{ type: 'mms', text: 'Look', media: 'https://a.example/b.png' }],
    list,
    1,
  );
  const [code = ''] = codesIn(texts[0]?.body ?? '');
  expect(texts[0]?.body).toBe(`Look ${BASE}/s/${code}`);
  expect((await open(code)).headers.location).toBe('https://a.example/b.png');
});
