/**
 * Ends the server (kill -9 and SIGTERM, in turn) in the middle of an import, of taking it back, of moving and
 * of deleting a long list, and of a download, starts it again and compares: nobody is lost or there twice,
 * the lists' counts are true, what was taken back is as before, a list is there whole or not at all, and a
 * download that was cut off cannot be taken for a whole one.
 *
 *   node dev/kill-import.ts [--people 100000] [--kills 4 (of each kind of work)] [--seed 1]
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { recountLists } from '../packages/server/src/lists/member-counts.ts';
import { type Db, first, sql, transact } from '../packages/server/src/platform/db/database.ts';
import { phones, storeList, storeTag } from '../packages/server/src/testing/people.ts';
import { client, end, makeAccount, onGround, type Reply, say, startWorker, until } from './faults/ground.ts';
import { readOptions } from './faults/options.ts';

const { people, kills, seed, random } = readOptions({ people: 100_000, kills: 4 });
const DRAIN_MS = 900_000;
/** `npm start` promises to stop within ten seconds. */
const STOP_MS = 10_000;
const SIGNALS = ['SIGKILL', 'SIGTERM'] as const;
say(`seed ${seed}, ${people} people, ${kills} ends of each kind of work`);

await onGround(async ({ dataDir, postgres, db }) => {
  const folder = join(dataDir, 'data');
  let worker = await startWorker(postgres.url, dataDir, folder);
  let good = true;
  let ends = 0;
  const ask = client(() => worker.url);

  async function endAndStart(): Promise<void> {
    const signal = SIGNALS[ends % SIGNALS.length] ?? 'SIGKILL';
    ends += 1;
    const begun = performance.now();
    await end(worker.process, signal);
    const took = performance.now() - begun;
    if (signal === 'SIGTERM') judge('stopped cleanly', worker.process.exitCode === 0 && took < STOP_MS, took);
    worker = await startWorker(postgres.url, dataDir, folder);
  }

  function judge(what: string, passed: boolean, found: unknown): void {
    good &&= passed;
    if (!passed) say(`FAIL ${what}: ${JSON.stringify(found)}`);
  }

  /** Ends the server at random places on the way of an import, until it is over. */
  async function killOnTheWay(importId: string, over: string, done: keyof Reply): Promise<number> {
    const begun = performance.now();
    const read = () => ask('imports/progress', { IMPORTID: importId });
    for (const share of Array.from({ length: kills }, random).sort()) {
      const place = Math.floor(share * people);
      await until(
        async () => Number((await read())[done]) >= place || (await read()).STATE === over,
        DRAIN_MS,
        over,
      );
      await sleep(random() * 300);
      if ((await read()).STATE !== over) await endAndStart();
    }
    await until(async () => (await read()).STATE === over, DRAIN_MS, over);
    return Math.round((performance.now() - begun) / 1_000);
  }

  /** Asks until it is answered: a server that was ended in the middle is asked again. */
  async function insist(path: string, fields: Record<string, string>): Promise<Reply> {
    for (;;) {
      const killing = random() < kills / 20 ? sleep(random() * 500).then(endAndStart) : null;
      const reply = await ask(path, fields).catch(() => null);
      await killing;
      if (reply) return reply;
    }
  }

  try {
    const { accountId } = await makeAccount(ask, db, people / 10, null);
    const tag = await storeTag(db, accountId, 'City');
    await sql`update contacts set tags = ${JSON.stringify({ [tag]: 'Before' })}::jsonb where account_id = ${accountId}`.execute(
      db,
    );
    const listId = await newList(ask, 'Imported');
    const before = await picture(db, accountId);

    const rows = phones(people).flatMap((phone, n) => [
      `${phone},City ${phone.slice(-4)}`,
      ...(n % 100 === 0 ? [`${phone},twice`] : []),
      ...(n % 101 === 0 ? ['12,no number'] : []),
    ]);
    const form = new FormData();
    form.append('ListId', listId);
    form.append('file', new Blob([`Phone,City\n${rows.join('\n')}\n`]), 'people.csv');
    const importId = String((await ask('imports/uploadFile', form)).IMPORTID);
    const mapping = [
      { INDEX: 0, TARGET: 'phone' },
      { INDEX: 1, TARGET: `tag:${tag}` },
    ];
    await ask('imports/dryRun', { IMPORTID: importId, MAPPING: JSON.stringify(mapping) });
    await ask('imports/start', { IMPORTID: importId, inpConsent: '1' });
    const imported = await killOnTheWay(importId, 'done', 'DONECOUNT');
    const progress = await ask('imports/progress', { IMPORTID: importId });
    const after = await picture(db, accountId);
    const wrong = await wrongCities(db, accountId, tag);
    judge('counts of the import', isWhole(progress, rows.length), progress);
    judge('contacts', after.contacts === people && wrong === 0, { after, wrong });
    judge('members', after.members === people + people / 10 && after.countsHold, after);
    say(`imported in ${imported} s with ${ends} ends`);

    for (const path of [`members/exportMembers?ListId=${listId}`, `imports/errorFile?IMPORTID=${importId}`]) {
      const whole = await (await ask.download(path)).arrayBuffer();
      const response = await ask.download(path);
      const reader = response.body?.getReader();
      await reader?.read();
      await endAndStart();
      const cut = await readOn(reader).then(
        () => false,
        () => true,
      );
      // A short one has arrived before the end.
      judge(`${path} is cut off in the open`, cut || whole.byteLength < 200_000, whole.byteLength);
    }

    const movedTo = await newList(ask, 'Moved');
    let next = '0';
    do {
      const reply = await insist('members/moveMembers', {
        ListId: listId,
        TargetListId: movedTo,
        inpAll: '1',
        inpAfter: next,
      });
      judge('a move', reply.RESULT === 1, reply);
      next = String(reply.NEXT);
    } while (next !== '0');
    const moved = await sizes(db, accountId, [listId, movedTo]);
    judge('all are moved, once', moved[listId] === 0 && moved[movedTo] === people, moved);
    judge('counts after moving', (await picture(db, accountId)).countsHold, moved);
    say(`moved, ${ends} ends so far`);
    await sql`
      update list_members set list_id = ${listId} where account_id = ${accountId} and list_id = ${movedTo}`.execute(
      db,
    );
    await transact(db, (trx) => recountLists(trx, accountId));
    await ask('lists/deleteList', { ListId: movedTo });

    await ask('imports/undo', { IMPORTID: importId });
    const undone = await killOnTheWay(importId, 'undone', 'UNDONECOUNT');
    const restored = await picture(db, accountId);
    judge('as before the import', JSON.stringify(restored) === JSON.stringify(before), { before, restored });
    say(`taken back in ${undone} s, ${ends} ends so far`);

    let whole = 0;
    for (let n = 1; n <= kills; n += 1) {
      const doomed = await storeList(
        db,
        accountId,
        `Doomed ${n}`,
        phones(people).map((phone) => ({ phone })),
      );
      const asked = ask('lists/deleteList', { ListId: String(doomed) }).catch(() => null);
      await sleep(random() * 1_500);
      await endAndStart();
      const reply = await asked;
      const size = await sizeOrGone(db, accountId, doomed);
      judge('a list is there whole or not at all', size === null || size === people, size);
      judge('what was answered holds', reply?.RESULT !== 1 || size === null, { reply, size });
      if (size !== null) whole += 1;
      judge('deleted again', (await ask('lists/deleteList', { ListId: String(doomed) })).RESULT === 1, n);
      judge('gone', (await sizeOrGone(db, accountId, doomed)) === null, n);
    }
    say(`deleted ${kills} lists, of which ${whole} were there whole after the end of the server`);
  } finally {
    await end(worker.process, 'SIGTERM');
  }
  say(`${good ? 'PASS' : 'FAIL'}: seed ${seed}, ${ends} ends`);
  return good;
});

