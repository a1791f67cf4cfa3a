import { calls, type LiveMessage } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { ensureContacts } from '../contacts/store.ts';
import { transact } from '../platform/db/database.ts';
import { type Client, useHarness } from '../testing/harness.ts';
import { phones, storeList, storeTag } from '../testing/people.ts';
import { tagsByName } from './index.ts';

const harness = useHarness();
const { tags } = calls;

async function listOf(client: Client, filter = '') {
  return (await client.ask(tags.list, { filter })).values.tags;
}

async function contactOf(accountId: number, phone: string): Promise<number> {
  const { db, clock, secrets } = harness().services;
  const [contact] = await transact(db, (trx) =>
    ensureContacts(trx, secrets, accountId, [phone], clock.now()),
  );
  return contact?.id ?? 0;
}

describe('tags', () => {
  it('tell the account’s open screens that one was renamed, and that it is gone', async () => {
    const user = await harness().newUser();
    const { id } = (await user.ask(tags.add, { name: 'City' })).values;
    const told: LiveMessage[] = [];
    harness().services.live.listen(user.accountId, (message) => told.push(message));
    await user.ask(tags.rename, { tag: id, name: 'Town' });
    await user.ask(tags.remove, { tag: id });
    expect(told).toEqual([1, 2].map(() => ({ type: 'thing', kind: 'tag', id, page: '' })));
  });

  it('are added, searched, renamed and put into a new order', async () => {
    const user = await harness().newUser();
    expect(await listOf(user)).toEqual([]);
    for (const name of ['First name', ' 50% off ', 'City']) await user.ask(tags.add, { name });
    expect((await listOf(user)).map((tag) => [tag.name, tag.index])).toEqual([
      ['First name', 0],
      ['50% off', 1],
      ['City', 2],
    ]);
    expect((await listOf(user, '%')).map((tag) => tag.name)).toEqual(['50% off']);
    expect(await listOf(user, '_')).toEqual([]);
    expect((await listOf(user, 'CIT')).map((tag) => tag.name)).toEqual(['City']);
    const order = (await listOf(user)).toReversed().map(({ id }, index) => ({ id, index }));
    expect((await user.ask(tags.reorder, { tags: order })).RESULT).toBe(1);
    expect((await listOf(user)).map((tag) => tag.name)).toEqual(['City', '50% off', 'First name']);
    expect((await user.ask(tags.reorder, { tags: order.slice(1) })).RESULT).toBe(0);
    const raw = await user.post('tags/taglist', {});
    expect(Object.keys(JSON.parse(String(raw.body.TAGS))[0])).toEqual(['ID', 'TAG', 'NEWINDEX']);
  });

  it('have names that are never blank and never twice in any case', async () => {
    const user = await harness().newUser();
    const { id } = (await user.ask(tags.add, { name: 'Straße' })).values;
    await user.ask(tags.add, { name: 'City' });
    for (const name of ['  ', 'city', 'ＣＩＴＹ', 'STRASSE'])
      expect(await user.ask(tags.add, { name }), name).toMatchObject({ status: 200, RESULT: 0 });
    expect(await user.ask(tags.rename, { tag: id, name: 'CITY' })).toMatchObject({ status: 200, RESULT: 0 });
    expect((await user.ask(tags.rename, { tag: id, name: 'straße' })).RESULT).toBe(1);
    expect((await user.ask(tags.add, { name: 'x'.repeat(101) })).status).toBe(400);
    expect(await tagsByName(harness().services.db, user.accountId)).toEqual(
      new Map([
        ['strasse', id],
        ['city', expect.any(Number)],
      ]),
    );
  });

  it('hold a value for each contact that survives a rename', async () => {
    const user = await harness().newUser();
    const { id } = (await user.ask(tags.add, { name: 'City' })).values;
    await user.ask(tags.add, { name: 'Name' });
    const contact = await contactOf(user.accountId, '+12125550100');
    const value = 'New York {%City%} "quoted" 東京';
    expect((await user.ask(tags.setValue, { contact, tag: ' cITY ', value })).RESULT).toBe(1);
    await user.ask(tags.rename, { tag: id, name: 'Town' });
    const found = await user.ask(tags.ofContact, { contact });
    expect(found.values).toMatchObject({
      phone: '+12125550100',
      tags: [
        { name: 'Town', value },
        { name: 'Name', value: '' },
      ],
    });
    expect((await user.ask(tags.ofContact, { contact, filter: 'nam' })).values.tags).toHaveLength(1);
    await user.ask(tags.setValue, { contact, tag: 'Town', value: '' });
    const { rows } = await harness().services.pool.query('select tags from contacts where id = $1', [
      contact,
    ]);
    expect(rows[0].tags).toEqual({});
  });

  it('are refused when unknown, and so are values that are too long', async () => {
    const user = await harness().newUser();
    await user.ask(tags.add, { name: 'City' });
    const contact = await contactOf(user.accountId, '+12125550101');
    const unknown = await user.ask(tags.setValue, { contact, tag: 'Country', value: 'x' });
    expect(unknown).toMatchObject({ status: 200, RESULT: 0 });
    expect(unknown.MESSAGE).toContain('Country');
    expect((await user.ask(tags.setValue, { contact, tag: 'City', value: 'x'.repeat(641) })).status).toBe(
      400,
    );
  });

  it('have a new line as it was typed, though forms carry it as two characters', async () => {
    const user = await harness().newUser();
    await user.ask(tags.add, { name: 'Address' });
    const contact = await contactOf(user.accountId, '+12125550104');
    const boundary = 'x';
    const parts = {
      ContactAddressId: String(contact),
      Tag: 'Address',
      Value: '1 Main Street\r\nSpringfield',
    };
    const body = Object.entries(parts)
      .map(
        ([name, value]) =>
          `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      .join('');
    const stored = () =>
      user.ask(tags.ofContact, { contact, filter: '' }).then(({ values }) => values.tags[0]?.value);
    const answer = await harness().app.inject({
      method: 'POST',
      url: '/session/api/tags/updateTag',
      headers: { cookie: user.cookie(), 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: `${body}--${boundary}--\r\n`,
    });
    expect(answer.json()).toMatchObject({ RESULT: 1 });
    expect(await stored()).toBe('1 Main Street\nSpringfield');
    await user.post('tags/updateTag', { ...parts, Value: 'One\r\nTwo' });
    expect(await stored()).toBe('One\nTwo');
  });

  it('take their values with them when they are deleted', async () => {
    const user = await harness().newUser();
    const { id } = (await user.ask(tags.add, { name: 'City' })).values;
    await user.ask(tags.add, { name: 'Name' });
    const contact = await contactOf(user.accountId, '+12125550102');
    await user.ask(tags.setValue, { contact, tag: 'City', value: 'Paris' });
    await user.ask(tags.setValue, { contact, tag: 'Name', value: 'Ann' });
    expect((await user.ask(tags.remove, { tag: id })).RESULT).toBe(1);
    expect((await user.ask(tags.remove, { tag: id })).RESULT).toBe(1);
    const { rows } = await harness().services.pool.query('select tags from contacts where id = $1', [
      contact,
    ]);
    expect(Object.values(rows[0].tags)).toEqual(['Ann']);
    expect((await user.ask(tags.add, { name: 'City' })).RESULT).toBe(1);
  });

  it('and contacts of another account look like unknown ones', async () => {
    const [user, other] = [await harness().newUser(), await harness().newUser()];
    const { id } = (await other.ask(tags.add, { name: 'City' })).values;
    await user.ask(tags.add, { name: 'City' });
    const contact = await contactOf(other.accountId, '+12125550103');
    const same = async (path: string, mine: Record<string, string>, nobody: Record<string, string>) => {
      const foreign = await user.post(path, mine);
      const unknown = await user.post(path, nobody);
      expect(foreign, path).toMatchObject({ status: 404, RESULT: 0 });
      expect(foreign.body).toEqual(unknown.body);
    };
    await same('tags/deleteTag', { TagId: String(id) }, { TagId: '987654' });
    await same('tags/renameTag', { TagId: String(id), TagName: 'x' }, { TagId: '987654', TagName: 'x' });
    await same('tags/TagListWithData', { ContactAddressId: String(contact) }, { ContactAddressId: '987654' });
    const change = { Tag: 'City', Value: 'x' };
    await same(
      'tags/updateTag',
      { ContactAddressId: String(contact), ...change },
      { ContactAddressId: '987654', ...change },
    );
    const order = (key: number) => ({ TagArray: JSON.stringify([{ ID: key, NEWINDEX: 0 }]) });
    await same('tags/ReorderTagList', order(id), order(987_654));
    const { rows } = await harness().services.pool.query('select tags from contacts where id = $1', [
      contact,
    ]);
    expect(rows[0].tags).toEqual({});
    expect(await listOf(other)).toMatchObject([{ name: 'City' }]);
  });
});

it('the values that people have of a tag are offered by how many have them', async () => {
  const client = await harness().newUser();
  const tag = await storeTag(harness().services.db, client.accountId, 'Plan');
  const held = ['tin', 'gold', ' gold ', '', 'lead'];
  await storeList(
    harness().services.db,
    client.accountId,
    'All',
    phones(held.length).map((phone, n) => ({ phone, tags: { [tag]: held[n] ?? '' } })),
  );
  const values = async (name: string) =>
    (await client.ask(tags.values, { tag: name })).values.values.map(({ value }) => value);
  expect(await values('PLAN')).toEqual(['gold', 'lead', 'tin']);
  expect(await client.ask(tags.values, { tag: 'Nothing' })).toMatchObject({ RESULT: 0, values: undefined });
});
