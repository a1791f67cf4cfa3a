/**
 * What a large account holds, for the benchmarks of its pages and screens: people with names, texts, blasts,
 * links, opt-outs, books.
 */
import { flowOf, type StepShorthand } from '@parley/engine';
import { toJson } from '../../packages/server/src/flow/store.ts';
import { recountLists } from '../../packages/server/src/lists/member-counts.ts';
import { countChanged } from '../../packages/server/src/messages/status-rollup.ts';
import { type Db, openDatabase, script, transact } from '../../packages/server/src/platform/db/database.ts';

export const MANY = {
  campaigns: 50_000,
  members: 1_000_000,
  tags: 500,
  lists: 500,
  automata: 500,
  reports: 500,
  links: 100_000,
  blasts: 5_000,
  texts: 1_000_000,
  optOuts: 1_000_000,
  toReview: 10_000,
  muted: 10_000,
  inDoubt: 10_000,
  ledger: 1_000_000,
  imports: 10_000,
  channels: 500,
  credentials: 500,
  templates: 5_000,
  /** Of one contact. */
  consents: 1_000,
  /** Of one contact, whom nobody else has. */
  notes: 10_000,
  /** People of a list with double opt-in who have not said YES. */
  pending: 1_000_000,
  acts: 1_000_000,
  optIns: 500_000,
  conversations: 300_000,
  leftOut: 200_000,
  /** Of the one large blast. */
  recipients: 1_000_000,
  /** Of one campaign's flow. */
  longFlow: 300,
};
export type Sizes = typeof MANY;

const EVERYTHING_500 = Object.fromEntries(Object.keys(MANY).map((what) => [what, 500])) as Sizes;
/** What the screens of a large account are measured with. */
export const LARGE_SIZES: Sizes = {
  ...EVERYTHING_500,
  members: 100_000,
  campaigns: 5_000,
  texts: 5_000,
  links: 5_000,
  optOuts: 5_000,
  ledger: 5_000,
  acts: 5_000,
  recipients: 5_000,
  conversations: 2_000,
  longFlow: 300,
};
/** What the end-to-end tests open. */
export const SMALL_LARGE: Sizes = {
  ...(Object.fromEntries(Object.keys(MANY).map((what) => [what, 60])) as Sizes),
  members: 2_000,
  campaigns: 300,
  conversations: 300,
  texts: 300,
  automata: 200,
  toReview: 200,
  notes: 300,
  recipients: 6_000,
};
/** Members of this list are all people. */
export const EVERYBODY = 501;
/** All people were asked whether they want to be on this one. */
export const PENDING = 502;
/** Texted more than anybody else. */
export const BUSY_CONTACT = 77;
/** Went to everybody. */
export const BIG_BLAST = 999_999;
/** Has a flow of many steps. */
export const LONG_CAMPAIGN = 2_001;

/** The screens that show much of something. */
export const LARGE_SCREENS = [
  '/campaign/list',
  '/lists',
  `/lists/members/${EVERYBODY}`,
  '/TagManager',
  '/channels',
  '/report',
  '/automata/manager',
  '/automata/calendar',
  '/automata/calendar?view=week',
  '/automata/calendar?view=day',
  '/inbox',
  `/inbox/${BUSY_CONTACT}`,
  '/campaign/templates',
  '/optouts',
  '/optouts/review',
  '/optouts/muted',
  '/in-doubt',
  `/lists/member/details/${EVERYBODY}/${BUSY_CONTACT}`,
  '/links',
  '/account/history',
  '/account/credits',
  '/account/credentials',
  `/campaign/editor/${LONG_CAMPAIGN}`,
  `/blast/${LONG_CAMPAIGN + 1}`,
];

/** Fills an account that has its first channel and nothing else. */
export async function fillLargeAccount(
  url: string,
  accountId: number,
  channelId: number,
  sizes: Sizes = MANY,
): Promise<void> {
  const { db, close } = openDatabase(url, 1);
  await script(
    db,
    `set statement_timeout = 0; set lock_timeout = 0; set synchronous_commit = off; ${things(accountId, channelId, sizes)}; ${history(accountId, channelId, sizes)}`,
  );
  await transact(db, (trx) => recountLists(trx, accountId));
  await vacuum(db);
  while ((await countChanged(db)) > 0);
  await script(db, 'vacuum analyze blast_status_rollups');
  await close();
}

const TABLES =
  `campaigns keywords contacts list_members lists tags short_links blasts automata inbound_messages inbox_threads messages suppressions
  opt_out_reviews muted_conversations unconfirmed_messages ledger imports blast_exclusions channels credentials consents steps
  pending_members audit_log events conversations inbox_notes`.split(/\s+/);

async function vacuum(db: Db): Promise<void> {
  for (const table of TABLES) await script(db, `vacuum analyze ${table}`);
}

