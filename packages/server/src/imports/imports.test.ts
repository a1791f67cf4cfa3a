import { BASE, calls, type LiveMessage } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { sql, transact } from '../platform/db/database.ts';
import { eventually, useHarness } from '../testing/harness.ts';
import { untilWaitedFor } from '../testing/waits.ts';
import { runImport } from './jobs.ts';
import { claimImport, dropImportLeases, keepClaim } from './store.ts';
import { importAll as importWhole, runAll as runEverything } from './testing/run.ts';
import { newList, type User, uploadFile } from './testing/upload.ts';

const harness = useHarness();
/** Tens of thousands of rows, on a machine that does much else. */
const LONG = { timeout: 240_000 };
const { imports, lists, members, tags } = calls;
const upload = (user: User, list: number, content: string | Buffer, name?: string) =>
  uploadFile(harness(), user, list, content, name);

const runAll = () => runEverything(harness());
const importAll = (user: User, list: number, content: string, mapping: { index: number; target: string }[]) =>
  importWhole(harness(), user, list, content, mapping);

async function progressOf(user: User, id: number) {
  return (await user.ask(imports.progress, { id })).values;
}

async function contactsOf(user: User) {
  const { rows } = await harness().services.pool.query(
    'select phone, tags, time_zone, opted_out from contacts where account_id = $1 order by phone',
    [user.accountId],
  );
  return rows;
}

async function countsOf(user: User, list: number) {
  const { count, optOuts } = (await user.ask(lists.info, { list })).values.info;
  return [count, optOuts];
}

async function optOut(user: User, phone: string) {
  const { pool } = harness().services;
  await pool.query(
    `insert into suppressions (account_id, phone, source, at) values ($1, $2, 'test', now())`,
    [user.accountId, phone],
  );
  await pool.query('update contacts set opted_out = true where account_id = $1 and phone = $2', [
    user.accountId,
    phone,
  ]);
}

const FILE = `Phone,First name,City
2125550100,Ann,Paris
(212) 555-0101,Bob,
+1 212 555 0100,Ann again,Rome
not a number,Carl,Berlin

2.12555E+09,Dan,Oslo
,Eve,Lima
2125550102,Fay,Bonn,extra
2125550103,"Gus, Jr.",Cairo
`;
const MAPPING = [
  { index: 0, target: 'phone' },
  { index: 1, target: 'newtag:First name' },
  { index: 2, target: 'newtag: City ' },
];

describe('a dry run', () => {
  it('says what would happen, row by row, and writes nothing', async () => {
    const user = await harness().newUser();
    const list = await newList(user);
    await user.ask(members.add, { phone: '2125550101', list });
    await optOut(user, '+12125550103');
    const { id, rows } = (await upload(user, list, FILE)).values;
    const { values } = await user.ask(imports.dryRun, { id, mapping: MAPPING });
    expect(values).toMatchObject({ rows: 8, added: 2, updated: 1, duplicates: 1, invalid: 4, optedOut: 1 });
    expect(rows).toBe(8);
    expect(values.problems).toEqual([
      { row: 4, value: '+1 212 555 0100', reason: 'The same number is in row 2 already.' },
      { row: 5, value: 'not a number', reason: 'That’s not a phone number.' },
      { row: 7, value: '2.12555E+09', reason: expect.stringContaining('spreadsheet') },
      { row: 8, value: '', reason: 'The phone number is missing.' },
      { row: 9, value: '2125550102', reason: 'This row has 4 cells, the first row has 3.' },
    ]);
    expect(await contactsOf(user)).toHaveLength(1);
    expect((await user.ask(tags.list, {})).values.tags).toEqual([]);
    expect((await progressOf(user, id)).state).toBe('tried');
  });

  it('needs one phone column and tags that exist', async () => {
    const [user, other] = [await harness().newUser(), await harness().newUser()];
    const list = await newList(user);
    const theirs = (await other.ask(tags.add, { name: 'Theirs' })).values.id;
    const { id } = (await upload(user, list, FILE)).values;
    const tryWith = (...targets: [number, string][]) =>
      user.ask(imports.dryRun, { id, mapping: targets.map(([index, target]) => ({ index, target })) });
    expect(await tryWith([1, 'newtag:Name'])).toMatchObject({ status: 200, RESULT: 0 });
    expect(await tryWith([0, 'phone'], [1, 'phone'])).toMatchObject({ status: 200, RESULT: 0 });
    expect(await tryWith([0, 'phone'], [1, 'newtag:A'], [2, 'newtag:a'])).toMatchObject({
      status: 200,
      RESULT: 0,
    });
    expect(await tryWith([0, 'phone'], [1, 'newtag: '])).toMatchObject({ status: 200, RESULT: 0 });
    expect(await tryWith([0, 'phone'], [0, 'newtag:A'])).toMatchObject({ status: 400 });
    expect(await tryWith([0, 'phone'], [9, 'newtag:A'])).toMatchObject({ status: 400 });
    expect(await tryWith([0, 'phone'], [1, 'nonsense'])).toMatchObject({ status: 400 });
    const foreign = await tryWith([0, 'phone'], [1, `tag:${theirs}`]);
    const unknown = await tryWith([0, 'phone'], [1, 'tag:987654']);
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(unknown.body);
    expect((await user.ask(imports.start, { id, consent: true })).RESULT).toBe(0);
  });
});

