/** The lists of a large account: database time of each page's calls, first, deep and searched. */

import { type Call, calls, type FormOf } from '@parley/contract';
import { features } from '../../packages/server/src/features.ts';
import type { Addresses } from '../../packages/server/src/platform/db/embedded.ts';
import type { Services } from '../../packages/server/src/platform/services.ts';
import { createAccount, createDatabase, openServices, type Result } from './ground.ts';
import { BIG_BLAST, BUSY_CONTACT, EVERYBODY, fillLargeAccount, MANY, PENDING } from './large-account.ts';
import { resultOf } from './reports.ts';
import { createMeter, type Measured } from './statements.ts';

/** Milliseconds of database time that a page may cost. */
const LIMIT = 30;
/** The first page, one in the middle, and the last one. */
const DEEP_TEXTS = [0, MANY.texts / 2, 20];
const NAMES = ['ada', 'Ada Ber', 'ada berconfer', 'ber', 'O’Nobody', 'boston'];

export async function benchPages(server: Addresses): Promise<Result[]> {
  const url = await createDatabase(server, 'pages');
  const { services, close } = openServices(url);
  const { accountId, channelId } = await createAccount(services.db, 'http://127.0.0.1:9');
  await fillLargeAccount(url, accountId, channelId);
  const results = await measurePages(services, accountId);
  await close();
  return results;
}

/** Over what `fillLargeAccount` made. */
export async function measurePages(services: Services, accountId: number): Promise<Result[]> {
  const routes = features.flatMap((feature) => feature.routes ?? []);
  const measure = createMeter(services, routes, accountId);
  const each = async <C extends Call>(call: C, forms: Partial<FormOf<C>>[]): Promise<Measured[]> => {
    const found: Measured[] = [];
    for (const form of forms) found.push(await measure(`${call.path} ${JSON.stringify(form)}`, call, form));
    return found;
  };
  const say = (what: string, count: number, measured: Measured[]) =>
    resultOf(`${count.toLocaleString('en-US')} ${what}`, measured, LIMIT);
  return [
    say('campaigns', MANY.campaigns, await campaigns(each)),
    say('members', MANY.members, await members(each)),
    say('texts of the inbox', MANY.texts, await texts(each)),
    say('links', MANY.links, await links(each)),
    say('blasts, and the people of one with a million', MANY.blasts, await blasts(each)),
    say('opt-outs', MANY.optOuts, await optOuts(each)),
    say(
      'rows of the ledger',
      MANY.ledger,
      await each(calls.delivery.ledger, starts(0, 15, 500_000, 999_990)),
    ),
    say('tags, lists, channels, automata, reports each', MANY.tags, await others(each)),
  ];
}

type Each = <C extends Call>(call: C, forms: Partial<FormOf<C>>[]) => Promise<Measured[]>;

const page = { length: 15, search: '' };
const starts = (...all: number[]) => all.map((start) => ({ start }));
const pages = (...all: number[]) => all.map((start) => ({ ...page, start }));
const searches = (words: readonly string[], deep = 300) =>
  words.flatMap((search) => [0, deep].map((start) => ({ ...page, search, start })));

const campaigns = async (each: Each) => [
  ...(await each(calls.campaigns.list, pages(0, 15, 3_000, 25_000, 49_980))),
  ...(await each(
    calls.campaigns.list,
    searches(['spring', 'offer 49999', 'o', '99', 'word4', 'nothing like it']),
  )),
  ...(await each(calls.campaigns.list, [{ start: 0, search: '', length: 5_000 }])),
  ...(await each(calls.tiles.campaigns, [{}])),
];

const NUMBERS = ['212', '(212) 55', '+1212000', '0123456', '99', '7', '555-99', '31415926'];
const members = async (each: Each) => [
  ...(await each(
    calls.members.list,
    pages(0, 15, 10_000, 250_000, 500_000, 999_980).map((form) => ({ ...form, list: EVERYBODY })),
  )),
  ...(await each(
    calls.members.list,
    searches([...NUMBERS, ...NAMES]).map((form) => ({ ...form, list: EVERYBODY })),
  )),
  ...(await each(calls.lists.info, [{ list: EVERYBODY }])),
  ...(await each(calls.gate.listRules, [{ list: PENDING }])),
  ...(await each(calls.members.timeline, [{ contact: BUSY_CONTACT }])),
];