const FIRST_NAMES =
  `Ada Amir Ana Anton Aylin Bela Ben Carla Chen Clara Dana David Elif Emma Erik Farid Fiona Grace Hana Hugo Ines Ivan Jana
  Jonas Julia Kai Karim Lara Leon Lina Luca Maja Marco Maria Mia Milan Mina Nadia Nina Noah Nora Olga Omar Oscar Paula Petra Ravi Rita
  Rosa Samir Sara Sofia Tara Theo Tim Uma Vera Victor Yara Zoe`.split(/\s+/);
/** Family names of three of these: 8,000 of them. */
const SYLLABLES = `ba ber con da del fer gar hol jan kov lan mar nov ol per ros son ter vin wal`.split(/\s+/);
const pick = (from: readonly string[], by: string) =>
  `(array['${from.join("','")}'])[1 + (${by})::int % ${from.length}]`;
const nameOf = (n: string) =>
  `${pick(FIRST_NAMES, `${n}::bigint * 7919 % 104729`)} || ' ' || initcap(${[3, 61, 1_231]
    .map((by) => pick(SYLLABLES, `${n} / ${by}`))
    .join(' || ')})`;

/** A step as it is stored: whole, as the editor reads it. */
const stored = (sketch: StepShorthand) => {
  const [step] = flowOf(0, [sketch]).steps;
  if (!step) throw new Error('A sketch of one step has one.');
  return `'${toJson(step)}'::jsonb`;
};
const QUESTION = stored({ type: 'choice-question', intents: ['coffee', 'tea'] });
const OPT_IN = stored({ type: 'opt-in' });
const TAG = stored({ type: 'tag' });
const THANKS = stored({
  type: 'final-message',
  text: 'Thank you, see you soon at our shop in the old town.',
});
const STATEMENT = stored({ type: 'message' });

