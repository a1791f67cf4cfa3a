import { calls, type LiveMessage } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { NotFound } from '../platform/errors.ts';
import { type Client, useHarness } from '../testing/harness.ts';
import { resolveChannel } from './index.ts';

const harness = useHarness();
const { channels } = calls;
const ALL = { search: '' };

async function listOf(client: Client, search = '') {
  return (await client.ask(channels.list, { search })).values.channels;
}

describe('channels', () => {
  it('tell the account’s open screens that one was renamed, and that it is gone', async () => {
    const user = await harness().newUser();
    const { id } = (await user.ask(channels.add, { name: 'Shop' })).values;
    const told: LiveMessage[] = [];
    harness().services.live.listen(user.accountId, (message) => told.push(message));
    await user.ask(channels.rename, { channel: id, name: 'Till' });
    await user.ask(channels.remove, { channel: id });
    expect(told).toEqual([1, 2].map(() => ({ type: 'thing', kind: 'channel', id, page: '' })));
  });

  it('give a new account one simulator channel with a number that no other account has', async () => {
    const [one, other] = [await harness().newUser(), await harness().newUser()];
    const [first, second] = [await listOf(one), await listOf(other)];
    expect(first).toHaveLength(1);
    expect(first[0]).toMatchObject({ name: 'Simulator', index: 0, connection: 'simulator' });
    expect(first[0]?.number).toMatch(/^\+1555\d{7}$/);
    expect(first[0]?.number).not.toBe(second[0]?.number);
    const raw = await one.post('channels/listChannels', {});
    const rows = JSON.parse(String(raw.body.CHANNELS));
    expect(Object.keys(rows[0])).toEqual(['ID', 'NAME', 'NEWINDEX', 'SRID', 'CHANNEL', 'CONNECTION']);
  });

  it('have a number of their own though somebody has taken the next ones for a channel', async () => {
    const user = await harness().newUser();
    const [first] = await listOf(user);
    const next = Number(first?.number) + 1;
    for (const ahead of [1, 2, 3]) {
      await user.ask(channels.add, { name: `Ahead ${ahead}` });
      const added = (await listOf(user)).at(-1);
      const save = {
        kind: 'simulator' as const,
        values: {},
        sendsMedia: false,
        backupKind: null,
        backupValues: {},
      };
      const number = `+${next + 20 * ahead}`;
      expect(
        (await user.ask(calls.connections.save, { ...save, channel: added?.id ?? 0, number })).RESULT,
      ).toBe(1);
    }
    const pool = harness().services.pool;
    for (const [skip, taken] of [1, 2, 3].map((n) => [n, next + 20 * n] as const)) {
      const serial = taken - 15_552_000_000;
      await pool.query(`select setval(pg_get_serial_sequence('channels', 'id'), $1, false)`, [serial]);
      const late = await harness().newUser({ email: `late${skip}@example.com` });
      const [own] = await listOf(late);
      expect(own?.number).toMatch(/^\+1555\d{7}$/);
      expect(own?.number).not.toBe(`+${taken}`);
      const texted = await late.post('simulator/phoneSend', {
        inpContactString: '2125550188',
        inpShortCode: own?.number ?? '',
        inpText: 'hello',
      });
      expect(texted.RESULT).toBe(1);
    }
  });

  it('are added, renamed, searched and put into a new order', async () => {
    const user = await harness().newUser();
    const added = await user.ask(channels.add, { name: '  Support 100% ' });
    expect(added.RESULT).toBe(1);
    await user.ask(channels.add, { name: 'Promotions' });
    expect((await listOf(user)).map((row) => row.name)).toEqual(['Simulator', 'Support 100%', 'Promotions']);
    await user.ask(channels.rename, { channel: added.values.id, name: 'Helpdesk 100%' });
    expect((await listOf(user, 'desk')).map((row) => row.name)).toEqual(['Helpdesk 100%']);
    expect((await listOf(user, '100%')).map((row) => row.name)).toEqual(['Helpdesk 100%']);
    expect(await listOf(user, '%')).toHaveLength(1);
    const all = await listOf(user);
    const shown = all[2]?.number ?? '';
    expect(await listOf(user, `(555) ${shown.slice(5, 8)}-${shown.slice(8)}`)).toMatchObject([
      { number: shown },
    ]);
    const reversed = all.toReversed().map((row, index) => ({ id: row.audience, index }));
    expect((await user.ask(channels.reorder, { channels: reversed })).RESULT).toBe(1);
    expect((await listOf(user)).map((row) => row.name)).toEqual(['Promotions', 'Helpdesk 100%', 'Simulator']);
  });

  it('take an order with places, without places and with the places they had before', async () => {
    const user = await harness().newUser();
    for (const name of ['B', 'C']) await user.ask(channels.add, { name });
    const ids = (await listOf(user)).map((row) => row.audience);
    const [a, b, c] = ids as [number, number, number];
    const order = async (items: unknown[]) => {
      await user.post('channels/ReorderChannelsList', { ChannelArray: JSON.stringify(items) });
      return (await listOf(user)).map((row) => row.audience);
    };
    expect(await order([{ ID: c }, { ID: a }, { ID: b }])).toEqual([c, a, b]);
    expect(
      await order([
        { ID: c, NEWINDEX: 3 },
        { ID: a, NEWINDEX: 1 },
        { ID: b, NEWINDEX: 2 },
      ]),
    ).toEqual([a, b, c]);
    expect(
      await order([
        { ID: b, NEWINDEX: 1 },
        { ID: a, NEWINDEX: 0 },
        { ID: c, NEWINDEX: 2 },
      ]),
    ).toEqual([b, a, c]);
  });

  it('refuse an order that is not the whole list, and do not know ids of others', async () => {
    const [user, other] = [await harness().newUser(), await harness().newUser()];
    await user.ask(channels.add, { name: 'Second' });
    const mine = (await listOf(user)).map((row) => ({ id: row.audience, index: undefined }));
    const theirs = (await listOf(other)).map((row) => ({ id: row.audience, index: undefined }));
    expect(await user.ask(channels.reorder, { channels: mine.slice(1) })).toMatchObject({
      status: 200,
      RESULT: 0,
    });
    const foreign = await user.ask(channels.reorder, { channels: [...mine, ...theirs] });
    const unknown = await user.ask(channels.reorder, {
      channels: [...mine, { id: 987_654, index: undefined }],
    });
    expect(foreign).toMatchObject({ status: 404, RESULT: 0 });
    expect(foreign.body).toEqual(unknown.body);
    for (const broken of ['[null]', '{}', '[{"ID":"x"}]', '[{"ID":1,"NEWINDEX":-1}]', 'x'])
      expect(await user.post('channels/ReorderChannelsList', { ChannelArray: broken })).toMatchObject({
        status: 400,
        RESULT: 0,
      });
    expect((await listOf(user)).map((row) => row.audience)).toEqual(mine.map((row) => row.id));
  });

  it('have names that are never blank and never twice in one account', async () => {
    const [user, other] = [await harness().newUser(), await harness().newUser()];
    const blank = await user.ask(channels.add, { name: '   ' });
    expect(blank).toMatchObject({ status: 200, RESULT: 0 });
    const taken = await user.ask(channels.add, { name: 'sImulator' });
    expect(taken).toMatchObject({ status: 200, RESULT: 0 });
    expect(taken.MESSAGE).toContain('already');
    const { id } = (await user.ask(channels.add, { name: 'Other' })).values;
    expect((await user.ask(channels.rename, { channel: id, name: 'SIMULATOR' })).RESULT).toBe(0);
    expect((await other.ask(channels.add, { name: 'Other' })).RESULT).toBe(1);
  });

  it('are deleted unless it is the only one or a blast runs, and free their name', async () => {
    const user = await harness().newUser();
    const only = (await listOf(user))[0];
    expect(await user.ask(channels.remove, { channel: only?.id ?? 0 })).toMatchObject({
      status: 200,
      RESULT: 0,
    });
    const { id } = (await user.ask(channels.add, { name: 'Short lived' })).values;
    const { pool } = harness().services;
    const campaign = await pool.query(
      `insert into campaigns (account_id, name, created_at) values ($1, 'c', now()) returning id`,
      [user.accountId],
    );
    const blast = await pool.query(
      `insert into blasts (account_id, campaign_id, source_campaign_id, channel_id, list_ids, flows, request_key, state, scheduled_for, created_at)
       values ($1, $2, $2, $3, '{}', '{}', 'test', 'running', now(), now()) returning id`,
      [user.accountId, campaign.rows[0].id, id],
    );
    const busy = await user.ask(channels.remove, { channel: id });
    expect(busy).toMatchObject({ status: 200, RESULT: 0 });
    expect(busy.MESSAGE).toContain('blast');
    await pool.query(`update blasts set state = 'done' where account_id = $1 and id = $2`, [
      user.accountId,
      blast.rows[0].id,
    ]);
    const keyword = { campaign: campaign.rows[0].id, channel: String(id), keyword: 'SALE' };
    expect((await user.ask(calls.keyword.save, keyword)).RESULT).toBe(1);
    expect((await user.ask(channels.remove, { channel: id })).RESULT).toBe(1);
    expect((await pool.query('select * from keywords where account_id = $1', [user.accountId])).rows).toEqual(
      [],
    );
    expect(await listOf(user)).toHaveLength(1);
    expect((await user.ask(channels.add, { name: 'Short lived' })).RESULT).toBe(1);
    const lookups = await pool.query('select * from channel_lookups where account_id = $1', [user.accountId]);
    expect(lookups.rows).toHaveLength(2);
    expect(await user.ask(channels.remove, { channel: id })).toMatchObject({ status: 200, RESULT: 1 });
  });

  it('of another account look like unknown ones', async () => {
    const [user, other] = [await harness().newUser(), await harness().newUser()];
    const theirs = (await listOf(other))[0]?.id ?? 0;
    for (const call of ['channels/renameChannel', 'channels/deleteChannel']) {
      const foreign = await user.post(call, { ChannelId: String(theirs), ChannelName: 'Mine now' });
      const unknown = await user.post(call, { ChannelId: '987654', ChannelName: 'Mine now' });
      expect(foreign.status).toBe(404);
      expect(foreign.body).toEqual(unknown.body);
    }
    expect(await other.ask(channels.list, ALL)).toMatchObject({
      values: { channels: [{ name: 'Simulator' }] },
    });
  });

  it('are found by number in any writing, by id, or as the first one', async () => {
    const [user, other] = [await harness().newUser(), await harness().newUser()];
    const { db } = harness().services;
    const { id } = (await user.ask(channels.add, { name: 'Second' })).values;
    const [first, second] = await listOf(user);
    const find = async (text: string) => (await resolveChannel(db, user.accountId, text)).id;
    expect(await find('')).toBe(first?.id);
    expect(await find(' ')).toBe(first?.id);
    expect(await find(second?.number ?? '')).toBe(id);
    expect(await find(second?.number.slice(2) ?? '')).toBe(id);
    expect(await find(String(id))).toBe(id);
    const theirs = (await listOf(other))[0];
    for (const text of [theirs?.number ?? '', String(theirs?.id), 'nonsense', '99999999999999999999'])
      await expect(resolveChannel(db, user.accountId, text)).rejects.toThrow(NotFound);
  });
});