describe('an import', () => {
  it('adds and updates contacts, keeps what it does not know, and never lifts an opt-out', async () => {
    const user = await harness().newUser();
    const list = await newList(user);
    const other = (await user.ask(tags.add, { name: 'Other' })).values.id;
    await user.ask(tags.add, { name: 'City' });
    const known = (await user.ask(members.add, { phone: '2125550101', list })).values.contact;
    await user.ask(tags.setValue, { contact: known, tag: 'Other', value: 'kept' });
    await user.ask(tags.setValue, { contact: known, tag: 'City', value: 'Rome' });
    await optOut(user, '+12125550103');
    // Who opted out elsewhere did not opt out here.
    await optOut(await harness().newUser(), '+12125550100');
    const told: LiveMessage[] = [];
    const stop = harness().services.live.listen(user.accountId, (message) => told.push(message));
    const id = await importAll(user, list, FILE, MAPPING);
    stop();
    expect(await progressOf(user, id)).toMatchObject({
      state: 'done',
      rows: 8,
      done: 8,
      added: 2,
      updated: 1,
      duplicates: 1,
      invalid: 4,
      optedOut: 1,
    });
    expect(told.at(-1)).toMatchObject({ type: 'import', importId: id, state: 'done', rows: 8, done: 8 });
    const ids = new Map((await user.ask(tags.list, {})).values.tags.map((tag) => [tag.name, tag.id]));
    const [name, city] = [ids.get('First name') ?? 0, ids.get('City') ?? 0];
    expect(await contactsOf(user)).toEqual([
      {
        phone: '+12125550100',
        tags: { [name]: 'Ann', [city]: 'Paris' },
        time_zone: 'America/New_York',
        opted_out: false,
      },
      {
        phone: '+12125550101',
        tags: { [name]: 'Bob', [city]: 'Rome', [other]: 'kept' },
        time_zone: 'America/New_York',
        opted_out: false,
      },
      {
        phone: '+12125550103',
        tags: { [name]: 'Gus, Jr.', [city]: 'Cairo' },
        time_zone: 'America/New_York',
        opted_out: true,
      },
    ]);
    expect(await countsOf(user, list)).toEqual([3, 1]);
    expect((await user.ask(imports.start, { id, consent: true })).RESULT).toBe(0);
    expect((await user.ask(imports.dryRun, { id, mapping: MAPPING })).RESULT).toBe(0);
  });

  it('is taken back: memberships, new contacts and values that nobody changed since', async () => {
    const user = await harness().newUser();
    const list = await newList(user);
    const elsewhere = await newList(user, 'Elsewhere');
    await user.ask(tags.add, { name: 'City' });
    const known = (await user.ask(members.add, { phone: '2125550101', list })).values.contact;
    await user.ask(tags.setValue, { contact: known, tag: 'City', value: 'Rome' });
    const text = 'Phone,City,Name\n2125550100,Paris,Ann\n2125550101,Berlin,Bob\n2125550102,Oslo,Cid\n';
    const id = await importAll(user, list, text, [
      { index: 0, target: 'phone' },
      { index: 1, target: 'newtag:city' },
      { index: 2, target: 'newtag:Name' },
    ]);
    await user.ask(members.copy, { phone: '2125550102', target: elsewhere });
    await user.ask(tags.setValue, { contact: known, tag: 'Name', value: 'Robert' });
    expect((await user.ask(imports.undo, { id })).RESULT).toBe(1);
    expect(await progressOf(user, id)).toMatchObject({ state: 'undoing', undone: 0 });
    await runAll();
    expect((await progressOf(user, id)).state).toBe('undone');
    const ids = new Map((await user.ask(tags.list, {})).values.tags.map((tag) => [tag.name, tag.id]));
    expect((await contactsOf(user)).map((row) => [row.phone, row.tags])).toEqual([
      ['+12125550101', { [ids.get('City') ?? 0]: 'Rome', [ids.get('Name') ?? 0]: 'Robert' }],
      ['+12125550102', {}],
    ]);
    expect(await countsOf(user, list)).toEqual([1, 0]);
    expect(await countsOf(user, elsewhere)).toEqual([1, 0]);
    expect((await user.ask(imports.undo, { id })).RESULT).toBe(1);
  });

  it('offers the rows that were not imported as a file that no spreadsheet runs', async () => {
    const user = await harness().newUser();
    const list = await newList(user);
    const text = 'Phone,Note\n2125550100,ok\n555,"=1+1, ""x"""\n+1 (212) 555-0100,-5\n@SUM(A1),+49 30 1234\n';
    const id = await importAll(user, list, text, [{ index: 0, target: 'phone' }]);
    const response = await harness().app.inject({
      method: 'GET',
      url: `${BASE}${imports.errors.path}?IMPORTID=${id}`,
      headers: { cookie: user.cookie() },
    });
    expect(response.headers['content-type']).toContain('text/csv');
    expect(response.headers['content-disposition']).toContain('attachment');
    expect(response.body.replace('\uFEFF', '').split('\r\n')).toEqual([
      '"Phone","Note","Row","Reason"',
      `"555","'=1+1, ""x""","3","That’s not a phone number."`,
      `"'+1 (212) 555-0100","-5","4","The same number is in row 2 already."`,
      `"'@SUM(A1)","'+49 30 1234","5","That’s not a phone number."`,
      '',
    ]);
  });

  it('goes on after a restart where it stood, once', async () => {
    const user = await harness().newUser();
    const list = await newList(user);
    const { services } = harness();
    const numbers = Array.from({ length: 12_000 }, (_, n) => `212${5_000_000 + n}`);
    const text = `phone\n${[...numbers, ...numbers.slice(0, 10)].join('\n')}\n`;
    const { id } = (await upload(user, list, text)).values;
    await user.ask(imports.dryRun, { id, mapping: [{ index: 0, target: 'phone' }] });
    await user.ask(imports.start, { id, consent: true });
    const now = services.clock.now();
    const claim = await claimImport(services.db, 'first', now, new Date(now.getTime() + 60_000));
    expect(claim?.importId).toBe(id);
    // The first worker is told to stop after its first batch.
    const stopping = { now: false };
    const stop = services.live.listen(user.accountId, () => {
      stopping.now = true;
    });
    await runImport(services, claim ?? { accountId: 0, importId: 0, tries: 0 }, 'first', stopping);
    stop();
    const half = await progressOf(user, id);
    expect(half.state).toBe('running');
    expect(half.done).toBeGreaterThan(0);
    expect(half.done).toBeLessThan(12_000);
    expect(await countsOf(user, list)).toEqual([half.done, 0]);
    await runAll();
    expect(await progressOf(user, id)).toMatchObject({
      state: 'done',
      rows: 12_010,
      done: 12_010,
      added: 12_000,
      duplicates: 10,
    });
    expect(await countsOf(user, list)).toEqual([12_000, 0]);
  });

  it('waits for a database that is away as long as it takes, however often it is begun', async () => {
    const user = await harness().newUser();
    const list = await newList(user);
    const { services } = harness();
    const { id } = (await upload(user, list, 'phone\n2125550177\n')).values;
    await user.ask(imports.dryRun, { id, mapping: [{ index: 0, target: 'phone' }] });
    await user.ask(imports.start, { id, consent: true });
    for (let tries = 0; tries < 10; tries += 1) {
      const now = services.clock.now();
      await claimImport(services.db, 'away', now, new Date(now.getTime() + 60_000));
      await dropImportLeases(services.db, 'away');
    }
    await runAll();
    expect(await progressOf(user, id)).toMatchObject({ state: 'done', added: 1 });
  });

  it('to a list that asks first: whoever waits because of it waits no longer once it is taken back', async () => {
    const user = await harness().newUser();
    const { pool } = harness().services;
    const list = await newList(user);
    const other = await newList(user, 'Other');
    await user.ask(members.add, { phone: '2125550101', list: other });
    await pool.query('update lists set double_opt_in = true where account_id = $1 and id = $2', [
      user.accountId,
      list,
    ]);
    await user.ask(members.add, { phone: '2125550103', list });
    const waiting = async () => {
      const { rows } = await pool.query(
        `select c.phone from pending_members p join contacts c on c.account_id = p.account_id and c.id = p.contact_id
        where p.account_id = $1 order by c.phone`,
        [user.accountId],
      );
      return rows.map(({ phone }) => phone);
    };
    const text = 'phone\n2125550101\n2125550102\n2125550103\n';
    const id = await importAll(user, list, text, [{ index: 0, target: 'phone' }]);
    expect(await waiting()).toEqual(['+12125550101', '+12125550102', '+12125550103']);
    await user.ask(imports.undo, { id });
    await runAll();
    expect(await progressOf(user, id)).toMatchObject({ state: 'undone', undone: 2 });
    expect(await waiting()).toEqual(['+12125550103']);
    expect((await contactsOf(user)).map(({ phone }) => phone)).toEqual(['+12125550101', '+12125550103']);
  });

  it('is cancelled between two batches, and what is stored can be taken back', LONG, async () => {
    const user = await harness().newUser();
    const list = await newList(user);
    const { services } = harness();
    const text = `phone\n${Array.from({ length: 60_000 }, (_, n) => `213${5_000_000 + n}`).join('\n')}\n`;
    const { id } = (await upload(user, list, text)).values;
    await user.ask(imports.dryRun, { id, mapping: [{ index: 0, target: 'phone' }] });
    await user.ask(imports.start, { id, consent: true });
    let cancelled: Promise<unknown> = Promise.resolve();
    const stop = services.live.listen(user.accountId, (message) => {
      if (message.type === 'import' && message.state === 'running')
        cancelled = user.ask(imports.cancel, { id });
    });
    await runAll();
    await cancelled;
    stop();
    const { state, done } = await progressOf(user, id);
    expect(state).toBe('cancelled');
    expect(done).toBeLessThan(60_000);
    expect(await countsOf(user, list)).toEqual([done, 0]);
    expect((await user.ask(imports.cancel, { id })).RESULT).toBe(1);
    expect((await user.ask(imports.undo, { id })).RESULT).toBe(1);
    await runAll();
    expect(await countsOf(user, list)).toEqual([0, 0]);
    expect(await contactsOf(user)).toEqual([]);
    expect((await user.ask(imports.cancel, { id })).RESULT).toBe(0);
  });

  it('is cancelled behind a batch that is being stored, without standing in its way', async () => {
    const user = await harness().newUser();
    const { db } = harness().services;
    const { id } = (await upload(user, await newList(user), 'phone\n2125550101\n')).values;
    await user.ask(imports.dryRun, { id, mapping: [{ index: 0, target: 'phone' }] });
    await user.ask(imports.start, { id, consent: true });
    const claim = await claimImport(db, 'one', new Date(), new Date(Date.now() + 60_000));
    if (!claim) throw new Error('It is not due.');
    let cancelled: Promise<{ RESULT: number }> | undefined;
    await transact(db, async (trx) => {
      expect(await keepClaim(trx, claim, 'one', new Date(Date.now() + 60_000))).toBe(true);
      cancelled ??= user.ask(imports.cancel, { id });
      await untilWaitedFor(db);
      await sql`select 1 from imports where account_id = ${user.accountId} and id = ${id} for update nowait`.execute(
        trx,
      );
    });
    expect((await cancelled)?.RESULT).toBe(1);
    expect((await progressOf(user, id)).state).toBe('cancelled');
    expect(await keepClaim(db, claim, 'one', new Date())).toBe(false);
  });

  it(
    'is taken back in the background: told as it goes, stopped and gone on with, by hand or by a restart',
    LONG,
    async () => {
      const user = await harness().newUser();
      const list = await newList(user);
      const { services } = harness();
      const text = `phone\n${Array.from({ length: 17_000 }, (_, n) => `214${5_000_000 + n}`).join('\n')}\n`;
      const id = await importAll(user, list, text, [{ index: 0, target: 'phone' }]);
      const claimed = async (worker: string) => {
        const now = services.clock.now();
        const claim = await claimImport(services.db, worker, now, new Date(now.getTime() + 60_000));
        return claim ?? { accountId: 0, importId: 0, tries: 0 };
      };
      const stateOf = async () => {
        const { state, undone, undoTotal } = await progressOf(user, id);
        return { state, undone, undoTotal };
      };
      expect((await user.ask(imports.undo, { id })).RESULT).toBe(1);
      expect((await user.ask(imports.undo, { id })).RESULT).toBe(1);
      expect(await stateOf()).toEqual({ state: 'undoing', undone: 0, undoTotal: 17_000 });

      // A server that stops after its first chunk.
      const heard: LiveMessage[] = [];
      const stopping = { now: false };
      const deaf = services.live.listen(user.accountId, (message) => {
        heard.push(message);
        stopping.now = true;
      });
      await runImport(services, await claimed('first'), 'first', stopping);
      deaf();
      const { undone } = await stateOf();
      expect(heard).toEqual([{ type: 'import', importId: id, state: 'undoing', rows: 17_000, done: undone }]);
      expect(undone).toBeGreaterThan(0);
      expect(undone).toBeLessThan(17_000);
      expect(await countsOf(user, list)).toEqual([17_000 - undone, 0]);

      // A person who stops it, and takes the rest back later.
      expect((await user.ask(imports.cancel, { id })).RESULT).toBe(1);
      await runAll();
      expect(await stateOf()).toEqual({ state: 'cancelled', undone, undoTotal: 17_000 });
      expect((await user.ask(imports.undo, { id })).RESULT).toBe(1);
      expect(await stateOf()).toEqual({ state: 'undoing', undone, undoTotal: 17_000 });
      await runAll();
      expect(await stateOf()).toEqual({ state: 'undone', undone: 17_000, undoTotal: 17_000 });
      expect(await countsOf(user, list)).toEqual([0, 0]);
      expect(await contactsOf(user)).toEqual([]);
      expect((await user.ask(imports.undo, { id })).RESULT).toBe(1);
    },
  );

  it('fills a new tag that somebody else adds in the moment it starts', async () => {
    const user = await harness().newUser();
    const list = await newList(user);
    const { id } = (await upload(user, list, 'phone,city\n2125550100,Paris\n')).values;
    const mapping = [
      { index: 0, target: 'phone' },
      { index: 1, target: 'newtag:City' },
    ];
    expect((await user.ask(imports.dryRun, { id, mapping })).RESULT).toBe(1);
    const client = await harness().services.pool.connect();
    try {
      await client.query('begin');
      const added = await client.query(
        `insert into tags (account_id, name, name_key, position, created_at) values ($1, 'City', 'city', 0, now()) returning id`,
        [user.accountId],
      );
      const starting = user.ask(imports.start, { id, consent: true });
      await untilWaitedFor(harness().services.db);
      await client.query('commit');
      expect(await starting).toMatchObject({ status: 200, RESULT: 1 });
      await runAll();
      expect((await contactsOf(user))[0].tags).toEqual({ [added.rows[0].id]: 'Paris' });
    } finally {
      client.release();
    }
  });

  it('ends quietly when its list is deleted', async () => {
    const user = await harness().newUser();
    const list = await newList(user);
    const { id } = (await upload(user, list, 'phone\n2125550100\n')).values;
    await user.ask(imports.dryRun, { id, mapping: [{ index: 0, target: 'phone' }] });
    await user.ask(imports.start, { id, consent: true });
    expect((await user.ask(lists.remove, { list })).RESULT).toBe(1);
    await runAll();
    const { rows } = await harness().services.pool.query('select * from import_jobs where account_id = $1', [
      user.accountId,
    ]);
    expect(rows).toEqual([]);
    expect((await user.ask(imports.progress, { id })).status).toBe(404);
  });

  it('fails with a word when its file is gone', async () => {
    const user = await harness().newUser();
    const list = await newList(user);
    const { id } = (await upload(user, list, 'phone\n2125550100\n')).values;
    await user.ask(imports.dryRun, { id, mapping: [{ index: 0, target: 'phone' }] });
    await harness().services.pool.query(`update imports set stored_as = 'gone.csv' where account_id = $1`, [
      user.accountId,
    ]);
    await user.ask(imports.start, { id, consent: true });
    await runAll();
    expect((await progressOf(user, id)).state).toBe('failed');
    expect((await user.get(`imports/errorFile?IMPORTID=${id}`)).text).toContain('no longer have this file');
  });

  it('runs in the background, and of another account looks like an unknown one', async () => {
    const [user, other] = [await harness().newUser(), await harness().newUser()];
    const list = await newList(user);
    harness().startBackground();
    const { id } = (await upload(user, list, 'phone\n2125550100\n')).values;
    for (const call of ['dryRun', 'start', 'progress', 'cancel', 'undo']) {
      const form = { MAPPING: JSON.stringify([{ INDEX: 0, TARGET: 'phone' }]) };
      const foreign = await other.post(`imports/${call}`, { IMPORTID: String(id), ...form });
      const unknown = await other.post(`imports/${call}`, { IMPORTID: '987654', ...form });
      expect(foreign, call).toMatchObject({ status: 404, RESULT: 0 });
      expect(foreign.body).toEqual(unknown.body);
    }
    expect((await other.get(`imports/errorFile?IMPORTID=${id}`)).status).toBe(404);
    await user.ask(imports.dryRun, { id, mapping: [{ index: 0, target: 'phone' }] });
    await user.ask(imports.start, { id, consent: true });
    await eventually(
      () => progressOf(user, id),
      (seen) => seen.state === 'done',
    );
    expect(await countsOf(user, list)).toEqual([1, 0]);
    await user.ask(imports.undo, { id });
    await eventually(
      () => progressOf(user, id),
      (seen) => seen.state === 'undone',
    );
    expect(await countsOf(user, list)).toEqual([0, 0]);
  });
});