const things = (account: number, channel: number, sizes: Sizes) => `
  insert into campaigns (account_id, id, name, finished, created_at, deleted_at)
    select ${account}, 2000 + n, (array['Spring', 'Summer', 'Autumn', 'Winter'])[1 + n % 4] || ' offer ' || n, n % 3 > 0,
      timestamptz '2020-01-01Z' + interval '1 hour' * n, case when n % 10 = 0 then now() end
    from generate_series(0, ${sizes.campaigns - 1}) n;
  insert into keywords (account_id, channel_id, keyword_key, keyword, campaign_id)
    select ${account}, ${channel}, 'word' || n, 'WORD' || n, 2000 + n from generate_series(0, ${sizes.campaigns - 1}, 5) n;
  insert into contacts (account_id, id, phone, tags, opted_out, created_at)
    select ${account}, n, '+1' || (2120000000 + n * 17),
      jsonb_build_object('1', ${nameOf('n')}, '2', case when n % 30 = 0 then 'tin' else 'gold' end, '101', 'Boston'),
      n % 40 = 0, now() from generate_series(1, ${sizes.members}) n;
  insert into lists (account_id, id, kind, name, name_key, position, member_count, created_at)
    select ${account}, 500 + n, 'list', 'List ' || n, 'list ' || n, n, case n when 1 then ${sizes.members} else 0 end, now()
    from generate_series(1, ${sizes.lists}) n;
  insert into list_members (account_id, list_id, contact_id, added_at)
    select ${account}, ${EVERYBODY}, n, now() from generate_series(1, ${sizes.members}) n;
  insert into tags (account_id, id, name, name_key, position, created_at)
    select ${account}, 100 + n, 'Tag ' || n, 'tag ' || n, n + 1, now() from generate_series(1, ${sizes.tags}) n;
  insert into short_links (account_id, id, name, url, campaign_id, created_at)
    select ${account}, n, 'shop.example/' || n, 'https://shop.example/' || n, 2000 + n % ${sizes.campaigns}, now() + interval '1 s' * n
    from generate_series(1, ${sizes.links}) n;
  insert into blasts (account_id, campaign_id, source_campaign_id, channel_id, list_ids, flows, state, scheduled_for, request_key, created_at)
    select ${account}, 2000 + n % 100, 2000 + n % 100, ${channel}, '{${EVERYBODY}}', '{}', 'done', now(), n::text, now() + interval '1 s' * n
    from generate_series(1, ${sizes.blasts}) n;
  insert into automata (account_id, name, type, campaign_id, list_id, day_of_week, day_of_month, hour, weekends, enabled, created_at)
    select ${account}, 'Automata ' || n, 2 + n % 5, 2000 + n % ${sizes.campaigns}, 501 + n % ${sizes.lists}, 1 + n % 7, 1 + n % 31,
      n % 24, n % 2 = 0, true, now()
    from generate_series(1, ${sizes.automata}) n;
  insert into reports (account_id, title, layout, created_at)
    select ${account}, 'Report ' || n, '{}', now() from generate_series(1, ${sizes.reports}) n;
  insert into imports (account_id, list_id, state, file_name, stored_as, delimiter, has_header, row_count, created_at)
    select ${account}, ${EVERYBODY}, 'done', 'people.csv', n::text, ',', true, 100, now() from generate_series(1, ${sizes.imports}) n;
  insert into lists (account_id, id, kind, name, name_key, position, created_at)
    select ${account}, 200000 + n, 'audience', 'Channel ' || n, 'channel ' || n, 0, now() from generate_series(1, ${sizes.channels}) n;
  insert into channels (account_id, id, audience_list_id, name, name_key, number, connection_kind, position, created_at)
    select ${account}, 200000 + n, 200000 + n, 'Channel ' || n, 'channel ' || n, '+1' || (2130000000 + n), 'simulator', n, now()
    from generate_series(1, ${sizes.channels}) n;
  insert into credentials (account_id, name, access_key, secret_encrypted, created_at)
    select ${account}, 'Machine ' || n, 'key' || n, '', now() from generate_series(1, ${sizes.credentials}) n;
  insert into campaigns (account_id, id, name, finished, is_template, created_at)
    select ${account}, 100000 + n, 'Template ' || n, true, true, timestamptz '2020-01-01Z' + interval '1 hour' * n
    from generate_series(1, ${sizes.templates}) n;
  insert into consents (account_id, phone, kind, source, words, at)
    select ${account}, phone, case when n % 2 = 0 then 'opt-in' else 'opt-out' end, 'keyword', 'JOIN', now() - interval '1 h' * n
    from contacts, generate_series(1, ${sizes.consents}) n where account_id = ${account} and id = ${BUSY_CONTACT};
  update lists set double_opt_in = true where account_id = ${account} and id = ${PENDING};
  insert into pending_members (account_id, list_id, contact_id, added_at, asked_at)
    select ${account}, ${PENDING}, n, now(), now() from generate_series(1, ${sizes.pending}) n;
  insert into steps (account_id, id, campaign_id, position, step)
    select ${account}, 10000 + n * 4 + k, 2000 + n, k + 1, step
    from generate_series(0, ${sizes.campaigns - 1}) n cross join lateral (values
      (0, jsonb_set(${QUESTION} || jsonb_build_object('text',
        'Hello {%Tag ' || 1 + n % ${sizes.tags} || '%}, what would you like? 1 coffee, 2 tea'),
        '{intents,1,switchTo}', to_jsonb(2000 + n % ${Math.min(sizes.campaigns, 5_000)}))),
      (1, ${OPT_IN} || jsonb_build_object('list', 501 + n % ${sizes.lists})),
      (2, ${TAG} || jsonb_build_object('tag', 'Tag ' || 1 + n % ${sizes.tags})),
      (3, ${THANKS})
    ) as given (k, step);
  insert into steps (account_id, id, campaign_id, position, step)
    select ${account}, 9000000 + n, ${LONG_CAMPAIGN}, 4 + n, ${STATEMENT} || jsonb_build_object('text', 'Text ' || n || ' of a long story')
    from generate_series(1, ${sizes.longFlow - 4}) n;
  insert into audit_log (account_id, at, user_id, actor, action, target_kind, target_id, name, detail, address)
    select ${account}, now() - interval '1 min' * (${sizes.acts} - n), 1, 'busy@bench.example',
      case when n % 5000 = 0 then 'opt-outs-exported' when n % 3 = 0 then 'signed-in' else 'changed' end,
      case when n % 3 > 0 then 'campaign' else '' end, n % ${sizes.campaigns}, 'Campaign ' || n, '', '192.0.2.1'
    from generate_series(1, ${sizes.acts}) n`;

