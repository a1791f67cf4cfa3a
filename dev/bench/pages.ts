/** The lists of a large account: database time of each page's calls, first, deep and searched. */
import { type Call, calls, type FormOf } from '@parley/contract';
import { features } from '../../packages/server/src/features.ts';
import { type Db, openDatabase, script } from '../../packages/server/src/platform/db/database.ts';
import { createAccount, createDatabase, openServices, type Result } from './ground.ts';
import { resultOf } from './reports.ts';
import { createMeter, type Measured } from './statements.ts';

const MANY = {
  campaigns: 50_000,
  members: 1_000_000,
  tags: 500,
  lists: 500,
  links: 5_000,
  blasts: 5_000,
  texts: 1_000_000,
};
/** Milliseconds of database time that a page may cost. */
const LIMIT = 30;
const EVERYBODY = 501;
/** Texted more than anybody else. */
const BUSY_CONTACT = 77;
/** The first page, one in the middle, and the last one. */
const DEEP_TEXTS = [0, MANY.texts / 2, 20];

export async function benchPages(server: string): Promise<Result[]> {
  const url = await createDatabase(server, 'pages');
  const { services, close } = openServices(url);
  const { accountId, channelId } = await createAccount(services.db, 'http://127.0.0.1:9');
  await fill(url, accountId, channelId);
  const measure = createMeter(
    services,
    features.flatMap((feature) => feature.routes ?? []),
    accountId,
  );
  const each = async <C extends Call>(call: C, forms: Partial<FormOf<C>>[]): Promise<Measured[]> => {
    const found: Measured[] = [];
    for (const form of forms) found.push(await measure(`${call.path} ${JSON.stringify(form)}`, call, form));
    return found;
  };
  const page = { length: 15, search: '' };
  const campaigns = [
    ...(await each(
      calls.campaigns.list,
      [0, 15, 3_000, 25_000, 49_980].map((start) => ({ ...page, start })),
    )),
    ...(await each(
      calls.campaigns.list,
      ['spring', 'offer 49999', 'o', '99', 'word4', 'nothing like it'].flatMap((search) =>
        [0, 300].map((start) => ({ ...page, search, start })),
      ),
    )),
    ...(await each(calls.campaigns.list, [{ start: 0, search: '', length: 5_000 }])),
    ...(await each(calls.tiles.campaigns, [{}])),
  ];
  const list = EVERYBODY;
  const members = [
    ...(await each(
      calls.members.list,
      [0, 15, 10_000, 250_000, 500_000, 999_980].map((start) => ({ ...page, list, start })),
    )),
    ...(await each(
      calls.members.list,
      ['212', '(212) 55', '+1212000', '0123456', '99', '7', '555-99', '31415926'].flatMap((search) =>
        [0, 300].map((start) => ({ ...page, list, search, start })),
      ),
    )),
    ...(await each(calls.lists.info, [{ list }])),
    ...(await each(calls.members.timeline, [{ contact: BUSY_CONTACT }])),
  ];
  const searches = ['', 'nothing like it', 'answer', 'answer 99999', '212', '0123456'];
  const texts = [
    ...(await each(
      calls.inbox.threads,
      (['all', 'unread', 'waiting'] as const).flatMap((filter) =>
        searches.flatMap((search) => DEEP_TEXTS.map((before) => ({ filter, search, before }))),
      ),
    )),
    ...(await each(
      calls.inbox.list,
      searches.flatMap((search) => DEEP_TEXTS.map((before) => ({ search, before }))),
    )),
    ...(await each(calls.inbox.thread, [{ contact: BUSY_CONTACT, before: '' }])),
    ...(await each(calls.inbox.waiting, [{}])),
  ];
  const others = [
    ...(await each(calls.tags.list, [{ filter: '' }, { filter: 'tag 4' }, { filter: 'nothing like it' }])),
    ...(await each(calls.tags.ofContact, [{ filter: '', contact: BUSY_CONTACT }])),
    ...(await each(calls.lists.list, [
      { filter: '', search: '' },
      { filter: '', search: '49' },
    ])),
    ...(await each(calls.channels.list, [{}])),
    ...(await each(calls.links.list, [
      { ...page, start: 0 },
      { ...page, start: 4_980 },
      { ...page, start: 0, search: 'shop.example/49' },
      { ...page, start: 0, search: 'nothing like it' },
    ])),
    ...(await each(calls.blast.list, [
      { campaign: 0, start: 0 },
      { campaign: 0, start: 4_980 },
      { campaign: 2_000, start: 0 },
    ])),
    ...(await each(calls.automata.list, [{ filter: '' }, { filter: '49' }, { filter: 'nothing like it' }])),
    ...(await each(calls.reports.list, [{}])),
  ];
  await close();
  return [
    resultOf(`campaign list of ${MANY.campaigns.toLocaleString('en-US')}`, campaigns, LIMIT),
    resultOf(`members of ${MANY.members.toLocaleString('en-US')}`, members, LIMIT),
    resultOf(`inbox of ${MANY.texts.toLocaleString('en-US')} texts`, texts, LIMIT),
    resultOf('tags, lists, channels, links, blasts, automata, reports', others, LIMIT),
  ];
}