async function newList(ask: ReturnType<typeof client>, name: string): Promise<string> {
  return String((await ask('lists/addList', { ListName: name })).NEWListID);
}

function isWhole({ STATE, ...counts }: Reply, rows: number): boolean {
  const [added, updated, duplicates, invalid, done] = [
    'NEWCOUNT',
    'UPDATEDCOUNT',
    'DUPLICATECOUNT',
    'INVALIDCOUNT',
    'DONECOUNT',
  ].map((name) => Number(counts[name]));
  return (
    STATE === 'done' &&
    done === rows &&
    added === people * 0.9 &&
    updated === people / 10 &&
    duplicates === Math.ceil(people / 100) &&
    invalid === Math.ceil(people / 101)
  );
}

/** What an account's people and lists are, in a few figures. */
async function picture(db: Db, accountId: number) {
  const row = await first(
    db,
    sql<{ contacts: number; members: number; countsHold: boolean; tags: string }>`
      select (select count(*) from contacts where account_id = ${accountId}) as contacts,
        (select count(*) from list_members where account_id = ${accountId}) as members,
        (select md5(string_agg(phone || tags::text, ',' order by phone)) from contacts where account_id = ${accountId}) as tags,
        not exists (
          select from lists l where l.account_id = ${accountId} and l.member_count <> (
            select count(*) from list_members m where m.account_id = ${accountId} and m.list_id = l.id)) as "countsHold"`,
  );
  if (!row) throw new Error('There is no picture.');
  return row;
}

async function wrongCities(db: Db, accountId: number, tag: string): Promise<number> {
  const row = await first(
    db,
    sql<{ count: number }>`
      select count(*) as count from contacts
      where account_id = ${accountId} and tags ->> ${tag} is distinct from 'City ' || right(phone, 4)`,
  );
  return row?.count ?? 0;
}

async function sizeOrGone(db: Db, accountId: number, listId: number): Promise<number | null> {
  const row = await first(
    db,
    sql<{ there: boolean; members: number }>`
      select exists (select from lists where account_id = ${accountId} and id = ${listId}) as there,
        (select count(*) from list_members where account_id = ${accountId} and list_id = ${listId}) as members`,
  );
  if (!row?.there && row?.members) return row.members;
  return row?.there ? row.members : null;
}

async function sizes(
  db: Db,
  accountId: number,
  lists: readonly string[],
): Promise<Record<string, number | null>> {
  const found = await Promise.all(
    lists.map(async (list) => [list, await sizeOrGone(db, accountId, Number(list))]),
  );
  return Object.fromEntries(found);
}

async function readOn(reader: ReadableStreamDefaultReader | undefined): Promise<void> {
  while (!(await reader?.read())?.done);
}
