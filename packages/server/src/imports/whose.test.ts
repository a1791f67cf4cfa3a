/**
 * Imports and the people in them: consent, opt-outs of the file, whose numbers they are, and who stays when
 * one is taken back.
 */
import { calls } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { importAll, runAll } from './testing/run.ts';
import { newList, type User, uploadFile } from './testing/upload.ts';

const harness = useHarness();
const { audit, imports, lists, members, simulator } = calls;
const PHONE = { index: 0, target: 'phone' };
const OPT_OUT = { index: 1, target: 'optout' };

const phonesOn = async (user: User, list: number) =>
  (await user.ask(members.list, { list, length: 100 })).values.members.map(({ phone }) => phone).sort();

const query = async (text: string, values: unknown[]) =>
  (await harness().services.pool.query(text, values)).rows;

describe('consent', () => {
  it('is attested by somebody: who did, when and how is kept, and stands in the history', async () => {
    const user = await harness().newUser({ email: 'ann@example.com' });
    const list = await newList(user);
    const { id } = (await uploadFile(harness(), user, list, 'phone\n2125550100\n')).values;
    await user.ask(imports.dryRun, { id, mapping: [PHONE] });
    await user.ask(imports.start, { id, consent: true, consentNote: ' Sign-up sheet, spring fair ' });
    const [row] = await query('select * from imports where account_id = $1 and id = $2', [
      user.accountId,
      id,
    ]);
    expect(row).toMatchObject({ consent_by: user.userId, consent_note: 'Sign-up sheet, spring fair' });
    expect(row.consent_at).toBeInstanceOf(Date);
    const { acts } = (await user.ask(audit.list, { group: 'people' })).values;
    expect(acts[0]).toMatchObject({
      act: 'import-started',
      actor: 'ann@example.com',
      name: 'people.csv',
      detail: '1 row; confirmed their consent: Sign-up sheet, spring fair',
    });
  });

  it('is nobody’s word where a program says nothing of it: the import runs, and the history says so', async () => {
    const user = await harness().newUser();
    const list = await newList(user);
    const { id } = (await uploadFile(harness(), user, list, 'phone,Opted out\n2125550100,yes\n')).values;
    await user.ask(imports.dryRun, { id, mapping: [PHONE, OPT_OUT] });
    expect((await user.post('imports/start', { IMPORTID: String(id) })).body).toMatchObject({ RESULT: 1 });
    await runAll(harness());
    expect(await phonesOn(user, list)).toEqual(['+12125550100']);
    const [row] = await query('select * from imports where account_id = $1 and id = $2', [
      user.accountId,
      id,
    ]);
    expect(row).toMatchObject({ started_by: user.userId, consent_by: null, consent_at: null });
    const { acts } = (await user.ask(audit.list, { group: 'people' })).values;
    const { detail } = acts.find(({ act }) => act === 'import-started') ?? {};
    expect(detail).toBe('1 row; nobody confirmed their consent');
  });
});

describe('a column of opt-outs', () => {
  const FILE = `phone,Opted out
2125550100,no
2125550101,yes
2125550102,2025-03-01T10:00:00Z
2125550103,
2125550104,0
2125550105,Opted out
2125550103,TRUE
2125550106,FALSE,too many
2125550107,x,too many
`;

  it('opts people out, in rows that are left out, too, and is counted beforehand', async () => {
    const user = await harness().newUser();
    const list = await newList(user);
    await user.ask(calls.optouts.record, { phone: '2125550101', source: 'phone' });
    const { id } = (await uploadFile(harness(), user, list, FILE)).values;
    const { values } = await user.ask(imports.dryRun, { id, mapping: [PHONE, OPT_OUT] });
    expect(values).toMatchObject({ added: 6, duplicates: 1, invalid: 2, optedOut: 1, newOptOuts: 4 });
    expect((await user.ask(calls.optouts.list, {})).values.total).toBe(1);
    await user.ask(imports.start, { id, consent: true });
    await runAll(harness());
    const { optOuts } = (await user.ask(calls.optouts.list, {})).values;
    expect(optOuts.map(({ phone, source, note }) => [phone, source, note]).sort()).toEqual([
      ['+12125550101', 'phone', ''],
      ...['02', '03', '05', '07'].map((end) => [`+121255501${end}`, 'import', 'people.csv']),
    ]);
    expect((await user.ask(imports.progress, { id })).values).toMatchObject({ optedOut: 1, newOptOuts: 4 });
    expect((await user.ask(lists.info, { list })).values.info).toMatchObject({ count: 6, optOuts: 4 });
  });

  it('stays when the import is taken back: only the person lifts an opt-out', async () => {
    const user = await harness().newUser();
    const list = await newList(user);
    const id = await importAll(harness(), user, list, FILE, [PHONE, OPT_OUT]);
    await user.ask(imports.undo, { id });
    await runAll(harness());
    expect(await phonesOn(user, list)).toEqual([]);
    expect(await query('select phone from contacts where account_id = $1', [user.accountId])).toEqual([]);
    expect((await user.ask(calls.optouts.list, {})).values.total).toBe(5);
    await user.ask(members.add, { phone: '2125550102', list });
    expect((await user.ask(lists.info, { list })).values.info).toMatchObject({ count: 1, optOuts: 1 });
  });
});

