import { calls } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { type Client, useHarness } from '../testing/harness.ts';
import { untilWaitedFor } from '../testing/waits.ts';

const harness = useHarness();
const { channels, lists, members } = calls;

async function listOf(client: Client, form: { filter?: string; search?: string } = {}) {
  return (await client.ask(lists.list, form)).values.lists;
}

describe('lists', () => {
  it('are added, searched, renamed, ordered and described', async () => {
    const user = await harness().newUser();
    expect(await listOf(user)).toEqual([]);
    const { id } = (await user.ask(lists.add, { name: ' VIP 100% ' })).values;
    await user.ask(lists.add, { name: 'Newsletter' });
    expect((await listOf(user)).map((list) => [list.name, list.index, list.count, list.optOuts])).toEqual([
      ['VIP 100%', 0, 0, 0],
      ['Newsletter', 1, 0, 0],
    ]);
    expect((await listOf(user, { search: 'NEWS' })).map((list) => list.name)).toEqual(['Newsletter']);
    expect((await listOf(user, { filter: '0%' })).map((list) => list.name)).toEqual(['VIP 100%']);
    expect(await listOf(user, { search: '_' })).toEqual([]);
    expect((await user.ask(lists.rename, { list: id, name: 'Gold' })).RESULT).toBe(1);
    expect((await user.ask(lists.info, { list: id })).values.info).toMatchObject({
      id,
      name: 'Gold',
      count: 0,
    });
    const order = (await listOf(user)).toReversed().map((list, index) => ({ id: list.id, index }));
    expect((await user.ask(lists.reorder, { lists: order })).RESULT).toBe(1);
    expect((await listOf(user)).map((list) => list.name)).toEqual(['Newsletter', 'Gold']);
    expect((await user.ask(lists.reorder, { lists: order.slice(1) })).RESULT).toBe(0);
    const raw = await user.post('lists/lists', {});
    expect(Object.keys(JSON.parse(String(raw.body.LISTS))[0])).toEqual([
      'ID',
      'NAME',
      'COUNT',
      'OPTOUTCOUNT',
      'NEWINDEX',
    ]);
  });

  it('have names that are never blank and never twice in any case', async () => {
    const user = await harness().newUser();
    const { id } = (await user.ask(lists.add, { name: 'VIP' })).values;
    await user.ask(lists.add, { name: 'Other' });
    for (const name of ['', '  ', 'vip', 'ＶＩＰ '])
      expect(await user.ask(lists.add, { name }), name).toMatchObject({ status: 200, RESULT: 0 });
    expect(await user.ask(lists.rename, { list: id, name: 'OTHER' })).toMatchObject({
      status: 200,
      RESULT: 0,
    });
    expect((await user.ask(lists.rename, { list: id, name: 'Vip' })).RESULT).toBe(1);
    // A channel's audience has the channel's name and does not stand in a list's way.
    expect((await user.ask(lists.add, { name: 'Simulator' })).RESULT).toBe(1);
  });

  it('are renamed after whoever stands in the way, and not ended by a deadlock with it', async () => {
    const user = await harness().newUser();
    const { id: one } = (await user.ask(lists.add, { name: 'One' })).values;
    const { id: other } = (await user.ask(lists.add, { name: 'Other' })).values;
    const client = await harness().services.pool.connect();
    const change = (text: string, id: number) => client.query(text, [user.accountId, id]);
    try {
      await client.query('begin');
      await change(
        "update lists set name = 'New', name_key = 'new' where account_id = $1 and id = $2",
        other,
      );
      const renaming = user.ask(lists.rename, { list: one, name: 'New' });
      await untilWaitedFor(harness().services.db);
      await change('update lists set position = 7 where account_id = $1 and id = $2', one);
      await client.query('commit');
      expect(await renaming).toMatchObject({ status: 200, RESULT: 0, DETAIL: 'ListName' });
    } finally {
      client.release();
    }
    expect((await listOf(user)).map(({ name }) => name)).toEqual(['New', 'One']);
  });

  it('are deleted with their memberships; the people stay contacts', async () => {
    const user = await harness().newUser();
    const { id } = (await user.ask(lists.add, { name: 'VIP' })).values;
    await user.ask(members.add, { phone: '2125550100', list: id });
    expect((await user.ask(lists.remove, { list: id })).RESULT).toBe(1);
    expect((await user.ask(lists.info, { list: id })).status).toBe(404);
    expect((await user.ask(lists.remove, { list: id })).RESULT).toBe(1);
    const { rows } = await harness().services.pool.query(
      `select (select count(*) from list_members where account_id = $1) as members,
        (select count(*) from contacts where account_id = $1) as contacts`,
      [user.accountId],
    );
    expect(rows[0]).toEqual({ members: 0, contacts: 1 });
    expect((await user.ask(lists.add, { name: 'VIP' })).RESULT).toBe(1);
  });

  it('stay while a blast is about to go to them', async () => {
    const user = await harness().newUser();
    const { id } = (await user.ask(lists.add, { name: 'VIP' })).values;
    const { pool } = harness().services;
    await pool.query(
      `with campaign as (insert into campaigns (account_id, name, created_at) values ($1, 'c', now()) returning id)
       insert into blasts (account_id, campaign_id, source_campaign_id, channel_id, list_ids, flows, request_key, state, scheduled_for, created_at)
       select $1, campaign.id, campaign.id, channels.id, array[$2::bigint], '{}', 'test', 'scheduled', now(), now()
       from campaign, channels where channels.account_id = $1`,
      [user.accountId, id],
    );
    expect(await user.ask(lists.remove, { list: id })).toMatchObject({ status: 200, RESULT: 0 });
    await pool.query(`update blasts set state = 'done' where account_id = $1`, [user.accountId]);
    expect((await user.ask(lists.remove, { list: id })).RESULT).toBe(1);
  });

  it("do not show channels' audiences, which are described but not changed here", async () => {
    const user = await harness().newUser();
    const [channel] = (await user.ask(channels.list, {})).values.channels;
    const audience = channel?.audience ?? 0;
    expect(await listOf(user)).toEqual([]);
    expect((await user.ask(lists.info, { list: audience })).values.info).toMatchObject({ name: 'Simulator' });
    expect(await user.ask(lists.remove, { list: audience })).toMatchObject({ status: 200, RESULT: 0 });
    expect(await user.ask(lists.rename, { list: audience, name: 'x' })).toMatchObject({
      status: 200,
      RESULT: 0,
    });
  });

  it('of another account look like unknown ones', async () => {
    const [user, other] = [await harness().newUser(), await harness().newUser()];
    const { id } = (await other.ask(lists.add, { name: 'Theirs' })).values;
    await user.ask(lists.add, { name: 'Mine' });
    for (const path of ['lists/loadListInfo', 'lists/renameList', 'lists/deleteList']) {
      const foreign = await user.post(path, { ListId: String(id), ListName: 'x' });
      const unknown = await user.post(path, { ListId: '987654', ListName: 'x' });
      expect(foreign, path).toMatchObject({ status: 404, RESULT: 0 });
      expect(foreign.body).toEqual(unknown.body);
    }
    const order = await user.ask(lists.reorder, { lists: [{ id, index: 0 }] });
    expect(order.status).toBe(404);
    expect(await listOf(other)).toMatchObject([{ name: 'Theirs' }]);
  });
});
