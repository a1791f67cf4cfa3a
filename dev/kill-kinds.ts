/**
 * Kills the server (kill -9) at random moments of what the other kill runs leave out: a blast of two
 * campaigns (A/B) while people of its audience are erased and campaigns are copied by many at once, a blast
 * at the contacts' own time, two blasts to the same people of whom each may get only one more, and double
 * opt-in. Nobody is lost, asked or sent to twice, no limit is passed, nothing of an erased person is left,
 * the ledger holds.
 *
 *   node dev/kill-kinds.ts [--people 2000] [--kills 3 (of each kind)] [--seed 1]
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { flowOf } from '@parley/engine';
import { type Db, first, rows, sql } from '../packages/server/src/platform/db/database.ts';
import { storeFlow } from '../packages/server/src/testing/flows.ts';
import { phones } from '../packages/server/src/testing/people.ts';
import {
  check,
  client,
  end,
  makeAccount,
  onGround,
  type Reply,
  readBlast,
  say,
  simulatorBook,
  startWorker,
  until,
} from './faults/ground.ts';
import { readOptions } from './faults/options.ts';

const { people, kills, seed, random } = readOptions({ people: 2_000, kills: 3 });
const DRAIN_MS = 600_000;
const KILL_WITHIN_MS = 2_500;
const STEPS = 10;
const COPIERS = 8;
const ERASED = 20;
const ASKED = 200;
/** Where the numbers of the audience are. */
const ZONE = 'America/New_York';
const LOCAL_IN_MS = 12_000;
const [A, B, LOCAL, ONE, OTHER] = [1_000_001, 1_000_011, 1_000_021, 1_000_031, 1_000_041] as const;
const MOST_SENDS = 3;
say(`seed ${seed}, ${people} people, ${kills} kills of each kind`);