async function fill(url: string, accountId: number, channelId: number): Promise<void> {
  const { db, close } = openDatabase(url, 1);
  await script(
    db,
    `set statement_timeout = 0; set synchronous_commit = off; ${things(accountId, channelId)}`,
  );
  await vacuum(db);
  await close();
}

async function vacuum(db: Db): Promise<void> {
  const tables = [
    'campaigns',
    'keywords',
    'contacts',
    'list_members',
    'lists',
    'tags',
    'short_links',
    'blasts',
    'automata',
    'inbound',
    'inbox_marks',
    'messages',
  ];
  for (const table of tables) await script(db, `vacuum analyze ${table}`);
}

const things = (account: number, channel: number) => `
  insert into campaigns (account_id, id, name, finished, created_at, deleted_at)
    select ${account}, 2000 + n, (array['Spring', 'Summer', 'Autumn', 'Winter'])[1 + n % 4] || ' offer ' || n, n % 3 > 0,
      timestamptz '2020-01-01Z' + interval '1 hour' * n, case when n % 10 = 0 then now() end
    from generate_series(0, ${MANY.campaigns - 1}) n;
  insert into keywords (account_id, channel_id, keyword_key, keyword, campaign_id)
    select ${account}, ${channel}, 'word' || n, 'WORD' || n, 2000 + n from generate_series(0, ${MANY.campaigns - 1}, 5) n;
  insert into contacts (account_id, id, phone, opted_out, created_at)
    select ${account}, n, '+1' || (2120000000 + n * 17), n % 40 = 0, now() from generate_series(1, ${MANY.members}) n;
  insert into lists (account_id, id, kind, name, name_key, position, member_count, created_at)
    select ${account}, 500 + n, 'list', 'List ' || n, 'list ' || n, n, case n when 1 then ${MANY.members} else 0 end, now()
    from generate_series(1, ${MANY.lists}) n;
  insert into list_members (account_id, list_id, contact_id, added_at)
    select ${account}, ${EVERYBODY}, n, now() from generate_series(1, ${MANY.members}) n;
  insert into tags (account_id, id, name, name_key, position, created_at)
    select ${account}, 100 + n, 'Tag ' || n, 'tag ' || n, n, now() from generate_series(1, ${MANY.tags}) n;
  insert into short_links (account_id, id, name, url, campaign_id, created_at)
    select ${account}, n, 'shop.example/' || n, 'https://shop.example/' || n, 2000 + n, now() + interval '1 s' * n
    from generate_series(1, ${MANY.links}) n;
  insert into blasts (account_id, campaign_id, source_campaign_id, channel_id, list_ids, flows, state, scheduled_for, request_key, created_at)
    select ${account}, 2000 + n % 100, 2000 + n % 100, ${channel}, '{${EVERYBODY}}', '{}', 'done', now(), n::text, now() + interval '1 s' * n
    from generate_series(1, ${MANY.blasts}) n;
  insert into inbound (account_id, id, channel_id, contact_id, carrier_message_id, body, kind, campaign_id, at)
    select ${account}, n, ${channel}, case when n % 100 = 0 then ${BUSY_CONTACT} else 1 + (n * 7919::bigint) % 300000 end, n::text,
      'answer ' || n % 99991 || ' of mine', case when n % 20 = 0 then 'none' else 'answer' end,
      case when n % 20 = 0 then null else 2000 + n % 50 end, timestamptz '2026-01-01Z' + interval '20 s' * n
    from generate_series(1, ${MANY.texts}) n;
  insert into messages (account_id, id, channel_id, contact_id, origin, status, body, created_at)
    select ${account}, id, channel_id, contact_id, 'inbox', 'delivered', 'Thank you', at + interval '10 s' from inbound
    where kind = 'none' and id % 400 > 0;
  insert into inbox_marks (account_id, contact_id, read_at)
    select ${account}, n, timestamptz '2027-01-01Z' from generate_series(1, 299000) n;
  insert into automata (account_id, name, created_at) select ${account}, 'Automata ' || n, now() from generate_series(1, 500) n;
  insert into reports (account_id, title, layout, created_at) select ${account}, 'Report ' || n, '{}', now() from generate_series(1, 500) n`;