describe('numbers without a plus', () => {
  const FILE = `phone
0170 1234567
491701234568
0049 170 1234569
+491701234570
2125550100
33612345678
`;

  it('are of the account’s country, or of the one that is chosen for the file', async () => {
    const user = await harness().newUser();
    const list = await newList(user);
    await query(`update accounts set time_zone = 'Europe/Berlin' where id = $1`, [user.accountId]);
    const { id, country } = (await uploadFile(harness(), user, list, FILE)).values;
    expect(country).toBe('DE');
    const tryAs = async (country: string) => {
      const { values } = await user.ask(imports.dryRun, { id, mapping: [PHONE], country });
      return { added: values.added, invalid: values.invalid, abroad: values.abroad };
    };
    expect(await tryAs('US')).toEqual({ added: 5, invalid: 1, abroad: 4 });
    expect(await tryAs('DE')).toMatchObject({ invalid: 0, added: 6 });
    expect(await user.ask(imports.dryRun, { id, mapping: [PHONE], country: 'XX' })).toMatchObject({
      status: 400,
    });
    await tryAs('DE');
    await user.ask(imports.start, { id, consent: true });
    await runAll(harness());
    const phones = await phonesOn(user, list);
    for (const last of ['67', '68', '69', '70']) expect(phones).toContain(`+4917012345${last}`);
    expect(await query('select country from imports where account_id = $1', [user.accountId])).toEqual([
      { country: 'DE' },
    ]);
  });
});

it('a quotation mark that is never closed refuses its row, and the others are imported', async () => {
  const user = await harness().newUser();
  const list = await newList(user);
  const id = await importAll(
    harness(),
    user,
    list,
    'phone,name\n2125550100,"Ann\n2125550101,Bob\n2125550102,"Cid"\n',
    [PHONE],
  );
  expect((await user.ask(imports.progress, { id })).values).toMatchObject({ rows: 3, added: 2, invalid: 1 });
  expect(await phonesOn(user, list)).toEqual(['+12125550101', '+12125550102']);
  const file = (await user.get(`${imports.errors.path}?IMPORTID=${id}`)).text;
  expect(file).toContain('"2125550100,""Ann","","2","A quotation mark is never closed."');
});