await onGround(async ({ dataDir, postgres, db }) => {
  const folder = join(dataDir, 'data');
  let worker = await startWorker(postgres.url, dataDir, folder);
  let good = true;
  let killed = 0;
  const ask = client(() => worker.url);

  function judge(what: string, passed: boolean, found: unknown): void {
    good &&= passed;
    say(`${passed ? 'PASS' : 'FAIL'} ${what}: ${JSON.stringify(found)}`);
  }

  async function kill(times: number): Promise<void> {
    for (let n = 0; n < times; n += 1) {
      await sleep(random() * KILL_WITHIN_MS);
      await end(worker.process, 'SIGKILL');
      killed += 1;
      worker = await startWorker(postgres.url, dataDir, folder);
    }
  }

  /** Asks until it is answered. */
  async function insist(path: string, fields: Record<string, string>): Promise<Reply> {
    for (;;) {
      const reply = await ask(path, fields).catch(() => null);
      if (reply) return reply;
      await sleep(100);
    }
  }

  try {
    const { accountId, listId } = await makeAccount(ask, db, people, null);
    for (const id of [A, B, LOCAL, ONE, OTHER]) await storeFlow(db, accountId, flowOf(id, textsOf(id)));
    await ask('account/saveSendingLimit', { inpMostSends: String(MOST_SENDS), inpMostSendsDays: '7' });

    const send = (campaign: number, more: Record<string, string> = {}) =>
      insist('blast/BlastToList', {
        inpBatchId: String(campaign),
        inpTargetListIds: String(listId),
        inpSchedule: '2020-01-01 00:00:00',
        ...more,
      });
    const isOver = async (campaign: number) => (await readBlast(db, accountId, campaign))?.state === 'done';
    const over = (campaign: number) => until(() => isOver(campaign), DRAIN_MS, `blast ${campaign} ends`);

    await send(A, { ABTestingBatches: `${A},${B}` });
    const doomed = (
      await rows(
        db,
        sql<{ id: number; phone: string }>`
          select id, phone from contacts where account_id = ${accountId} order by md5(id::text) limit ${ERASED}`,
      )
    ).map(async ({ id, phone }) => {
      await sleep(random() * KILL_WITHIN_MS * kills);
      await insist('members/erasePerson', {
        ContactAddressId: String(id),
        ContactString: phone,
        inpBlock: '0',
      });
      return { id, phone };
    });
    let copying = true;
    const copied = Array.from({ length: COPIERS }, async () => {
      while (copying) {
        await ask('campaign/CloneCampaign', { inpBatchId: String(A) }).catch(() => null);
        await sleep(50);
      }
    });
    await kill(kills);
    copying = false;
    await Promise.all(copied);
    const erased = await Promise.all(doomed);
    await over(A);
    const split = await Promise.all(
      [A, B].map(async (id) => check(db, accountId, id, await simulatorBook(db, accountId, id))),
    );
    const recipients = split.reduce((sum, found) => sum + found.recipients, 0);
    const even = Math.abs((split[0]?.recipients ?? 0) - people / 2) <= 1;
    judge('A/B', recipients === people && even && split.every(isClean), split);

    await sql`update erasure_jobs set due_at = now() where account_id = ${accountId}`.execute(db);
    const waiting = () =>
      first(
        db,
        sql<{ count: number }>`select count(*) as count from erasure_jobs where account_id = ${accountId}`,
      );
    await until(async () => (await waiting())?.count === 0, DRAIN_MS, 'erasing ends');
    const left = await tablesWith(
      db,
      erased.map(({ phone }) => phone),
    );
    judge('nothing of the erased is left', left.length === 0, { erased: erased.length, left });
    const campaigns = await stepsOfCampaigns(db, accountId);
    judge(
      'copies are whole',
      campaigns.every((steps) => steps === STEPS),
      { campaigns: campaigns.length },
    );

    await send(LOCAL, { inpSchedule: clockAt(new Date(Date.now() + LOCAL_IN_MS)), inpLocalTime: '1' });
    await kill(1);
    const early = await sentBefore(db, accountId, LOCAL);
    await sleep(LOCAL_IN_MS / 2);
    await kill(kills - 1);
    await over(LOCAL);
    const local = await check(db, accountId, LOCAL, await simulatorBook(db, accountId, LOCAL));
    const stay = people - erased.length;
    judge('at their own time', local.recipients === stay && isClean(local), { ...local, early });

    await Promise.all([send(ONE), send(OTHER)]);
    await kill(kills);
    await Promise.all([over(ONE), over(OTHER)]);
    const sends = await sendsOf(db, accountId);
    judge('as often as they may', sends.least === MOST_SENDS && sends.most === MOST_SENDS, sends);
    const last = await check(db, accountId, OTHER, await simulatorBook(db, accountId, OTHER));
    judge('nothing is left of the last two', isClean(last), last);

    const asked = String((await ask('lists/addList', { ListName: 'Asked' })).NEWListID);
    await ask('lists/saveConfirmation', { ListId: asked, inpDoubleOptIn: '1' });
    const numbers = phones(ASKED, 2_000_000);
    const adding = Promise.all(
      numbers.map((phone) => insist('members/addMemberToList', { ContactString: phone, ListId: asked })),
    );
    await kill(kills);
    await adding;
    const questions = () => questionsOf(db, accountId, numbers);
    await until(async () => (await questions()).phones === ASKED, DRAIN_MS, 'everybody is asked');
    const yes = numbers.filter((_, n) => n % 2 === 0);
    const answering = Promise.all(
      yes.map((phone, n) =>
        insist('simulator/phoneSend', {
          inpContactString: phone,
          inpShortCode: '',
          inpText: 'YES',
          inpMessageId: `yes-${n}`,
        }),
      ),
    );
    await kill(kills);
    await answering;
    const members = await first(
      db,
      sql<{ members: number; consents: number }>`
        select (select count(*) from list_members where account_id = ${accountId} and list_id = ${asked}) as members,
          (select count(*) from consents
            where account_id = ${accountId} and list_id = ${asked} and source = 'double-opt-in') as consents`,
    );
    const put = await questions();
    const once = put.phones === ASKED && put.questions === ASKED;
    judge('double opt-in', once && members?.members === yes.length && members.consents === yes.length, {
      ...put,
      ...members,
    });
    const ledger = await check(db, accountId, A, new Map());
    judge('the ledger', ledger.ledger, ledger.ledger);
  } finally {
    await end(worker.process, 'SIGTERM');
  }
  say(`${good ? 'PASS' : 'FAIL'}: seed ${seed}, ${killed} kills`);
  return good;
});