const WORDS = ['', 'nothing like it', 'answer', 'answer 99999', 'swer 77', '212', '0123456', ...NAMES];
const texts = async (each: Each) => [
  ...(await each(
    calls.inbox.threads,
    (['all', 'unread', 'waiting', 'mine', 'unassigned'] as const).flatMap((filter) =>
      WORDS.flatMap((search) => DEEP_TEXTS.map((before) => ({ filter, search, before }))),
    ),
  )),
  ...(await each(
    calls.inbox.list,
    WORDS.flatMap((search) => DEEP_TEXTS.map((before) => ({ search, before }))),
  )),
  ...(await each(calls.inbox.thread, [{ contact: BUSY_CONTACT, before: '' }])),
  ...(await each(calls.inbox.waiting, [{}])),
];

const links = async (each: Each) => [
  ...(await each(calls.links.list, pages(0, 50_000, 99_980))),
  ...(await each(calls.links.list, searches(['shop.example/49', 'spring', 'offer 4', 'nothing like it']))),
  ...(await each(calls.tiles.shortLinks, [{}])),
];

const blasts = async (each: Each) => [
  ...(await each(calls.blast.list, [
    { campaign: 0, start: 0 },
    { campaign: 0, start: 4_980 },
    { campaign: 2_000, start: 0 },
    { campaign: 2_999, start: 0 },
  ])),
  ...(await each(calls.blast.progress, [{ blast: BIG_BLAST }])),
  ...(await each(calls.blast.reasons, [{ blast: BIG_BLAST }])),
  ...(await each(
    calls.delivery.people,
    ['delivered', 'failed'].flatMap((status) =>
      ['', '0123456', '99', '(212) 55', '212'].flatMap((search) =>
        (search === '' ? [0, 15_000, 900_000] : [0]).map((start) => ({
          blast: BIG_BLAST,
          status: status as 'failed',
          reason: '',
          code: status === 'failed' ? '30003' : '',
          search,
          start,
        })),
      ),
    ),
  )),
  ...(await each(
    calls.delivery.people,
    [...starts(0, 15_000, 199_990), ...['212', '0123456', '99'].map((search) => ({ start: 0, search }))].map(
      (part) => ({ blast: BIG_BLAST, status: 'not queued' as const, reason: 'filtered', ...part }),
    ),
  )),
  ...(await each(calls.delivery.inDoubt, [
    { start: 0 },
    { start: 9_000 },
    { start: 0, search: '0123456' },
    { start: 0, search: '99' },
    { start: 0, blast: BIG_BLAST },
  ])),
];

const optOuts = async (each: Each) => [
  ...(await each(calls.optouts.list, pages(0, 15_000, 500_000, 999_980))),
  ...(await each(
    calls.optouts.list,
    searches(['212', '0123456', '99', 'stop', 'texting me 77', 'nothing like it']),
  )),
  ...(await each(calls.optouts.doubtful, pages(0, 9_980))),
  ...(await each(calls.optouts.muted, pages(0, 9_980))),
];

const others = async (each: Each) => [
  ...(await each(calls.tags.list, [{ filter: '' }, { filter: 'tag 4' }, { filter: 'nothing like it' }])),
  ...(await each(calls.tags.ofContact, [{ filter: '', contact: BUSY_CONTACT }])),
  ...(await each(calls.lists.list, [
    { filter: '', search: '' },
    { filter: '', search: '49' },
  ])),
  ...(await each(calls.channels.list, [{}])),
  ...(await each(calls.credentials.list, [{}])),
  ...(await each(calls.templates.list, pages(0, 4_980))),
  ...(await each(calls.keyword.load, [{ campaign: 2_005 }])),
  ...(await each(calls.automata.list, [{ filter: '' }, { filter: '49' }, { filter: 'nothing like it' }])),
  ...(await each(calls.reports.list, [{}])),
  ...(await each(calls.account.overview, [{}])),
  ...(await each(calls.gate.contact, [{ contact: BUSY_CONTACT }])),
  ...(await each(calls.gate.consents, [{ contact: BUSY_CONTACT }])),
  ...(await each(calls.stepCounts.count, [{ campaign: 2_001 }])),
  ...(await each(calls.uses.ofList, [{ list: 505 }])),
  ...(await each(calls.uses.ofTag, [{ tag: 105 }])),
  ...(await each(calls.uses.ofCampaign, [{ campaign: 2_005 }])),
  ...(await each(
    calls.audit.list,
    (['all', 'access', 'sending', 'people'] as const).flatMap((group) =>
      [0, MANY.acts / 2, 50].map((before) => ({ before, group })),
    ),
  )),
];
