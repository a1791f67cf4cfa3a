/**
 * One hundred thousand events at once, on an account with an automata that starts by them, and the server
 * killed (kill -9) in the middle. Everybody is started once, and meanwhile a page of the screens is asked for
 * without a pause: how long it takes then, and how many events a second are worked off.
 *
 *   node dev/burst-automata.ts [--events 100000] [--kills 1] [--seed 1]
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { flowOf } from '@parley/engine';
import { feedEvents } from '../packages/server/src/feed/index.ts';
import { type Db, first, rows, sql, transact } from '../packages/server/src/platform/db/database.ts';
import { storeFlow } from '../packages/server/src/testing/flows.ts';
import { percentiles } from './bench/http-load.ts';
import { type Ask, client, end, makeAccount, onGround, say, startWorker } from './faults/ground.ts';
import { readOptions } from './faults/options.ts';

const { events, kills, seed, random } = readOptions({ events: 100_000, kills: 1 });
const CAMPAIGN = 1_000_001;
const AT_ONCE = 5_000;
const DRAIN_MS = 1_800_000;
const LOOK_MS = 500;
const PAGE_PAUSE_MS = 50;
say(`seed ${seed}, ${events} events, ${kills} kills`);

await onGround(async ({ dataDir, postgres, db }) => {
  const folder = join(dataDir, 'data');
  let worker = await startWorker(postgres.url, dataDir, folder);
  const ask = client(() => worker.url);
  try {
    const { accountId, listId } = await makeAccount(ask, db, events, null);
    await storeFlow(
      db,
      accountId,
      flowOf(CAMPAIGN, [{ type: 'open-question', id: CAMPAIGN, text: 'Welcome! Which day suits you?' }]),
    );
    const automaton = await switchOn(ask);
    await measure('nothing to do', ask, automaton, listId, () => sleep(10_000));
    await feedAll(db, accountId, listId);
    const begun = Date.now();
    const marks = Array.from({ length: kills }, () => Math.floor((0.25 + random() / 2) * events)).sort(
      (a, b) => a - b,
    );
    let downMs = 0;
    await measure('in the burst', ask, automaton, listId, async () => {
      for (;;) {
        const { started, left } = await progress(db, accountId);
        if (left === 0) return;
        if (Date.now() - begun > DRAIN_MS) throw new Error(`${left} are left after ${DRAIN_MS / 1000} s.`);
        if (marks[0] !== undefined && started >= marks[0]) {
          marks.shift();
          await end(worker.process, 'SIGKILL');
          const killed = Date.now();
          worker = await startWorker(postgres.url, dataDir, folder);
          downMs += Date.now() - killed;
          say(`killed at ${started} started, up again after ${((Date.now() - killed) / 1000).toFixed(1)} s`);
        } else await sleep(LOOK_MS);
      }
    });
    const seconds = (Date.now() - begun - downMs) / 1000;
    const found = await judge(db, accountId);
    const good = found.doubled + found.missing + found.other === 0 && marks.length === 0 && found.ledger;
    say(`${events} events in ${seconds.toFixed(0)} s of work: ${Math.round(events / seconds)} a second`);
    say(`${good ? 'PASS' : 'FAIL'}: ${JSON.stringify(found)}`);
    return good;
  } finally {
    await end(worker.process, 'SIGTERM');
  }
});

async function switchOn(ask: Ask): Promise<number> {
  const automaton = Number((await ask('automata/addautomata', { AutomataName: 'Welcome' })).NEWAUTOMATAID);
  const data = {
    Type_int: 7,
    BatchId_bi: CAMPAIGN,
    Trigger_vch: JSON.stringify({ event: 'list.joined' }),
    Status_int: 1,
  };
  const switched = await ask('automata/updateAutomataData', {
    AutomataId: String(automaton),
    AutomataData: JSON.stringify(data),
    Enabled: '1',
  });
  if (switched.RESULT !== 1) throw new Error(switched.MESSAGE);
  return automaton;
}

/** Everybody of the list joins it, in one transaction, as an import ends. */
async function feedAll(db: Db, accountId: number, list: number): Promise<void> {
  const people = await rows(
    db,
    sql<{ id: number }>`select id from contacts where account_id = ${accountId} order by id`,
  );
  const at = new Date();
  await transact(db, async (trx) => {
    for (let from = 0; from < people.length; from += AT_ONCE)
      await feedEvents(
        trx,
        accountId,
        people.slice(from, from + AT_ONCE).map(({ id }) => ({
          kind: 'list.joined' as const,
          contactId: id,
          at,
          fact: `burst ${id}`,
          properties: { list },
        })),
      );
  });
}

