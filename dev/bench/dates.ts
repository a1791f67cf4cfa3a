/**
 * Whose birthday it is, in an account of 10,000 contacts and in one of a million (BENCH_CONTACTS: another
 * number), each with a date: the look of each minute, beside the same selections by bare SQL along the index
 * in the same turns. In both accounts the same number of people is due, so that both looks take as long.
 */
import { dateKeys, datesBetween } from '@parley/rules/date-trigger.ts';
import type { TriggerDate } from '@parley/rules/event-trigger.ts';
import { SCHEDULE_TYPES } from '@parley/rules/schedule.ts';
import { takeDates } from '../../packages/server/src/automata/take-dates.ts';
import { claimTimers } from '../../packages/server/src/conversation/claim-due-work.ts';
import { first, rows, script, sql } from '../../packages/server/src/platform/db/database.ts';
import type { Addresses } from '../../packages/server/src/platform/db/embedded.ts';
import type { Services } from '../../packages/server/src/platform/services.ts';
import {
  createAccount,
  createDatabase,
  openServices,
  type Result,
  residentMb,
  say,
  timed,
} from './ground.ts';

const FEW = 10_000;
const MANY = Number(process.env.BENCH_CONTACTS ?? 1_000_000);
/** Of each account, on each of the days that are looked at. */
const DUE = 2_740;
const ROUNDS = 7;
const DATE: TriggerDate = { tag: 7, days: 0, at: '09:00', every: 'year' };
const NOON = new Date('2026-06-15T16:00:00Z');
const DAY_MS = 86_400_000;
const TIMERS = 500;
/** What the look at the larger account may take beside that at the smaller one. */
const GROWTH = 2;

export async function benchDates(server: Addresses): Promise<Result[]> {
  const results: Result[] = [];
  const looks: number[] = [];
  for (const contacts of [FEW, MANY]) {
    const { services, close } = openServices(await createDatabase(server, `dates_${contacts}`));
    try {
      let now = new Date(NOON.getTime() - DAY_MS);
      const world = { ...services, clock: { now: () => now } };
      const { accountId } = await createAccount(services.db, 'http://127.0.0.1:1');
      await fill(world, accountId, contacts);
      await takeDates(world);
      now = NOON;
      results.push(await compareLooks(world, accountId, contacts, looks));
      results.push(await compareClaims(world, accountId, contacts));
    } finally {
      await close();
    }
  }
  return results;
}

/** Birthdays on the days around the noon for some, on other days for the rest; all wait for a date, too. */
async function fill({ db }: Services, accountId: number, contacts: number): Promise<void> {
  await script(
    db,
    `set statement_timeout = 0;
    insert into contacts (account_id, phone, tags, created_at)
      select ${accountId}, '+1' || (2120000000 + n), jsonb_build_object('1', 'Person ' || n, '7', to_char(case
        when n < ${3 * DUE} then date '1990-06-14' + n % 3 else date '1990-08-01' + n % 300 end, 'YYYY-MM-DD')), now()
      from generate_series(0, ${contacts - 1}) n;
    insert into automata (account_id, id, name, type, campaign_id, enabled, trigger, dates_from, created_at)
      values (${accountId}, 1, 'Birthdays', ${SCHEDULE_TYPES.BY_EVENT}, 1000, true,
        '${JSON.stringify({ event: 'date.reached', date: DATE, exits: [] })}', '2026-01-01', now());
    insert into timers (account_id, channel_id, contact_id, turn, due_at, is_send)
      select ${accountId}, 1, id, 1, '${NOON.toISOString()}'::timestamptz + id % ${contacts} * interval '1 minute', true
      from contacts;`,
  );
  for (const table of ['contacts', 'timers']) await script(db, `vacuum analyze ${table}`);
}

/** `looks`: how long those took of smaller accounts, and then this one's. */
async function compareLooks(
  services: Services,
  accountId: number,
  contacts: number,
  looks: number[],
): Promise<Result> {
  const { db } = services;
  const look = async () => {
    await sql`update automata set dates_seen_at = null where account_id = ${accountId}`.execute(db);
    return 1_000 * (await timed(() => takeDates(services)));
  };
  const before = residentMb(process.pid);
  const whole = await look();
  const begun = await first(
    db,
    sql<{ n: number }>`select count(*)::int as n from automaton_starts where account_id = ${accountId}`,
  );
  await script(db, 'vacuum analyze automaton_starts');
  const times: { floor: number; ours: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const floor = 1_000 * (await timed(() => bareSelections(services, accountId)));
    const ours = await look();
    // The first one fills the memory.
    if (round > 0) times.push({ floor, ours });
  }
  const [floor, ours] = [middle(times.map((time) => time.floor)), middle(times.map((time) => time.ours))];
  const people = contacts.toLocaleString('en-US');
  say(
    `  ${people} contacts: first look ${Math.round(whole)} ms for ${begun?.n} starts, then ${times.map((time) => Math.round(time.ours)).join(', ')} ms; memory +${Math.round(residentMb(process.pid) - before)} MB`,
  );
  looks.push(ours);
  return {
    ...resultOf(`people with a date among ${people}, each minute`, floor, ours),
    required: `≤ ${GROWTH} × ${Math.round(looks[0] ?? 0)} ms`,
    met: ours <= GROWTH * (looks[0] ?? 0),
  };
}

/** The days that a look goes through, each selected and counted with nothing else. */
async function bareSelections({ db }: Services, accountId: number): Promise<void> {
  const from = new Date(NOON.getTime() - DAY_MS / 2).toISOString();
  const until = new Date(NOON.getTime() + DAY_MS / 24).toISOString();
  for (const day of datesBetween(DATE, from, until))
    await sql`
      select count(*) from contacts
      where account_id = ${accountId} and tags <> '{}' and date_keys(tags) && ${dateKeys(DATE.tag, day)}::text[]`.execute(
      db,
    );
}

/** Conversations that wait for a date: a round of those that are due. */
async function compareClaims(services: Services, accountId: number, contacts: number): Promise<Result> {
  const { db } = services;
  const now = new Date(NOON.getTime() + TIMERS * 60_000 * 2);
  const times: { floor: number; ours: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const floor =
      1_000 *
      (await timed(() =>
        rows(
          db,
          sql`
            update timers set worker = 'bare' where account_id = ${accountId} and (channel_id, contact_id) in (
              select channel_id, contact_id from timers where due_at <= ${now} order by due_at limit ${TIMERS}) returning turn`,
        ),
      ));
    let claimed = 0;
    const ours =
      1_000 *
      (await timed(async () => {
        claimed = (await claimTimers(db, 'bench', now, TIMERS)).length;
      }));
    if (claimed !== TIMERS) throw new Error(`${claimed} timers were claimed.`);
    await sql`update timers set worker = null, leased_until = null where account_id = ${accountId} and worker = 'bench'`.execute(
      db,
    );
    if (round > 0) times.push({ floor, ours });
  }
  const floor = middle(times.map((time) => time.floor));
  const ours = middle(times.map((time) => time.ours));
  return resultOf(`${TIMERS} waits that are over among ${contacts.toLocaleString('en-US')}`, floor, ours);
}

const REQUIRED = 0.25;

function resultOf(path: string, floor: number, ours: number): Result {
  return {
    path,
    floor: `${floor.toFixed(1)} ms, bare SQL`,
    ours: `${ours.toFixed(1)} ms`,
    ratio: (floor / ours).toFixed(2),
    required: `≥ ${REQUIRED}`,
    met: floor / ours >= REQUIRED,
  };
}

const middle = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