describe('taking an import back leaves on the list', () => {
  const FILE = 'phone\n2125550100\n2125550101\n2125550102\n2125550103\n2125550104\n2125550105\n';
  const ALL = ['00', '01', '02', '03', '04', '05'].map((end) => `+121255501${end}`);

  async function undone(user: User, list: number, id: number) {
    await user.ask(imports.undo, { id });
    await runAll(harness());
    const { values } = await user.ask(imports.progress, { id });
    expect(values.state).toBe('undone');
    return { phones: await phonesOn(user, list), kept: values.undoKept };
  }

  it('who opted in, texted a keyword or START, was added by hand, moved there or imported again since', async () => {
    const user = await harness().newUser();
    const list = await newList(user);
    const other = await newList(user, 'Other');
    const campaign = await campaignWithOptIn(user, list);
    expect(campaign).toBeGreaterThan(0);
    const id = await importAll(harness(), user, list, FILE, [PHONE]);
    await text(user, '2125550100', 'JOINUS');
    await user.ask(members.add, { phone: '2125550101', list });
    await user.ask(members.add, { phone: '2125550102', list: other });
    await user.ask(members.copy, { phone: '2125550102', target: list });
    await importAll(harness(), user, list, 'phone\n2125550103\n', [PHONE]);
    await text(user, '2125550104', 'STOP');
    await text(user, '2125550104', 'START');
    expect(await phonesOn(user, list)).toEqual(ALL);
    expect(await undone(user, list, id)).toEqual({ phones: ALL.slice(0, 5), kept: 5 });
  });

  it('who texted a keyword of a campaign that puts nobody on a list, and nobody who only said STOP or nonsense', async () => {
    const user = await harness().newUser();
    const list = await newList(user);
    await campaignWithOptIn(user, null);
    const id = await importAll(harness(), user, list, FILE, [PHONE]);
    await text(user, '2125550100', 'JOINUS');
    await text(user, '2125550101', 'STOP');
    await text(user, '2125550102', 'who is this');
    expect(await undone(user, list, id)).toEqual({ phones: ALL.slice(0, 1), kept: 1 });
  });

  it('who was put on the waiting list of a list with double opt-in another way since', async () => {
    const user = await harness().newUser();
    const list = await newList(user);
    await query('update lists set double_opt_in = true where account_id = $1 and id = $2', [
      user.accountId,
      list,
    ]);
    const id = await importAll(harness(), user, list, FILE, [PHONE]);
    await user.ask(members.add, { phone: '2125550100', list });
    await undone(user, list, id);
    expect(
      await query(
        `select c.phone from pending_members p join contacts c on c.account_id = p.account_id and c.id = p.contact_id
         where p.account_id = $1`,
        [user.accountId],
      ),
    ).toEqual([{ phone: '+12125550100' }]);
  });

  it('values that the person, or somebody by hand, has said since, equal to the imported ones or not', async () => {
    const user = await harness().newUser();
    const list = await newList(user);
    const tag = (await user.ask(calls.tags.add, { name: 'City' })).values.id;
    const steps = [
      { type: 'open-question', id: 1, text: 'Your city?' },
      { type: 'tag', id: 2, tag: 'City' },
    ] as const;
    await storeSketch(harness().services.db, user.accountId, 9, steps, 'CITY');
    const file = ['00', '01', '02', '03'].map((end) => `21255501${end},Boston`).join('\n');
    const id = await importAll(harness(), user, list, `phone,city\n${file}\n`, [
      PHONE,
      { index: 1, target: `tag:${tag}` },
    ]);
    await text(user, '2125550100', 'CITY');
    await text(user, '2125550100', 'Boston');
    await text(user, '2125550101', 'CITY');
    await text(user, '2125550101', 'Oslo');
    const byHand = await query('select id from contacts where account_id = $1 and phone = $2', [
      user.accountId,
      '+12125550102',
    ]);
    await user.ask(members.add, { phone: '2125550102', list });
    await user.ask(calls.tags.setValue, { contact: Number(byHand[0].id), tag: 'City', value: 'Boston' });
    await user.ask(members.add, { phone: '2125550103', list });
    await undone(user, list, id);
    const values = await query(
      'select phone, tags ->> $2 as city from contacts where account_id = $1 order by phone',
      [user.accountId, String(tag)],
    );
    expect(values).toEqual([
      { phone: '+12125550100', city: 'Boston' },
      { phone: '+12125550101', city: 'Oslo' },
      { phone: '+12125550102', city: 'Boston' },
      { phone: '+12125550103', city: null },
    ]);
  });

  it('values that another import gave, too, equal to this one’s', async () => {
    const user = await harness().newUser();
    const list = await newList(user);
    const tag = (await user.ask(calls.tags.add, { name: 'City' })).values.id;
    const columns = [PHONE, { index: 1, target: `tag:${tag}` }];
    const given = async (file: string) => importAll(harness(), user, list, `phone,city\n${file}\n`, columns);
    const cities = async () =>
      (
        await query('select tags ->> $2 as city from contacts where account_id = $1 order by phone', [
          user.accountId,
          String(tag),
        ])
      ).map(({ city }) => city);
    await user.ask(members.add, { phone: '2125550101', list });
    const first = await given('2125550100,Boston\n2125550101,Boston\n2125550102,Boston');
    const second = await given('2125550100,Boston\n2125550101,Boston\n2125550102,Oslo');
    await user.ask(members.add, { phone: '2125550100', list });
    await user.ask(members.add, { phone: '2125550102', list });
    await undone(user, list, first);
    expect(await cities()).toEqual(['Boston', 'Boston', 'Oslo']);
    await undone(user, list, second);
    expect(await cities()).toEqual(['Boston', 'Boston', null]);
  });

  async function campaignWithOptIn(user: User, list: number | null): Promise<number> {
    const { body } = await user.post('control-point/AddNewBatchFromTemplate', { TID: '1' });
    const inpBatchId = String(body.BATCHID);
    const steps = (await user.post('control-point/ReadCPs', { inpBatchId })).body.CPOBJ as { ID: number }[];
    for (const { ID } of steps)
      await user.post('control-point/DeleteCPData', { inpBatchId, INPPID: String(ID) });
    const add = (fields: object) =>
      user.post('control-point/AddCPData', {
        inpBatchId,
        controlPoint: JSON.stringify({ ID: 0, ...fields }),
      });
    if (list !== null) await add({ RQ: 1, TYPE: 'OPTIN', OIG: list });
    await add({ RQ: list === null ? 1 : 2, TYPE: 'TRAILER', TEXT: 'Welcome' });
    const saved = await user.post('keyword/SaveKeyword', { inpBatchId, inpKeyword: 'JOINUS' });
    expect(saved, JSON.stringify(saved.body)).toMatchObject({ RESULT: 1 });
    return Number(inpBatchId);
  }

  async function text(user: User, phone: string, words: string): Promise<void> {
    const sent = await user.ask(simulator.phoneSend, { phone, text: words });
    expect(sent.RESULT, sent.MESSAGE).toBe(1);
  }
});