/**
 * Asks for two pages of the screens, one after the other, as long as the work takes, and says how long each
 * took.
 */
async function measure(
  what: string,
  ask: Ask,
  automaton: number,
  list: number,
  work: () => Promise<void>,
): Promise<void> {
  const pages = {
    'page of the list': () => ask('members/ListMembers', { ListId: String(list), iDisplayLength: '50' }),
    'page of the history': () => ask('automata/automataStarts', { AutomataId: String(automaton) }),
  };
  const took = new Map<string, number[]>(Object.keys(pages).map((page) => [page, []]));
  const state = { isOver: false, away: 0, refused: 0 };
  const asking = (async () => {
    while (!state.isOver)
      for (const [page, call] of Object.entries(pages)) {
        const begun = performance.now();
        try {
          const { RESULT } = await call();
          if (RESULT === 1) took.get(page)?.push(performance.now() - begun);
          else state.refused += 1;
        } catch {
          state.away += 1;
        }
        await sleep(PAGE_PAUSE_MS);
      }
  })();
  try {
    await work();
  } finally {
    state.isOver = true;
    await asking;
  }
  for (const [page, all] of took) {
    const at = percentiles(all);
    const [half, most, max] = [0.5, 0.95, 1].map((share) => Math.round(at(share)));
    say(`${what}, ${page}: ${all.length} asked, p50 ${half} ms, p95 ${most} ms, max ${max} ms`);
  }
  say(`${what}: ${state.away} while the server was away, ${state.refused} refused`);
}

async function progress(db: Db, accountId: number): Promise<{ started: number; left: number }> {
  const row = await first(
    db,
    sql<{ started: number; left: number }>`
      select (select coalesce(sum(started), 0)::int from automata where account_id = ${accountId}) as started,
        (select count(*)::int from event_feed where account_id = ${accountId})
          + (select count(*)::int from automaton_starts where account_id = ${accountId} and state = 'waiting') as left`,
  );
  return row ?? { started: 0, left: 1 };
}

/** `other`: not started, for whatever reason; `doubled`: with two messages, or two starts. */
async function judge(db: Db, accountId: number) {
  const row = await first(
    db,
    sql<{ started: number; doubled: number; missing: number; other: number; ledger: boolean }>`
      with texts as (
        select contact_id, count(*) as count from messages
        where account_id = ${accountId} and origin = 'automata' group by contact_id
      ), starts as (
        select contact_id, count(*) as count, bool_or(state <> 'started') as other from automaton_starts
        where account_id = ${accountId} group by contact_id
      )
      select count(s.contact_id)::int as started,
        count(*) filter (where t.count > 1 or s.count > 1)::int as doubled,
        count(*) filter (where t.contact_id is null or s.contact_id is null)::int as missing,
        count(*) filter (where s.other)::int as other,
        (select balance + reserved + spent = granted from balances where account_id = ${accountId}) as ledger
      from contacts c
      left join texts t on t.contact_id = c.id
      left join starts s on s.contact_id = c.id
      where c.account_id = ${accountId}`,
  );
  if (!row) throw new Error('Nothing was found.');
  return row;
}
