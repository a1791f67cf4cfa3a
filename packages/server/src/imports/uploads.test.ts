import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { calls } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { useHarness } from '../testing/harness.ts';
import { untilWaitedFor } from '../testing/waits.ts';
import { forgetInUploads } from './erase-uploads.ts';
import { newList, type User, uploadFile } from './testing/upload.ts';

const harness = useHarness();
const { imports, tags } = calls;
const upload = (user: User, list: number, content: string | Buffer, name?: string) =>
  uploadFile(harness(), user, list, content, name);

async function progressOf(user: User, id: number) {
  return (await user.ask(imports.progress, { id })).values;
}

describe('uploading a file', () => {
  it('finds nothing when its list was deleted while it was read, and keeps no file', async () => {
    const user = await harness().newUser();
    const list = await newList(user);
    const client = await harness().services.pool.connect();
    try {
      await client.query('begin');
      await client.query('delete from lists where account_id = $1 and id = $2', [user.accountId, list]);
      const uploading = upload(user, list, 'phone\n2125550100\n');
      await untilWaitedFor(harness().services.db);
      await client.query('commit');
      expect(await uploading).toMatchObject({ status: 404, body: { RESULT: 0 } });
    } finally {
      client.release();
    }
    expect(readdirSync(join(harness().services.config.dataDir, 'imports'))).toEqual([]);
  });

  it('finds the delimiter, the header, the phone column and the tags', async () => {
    const user = await harness().newUser();
    const list = await newList(user);
    const city = (await user.ask(tags.add, { name: 'City' })).values.id;
    const text =
      '\uFEFFName;CITY;Mobile;Order\r\n"Smith; Ann";Paris;(212) 555-0100;1234567890123\r\nBob;;2125550101;7\r\n';
    const { values } = await upload(user, list, text);
    expect(values.rows).toBe(2);
    expect(values.columns).toEqual([
      { index: 0, name: 'Name', samples: ['Smith; Ann', 'Bob'], suggestion: 'newtag:Name' },
      { index: 1, name: 'CITY', samples: ['Paris'], suggestion: `tag:${city}` },
      { index: 2, name: 'Mobile', samples: ['(212) 555-0100', '2125550101'], suggestion: 'phone' },
      { index: 3, name: 'Order', samples: ['1234567890123', '7'], suggestion: 'newtag:Order' },
    ]);
    expect((await progressOf(user, values.id)).state).toBe('uploaded');
  });

  it.each([
    ['sep=;\r\n', ';'],
    ['\uFEFFSEP=,\n', ','],
    ['sep=\t\r', '\t'],
  ])('reads no row from a line that names the delimiter: %j', async (line, delimiter) => {
    const user = await harness().newUser();
    const list = await newList(user);
    const rows = [
      ['Phone', 'City'],
      ['2125550100', 'Paris'],
      ['nobody', 'Rome'],
    ];
    const text = line + rows.map((cells) => cells.join(delimiter)).join('\r\n');
    const { values } = await upload(user, list, text);
    expect(values.rows).toBe(2);
    expect(values.columns.map(({ suggestion }) => suggestion)).toEqual(['phone', 'newtag:City']);
    const mapping = [{ index: 0, target: 'phone' }];
    const { problems } = (await user.ask(imports.dryRun, { id: values.id, mapping })).values;
    expect(problems).toEqual([{ row: 3, value: 'nobody', reason: 'That’s not a phone number.' }]);
  });

  it('takes tabs, old line ends, and a bare column of numbers without a header', async () => {
    const user = await harness().newUser();
    const list = await newList(user);
    const tabs = (await upload(user, list, 'phone\tname\r2125550100\tAnn, Lee\r')).values;
    expect(tabs.columns.map((column) => column.suggestion)).toEqual(['phone', 'newtag:name']);
    expect(tabs.columns[1]?.samples).toEqual(['Ann, Lee']);
    const bare = (await upload(user, list, '2125550100\n2125550101\n')).values;
    expect(bare).toMatchObject({ rows: 2, columns: [{ name: 'Column 1', suggestion: 'phone' }] });
  });

  it.each([
    ['UTF-8 with its mark', Buffer.from('\uFEFFphone,name\n2125550100,“José” €\n')],
    ['UTF-16', Buffer.from('\uFEFFphone,name\r\n2125550100,“José” €\r\n', 'utf16le')],
    [
      'UTF-16, the other way round',
      Buffer.from('\uFEFFphone,name\n2125550100,“José” €\n', 'utf16le').swap16(),
    ],
    ['Windows-1252', Buffer.from('phone,name\n2125550100,\x93Jos\xe9\x94 \x80\n', 'latin1')],
    ['bars between the columns', Buffer.from('phone|name\n2125550100|“José” €\n')],
  ])('reads %s as a spreadsheet writes it', async (_what, content) => {
    const user = await harness().newUser();
    const { values } = await upload(user, await newList(user), content);
    expect(values).toMatchObject({ rows: 1, columns: [{ name: 'phone' }, { samples: ['“José” €'] }] });
    expect(values.columns[0]?.suggestion).toBe('phone');
  });

  it('suggests a tag for the first of two columns of its name, so that the suggestions can be tried', async () => {
    const user = await harness().newUser();
    const tag = (await user.ask(tags.add, { name: 'City' })).values.id;
    const file = 'phone,City,city,Phone\n2125550100,Rome,Oslo,2125550101\n';
    const { id, columns } = (await upload(user, await newList(user), file)).values;
    expect(columns.map(({ suggestion }) => suggestion)).toEqual(['phone', `tag:${tag}`, '', 'newtag:Phone']);
    const mapping = columns.map(({ index, suggestion }) => ({ index, target: suggestion }));
    expect((await user.ask(imports.dryRun, { id, mapping })).RESULT).toBe(1);
  });

  it('suggests a new tag for what has a name and values, and nothing for what this product adds to its files', async () => {
    const user = await harness().newUser();
    const file =
      'Full Name,Phone,Empty,,Opted out,Joined,Row,Reason\nAnn,2125550100,,x,no,2026-01-01,3,why\nBob,2125550101,,,yes,,4,\nCid,2125550102,,,,,,\nDee,2125550103,,,,,,\n';
    const { columns } = (await upload(user, await newList(user), file)).values;
    expect(columns.map(({ name, suggestion }) => [name, suggestion])).toEqual([
      ['Full Name', 'newtag:Full Name'],
      ['Phone', 'phone'],
      ['Empty', ''],
      ['Column 4', ''],
      ['Opted out', 'optout'],
      ['Joined', ''],
      ['Row', ''],
      ['Reason', ''],
    ]);
    expect(columns[0]?.samples).toEqual(['Ann', 'Bob', 'Cid']);
    const foreign = 'Joined,Phone,Unsubscribed\n2026-01-01,2125550100,yes\n';
    const other = (await upload(user, await newList(user, 'B'), foreign)).values.columns;
    expect(other.map(({ suggestion }) => suggestion)).toEqual(['newtag:Joined', 'phone', 'optout']);
  });

  it.each([
    ['a spreadsheet', Buffer.from('PK\x03\x04abc')],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 1])],
    ['half a UTF-16 character', Buffer.from('\uFEFFphone\n2125550100\n', 'utf16le').subarray(0, -1)],
    ['UTF-16 without its mark', Buffer.from('phone\n2125550100\n', 'utf16le')],
    ['NUL bytes', 'phone\n2125\x000100\n'],
    ['bytes that no text has', Buffer.from('phone,name\n2125550100,\x81\x02\n', 'latin1')],
    ['a web page', '<!DOCTYPE html><html></html>'],
    ['nothing', ''],
    ['blank lines', '\n\n  \n'],
    ['only a header', 'phone,name\n'],
    ['nothing but a quotation mark that is never closed', '"phone,name\n'],
    ['too many columns', `phone${',x'.repeat(300)}\n2125550100\n`],
    ['nothing but a cell of a megabyte', `${'x'.repeat(1_000_000)}\n`],
  ])('refuses %s and keeps nothing of it', async (_what, content) => {
    const user = await harness().newUser();
    const list = await newList(user);
    const { status, body } = await upload(user, list, content);
    expect(status).toBe(400);
    expect(body).toMatchObject({ RESULT: 0, DETAIL: 'file' });
    const { rows } = await harness().services.pool.query('select * from imports where account_id = $1', [
      user.accountId,
    ]);
    expect(rows).toEqual([]);
  });

  it.each([
    ['an array', '[{"phone": "2125550100"}]'],
    ['an object behind a byte order mark', '\uFEFF{ "contacts": [] }'],
    ['a line for each contact', '{"phone": "2125550100"}\n{"phone": "2125550101"}\n'],
    ['an array of numbers as text', '[\n  "2125550100"\n]'],
  ])('says that JSON is no CSV: %s', async (_what, content) => {
    const user = await harness().newUser();
    const { body } = await upload(user, await newList(user), content);
    expect(body).toMatchObject({
      RESULT: 0,
      MESSAGE: 'This is a JSON file, not a CSV file. Save your contacts as CSV and choose that file.',
    });
  });

  it('reads numbers that a spreadsheet stored with decimals, and finds them when they are erased', async () => {
    const user = await harness().newUser();
    const { accountId, ask } = user;
    const content = 'phone,name\n2125550101.0,Ann\n2125550102.00,Bob\n2125550103.5,Cid\n';
    const { id, columns } = (await upload(user, await newList(user), content)).values;
    expect(columns[0]?.suggestion).toBe('phone');
    const dryRun = () => ask(imports.dryRun, { id, mapping: [{ index: 0, target: 'phone' }] });
    expect((await dryRun()).values).toMatchObject({ added: 2, invalid: 1 });
    expect(await forgetInUploads(harness().services, accountId, '+12125550102')).toBe(true);
    expect(await dryRun()).toMatchObject({ RESULT: 0, MESSAGE: expect.stringContaining('no longer have') });
  });

  it('refuses a header that is broken, with words; of a file without a header only the row', async () => {
    const user = await harness().newUser();
    const list = await newList(user);
    const { body } = await upload(user, list, 'phone,"name\n2125550100,Ann\n');
    expect(body.MESSAGE).toBe(
      'The first row, which should name the columns, can’t be read: a quotation mark is never closed. Correct it and upload the file again.',
    );
    const none = await upload(user, list, 'phone,name\n2125550100,"Ann\n');
    expect(none.body.MESSAGE).toBe('No row of this file can be read: a quotation mark is never closed.');
    const { id, rows, columns } = (await upload(user, list, '2125550100,"Ann\n2125550101,Bob\nwho,Cid\n'))
      .values;
    expect([rows, columns[0]?.name]).toEqual([3, 'Column 1']);
    const { values } = await user.ask(imports.dryRun, { id, mapping: [{ index: 0, target: 'phone' }] });
    expect(values).toMatchObject({ rows: 3, added: 1, invalid: 2 });
    expect(values.problems.map(({ row }) => row)).toEqual([1, 3]);
    const headed = (await upload(user, list, 'phone,name\n2125550100,"Ann\n2125550101,Bob\n')).values;
    expect([headed.rows, headed.columns[1]?.samples]).toEqual([2, ['Bob']]);
  });

  it('stores under a name of our own, whatever the file is called', async () => {
    const user = await harness().newUser();
    const list = await newList(user);
    const { values } = await upload(user, list, 'phone\n2125550100\n', '../../evil\u202e.csv');
    const { rows } = await harness().services.pool.query(
      'select file_name, stored_as from imports where account_id = $1 and id = $2',
      [user.accountId, values.id],
    );
    expect(rows[0].file_name).not.toMatch(/[\\/]|\u202e|\.\./);
    expect(rows[0].stored_as).toMatch(/^[0-9a-f-]{36}\.csv$/);
    const folder = join(harness().services.config.dataDir, 'imports');
    expect(existsSync(join(folder, rows[0].stored_as))).toBe(true);
    expect(readdirSync(folder).every((name) => /^[0-9a-f-]{36}\.csv$/.test(name))).toBe(true);
  });

  it('needs a file, a list, and not more than a million rows', async () => {
    const user = await harness().newUser();
    const list = await newList(user);
    expect((await user.post('imports/uploadFile', { ListId: String(list) })).status).toBe(400);
    expect((await upload(user, 987_654, 'phone\n2125550100\n')).status).toBe(404);
    const { status, body } = await upload(user, list, `phone\n${'1\n'.repeat(1_000_001)}`);
    expect(status).toBe(400);
    expect(body.MESSAGE).toContain('1,000,000');
  });

  it('that was cut off in the midst, so that no import names it, is removed after a day', async () => {
    const user = await harness().newUser();
    const folder = join(harness().services.config.dataDir, 'imports');
    await upload(user, await newList(user), 'phone\n2125550100\n');
    const named = readdirSync(folder);
    const [cut, fresh] = [`${randomUUID()}.csv`, `${randomUUID()}.csv`];
    for (const name of [cut, fresh]) writeFileSync(join(folder, name), 'phone\n21255501');
    const twoDaysAgo = Date.now() / 1_000 - 2 * 86_400;
    for (const name of [cut, ...named]) utimesSync(join(folder, name), twoDaysAgo, twoDaysAgo);
    harness().startBackground();
    await expect.poll(() => readdirSync(folder).toSorted()).toEqual([...named, fresh].toSorted());
  });
});