function textsOf(id: number) {
  return Array.from({ length: STEPS }, (_, n) => ({
    type: 'final-message' as const,
    id: id + n,
    text: `Step ${n} of ${id}`,
  }));
}

/**
 * Nobody lost, doubled, in doubt or left over. Credits of one blast may be set aside while others go out: the
 * ledger is looked at last.
 */
function isClean({
  doubled,
  lost,
  unlisted,
  unsettled,
  unknown,
}: Awaited<ReturnType<typeof check>>): boolean {
  return doubled + lost + unlisted + unsettled + unknown === 0;
}

/** YYYY-MM-DD HH:mm:ss where the audience is. */
function clockAt(moment: Date): string {
  return moment.toLocaleString('sv-SE', { timeZone: ZONE });
}

async function sentBefore(db: Db, accountId: number, campaignId: number): Promise<number> {
  const row = await first(
    db,
    sql<{ count: number }>`
      select count(*) as count from messages
      where account_id = ${accountId} and campaign_id = ${campaignId} and status in ('sent', 'delivered')`,
  );
  return row?.count ?? 0;
}

/** How many texts of blasts each person who was not erased got, at least and at most. */
async function sendsOf(db: Db, accountId: number) {
  return first(
    db,
    sql<{ people: number; least: number; most: number }>`
      with sends as (
        select c.id, count(s.id) as count from contacts c
          left join messages m on m.account_id = ${accountId} and m.contact_id = c.id and m.origin = 'blast'
          left join simulator_messages s
            on s.account_id = ${accountId} and s.reference = m.id::text and s.direction = 'MT'
        where c.account_id = ${accountId} and c.erased_at is null group by c.id
      )
      select count(*) as people, min(count) as least, max(count) as most from sends`,
  ).then((row) => row ?? { people: 0, least: 0, most: 0 });
}

async function stepsOfCampaigns(db: Db, accountId: number): Promise<number[]> {
  const found = await rows(
    db,
    sql<{ steps: number }>`
      select (select count(*) from steps s where s.account_id = ${accountId} and s.campaign_id = c.id) as steps
      from campaigns c where c.account_id = ${accountId}`,
  );
  return found.map(({ steps }) => steps);
}

/** How many of these were asked to confirm, and how often together. */
async function questionsOf(db: Db, accountId: number, numbers: readonly string[]) {
  const row = await first(
    db,
    sql<{ phones: number; questions: number }>`
      select count(distinct phone) as phones, count(*) as questions from simulator_messages
      where account_id = ${accountId} and direction = 'MT' and body like '%Reply YES%'
        and phone = any(${numbers}::text[])`,
  );
  return row ?? { phones: 0, questions: 0 };
}

/** Tables in which one of these numbers stands anywhere. */
async function tablesWith(db: Db, numbers: readonly string[]): Promise<string[]> {
  const tables = await rows(
    db,
    sql<{ name: string }>`
      select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
        and not relispartition`,
  );
  const words = numbers.map((phone) => phone.slice(1)).join('|');
  const found: string[] = [];
  for (const { name } of tables)
    if (await first(db, sql`select 1 from ${sql.table(name)} t where t::text ~ ${words} limit 1`))
      found.push(name);
  return found;
}