const history = (account: number, channel: number, sizes: Sizes) => `
  insert into inbound_messages (account_id, id, channel_id, contact_id, carrier_message_id, body, kind, campaign_id, at)
    select ${account}, n, ${channel}, case when n % 100 = 0 then ${BUSY_CONTACT} else 1 + (n * 7919::bigint) % ${sizes.conversations} end, n::text,
      'answer ' || n % 99991 || ' of mine', case when n % 20 = 0 then 'none' else 'answer' end,
      case when n % 20 = 0 then null else 2000 + n % 50 end, now() - interval '20 s' * (${sizes.texts} - n)
    from generate_series(1, ${sizes.texts}) n;
  insert into messages (account_id, id, channel_id, contact_id, origin, status, body, created_at)
    select ${account}, id, channel_id, contact_id, 'inbox', 'delivered', 'Thank you', at + interval '10 s' from inbound_messages
    where kind = 'none' and id % 400 > 0;
  insert into inbox_threads (account_id, contact_id, read_at)
    select ${account}, n, timestamptz '2027-01-01Z' from generate_series(1, ${sizes.conversations} - ${Math.ceil(sizes.conversations / 300)}) n;
  insert into users (id, email, email_key, password_hash, phone, created_at)
    values (1, 'busy@bench.example', 'busy@bench.example', '', '', now()) on conflict do nothing;
  insert into account_users (account_id, user_id, role) values (${account}, 1, 'member') on conflict do nothing;
  update inbox_threads set assigned_to = 1, closed_at = case when contact_id % 200 > 0 then read_at end
    where account_id = ${account} and contact_id % 50 = 0;
  insert into inbox_notes (account_id, contact_id, user_id, author, body, at)
    select ${account}, ${BUSY_CONTACT}, 1, 'busy@bench.example', 'Note ' || n, now() - interval '20 min' * (${sizes.notes} - n)
    from generate_series(1, ${sizes.notes}) n;
  insert into blasts (account_id, id, campaign_id, source_campaign_id, channel_id, list_ids, flows, state, scheduled_for, request_key,
      total, delivered, failed, created_at)
    values (${account}, ${BIG_BLAST}, 2001, 2001, ${channel}, '{${EVERYBODY}}', '{}', 'done', now(), 'big',
      ${sizes.recipients}, ${sizes.recipients} * 0.98, ${sizes.recipients} * 0.02, timestamptz '2026-01-01Z');
  insert into messages (account_id, id, channel_id, contact_id, campaign_id, blast_id, origin, status, carrier_code, body, created_at, sent_at)
    select ${account}, 10000000 + n * 100, ${channel}, n, 2001, ${BIG_BLAST}, 'blast',
      case when n % 50 = 0 then 'failed' when n % 100 = 1 then 'unknown' else 'delivered' end::message_status,
      case when n % 50 = 0 then '30003' end, 'Hello there', now(), now()
    from generate_series(1, ${sizes.recipients}) n;
  insert into blast_status_rollups (account_id, blast_id, block)
    select distinct account_id, blast_id, id >> 17 from messages where account_id = ${account} and origin = 'blast';
  insert into blast_exclusions (account_id, blast_id, after_contact_id, reason, people, contact_ids)
    select ${account}, ${BIG_BLAST}, min(n) - 1, 'filtered', count(*), array_agg(n order by n)
    from generate_series(1, ${sizes.leftOut}) n group by n / 20000;
  insert into unconfirmed_messages (account_id, message_id, contact_id, blast_id, tried_at)
    select ${account}, id, contact_id, blast_id, sent_at from messages where blast_id = ${BIG_BLAST} and status = 'unknown' order by id limit ${sizes.inDoubt};
  insert into suppressions (account_id, phone, source, words, channel_id, at)
    select ${account}, '+1' || (2120000000 + n * 19), (array['keyword', 'carrier', 'import'])[1 + n % 3],
      case when n % 3 = 0 then 'Stop texting me ' || n else '' end, ${channel}, now() - interval '20 s' * (${sizes.optOuts} - n)
    from generate_series(1, ${sizes.optOuts}) n;
  insert into opt_out_reviews (account_id, channel_id, contact_id, phone, body, matched, at)
    select ${account}, ${channel}, n, '+1' || (2120000000 + n * 17), 'please stop ' || n, 'stop', now() + interval '1 s' * n
    from generate_series(1, ${sizes.toReview}) n;
  insert into muted_conversations (account_id, channel_id, contact_id, messages, at)
    select ${account}, ${channel}, n, 100, now() + interval '1 s' * n from generate_series(1, ${sizes.muted}) n;
  insert into ledger (account_id, kind, credits, blast_id, messages, at)
    select ${account}, case when n % 2 = 0 then 'spend' else 'refund' end, 1, ${BIG_BLAST}, 1,
      timestamptz '2026-01-01Z' + interval '20 s' * n
    from generate_series(1, ${sizes.ledger}) n;
  insert into events (account_id, campaign_id, at, kind, contact_id, list_id, phone)
    select ${account}, 2000 + n % 50, now() - interval '5 s' * (${sizes.optIns} - n), 'optin', n, ${EVERYBODY}, '+1' || (2120000000 + n * 17)
    from generate_series(1, ${sizes.optIns}) n;
  insert into conversations (account_id, channel_id, contact_id, campaign_id, active, session, updated_at)
    select ${account}, ${channel}, n, 2001, n % 3 = 0,
      '{"reached": [10004, 10005, 10006], "waiting": {"step": 10004}, "answers": {"10004": {"raw": "tea"}}}', now()
    from generate_series(1, ${sizes.conversations}) n;
  update account_users set previous_visit_at = now() - interval '7 days' where account_id = ${account} and user_id = 1`;
