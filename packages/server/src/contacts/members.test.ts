import { calls } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { addMembers } from '../lists/membership.ts';
import { transact } from '../platform/db/database.ts';
import { type Client, useHarness } from '../testing/harness.ts';
import { untilWaitedFor } from '../testing/waits.ts';
import { ensureContacts, markOptedOut } from './index.ts';

const harness = useHarness();
const { channels, lists, members } = calls;

type User = Client & { accountId: number };

async function newList(user: User, name = 'VIP'): Promise<number> {
  return (await user.ask(lists.add, { name })).values.id;
}

async function phonesOf(user: User, list: number, search = '', start = 0) {
  const page = await user.ask(members.list, { list, search, start });
  return page.values.members.map((member) => member.phone);
}

async function countsOf(user: User, list: number) {
  const { count, optOuts } = (await user.ask(lists.info, { list })).values.info;
  return [count, optOuts];
}

/** What the counts of the account's lists must be. */
async function expectTrueCounts(user: User) {
  const { rows } = await harness().services.pool.query(
    `select l.id, l.member_count, l.optout_count,
       count(m.contact_id) as members, count(*) filter (where c.opted_out) as opt_outs
     from lists l
       left join list_members m on m.account_id = l.account_id and m.list_id = l.id
       left join contacts c on c.account_id = m.account_id and c.id = m.contact_id
     where l.account_id = $1 group by l.account_id, l.id`,
    [user.accountId],
  );
  for (const row of rows) {
    expect(row.member_count).toBe(row.members);
    expect(row.optout_count).toBe(row.opt_outs);
  }
}

async function optOut(user: User, phone: string, optedOut = true) {
  const { db, pool, clock } = harness().services;
  const now = clock.now();
  await transact(db, async (trx) => {
    const [contact] = await ensureContacts(trx, harness().services.secrets, user.accountId, [phone], now);
    await markOptedOut(trx, user.accountId, [contact?.id ?? 0], optedOut);
  });
  if (optedOut)
    await pool.query(
      `insert into suppressions (account_id, phone, source, at) values ($1, $2, 'test', $3) on conflict do nothing`,
      [user.accountId, phone, now],
    );
}

describe('members', () => {
  it('are added in any writing of the number, once', async () => {
    const user = await harness().newUser();
    const list = await newList(user);
    const added = await user.post('members/addMemberToList', {
      ContactString: ' (212) 555-0100 ',
      ListId: String(list),
    });
    expect(added.body).toMatchObject({
      RESULT: 1,
      LISTID: list,
      CONTACTSTRING: '+12125550100',
      CONTACTTYPEID: 3,
    });
    expect(added.body.CONTACTID).toBeGreaterThan(0);
    expect(added.body.CONTACTADDRESSID).toBe(added.body.CONTACTID);
    for (const phone of ['+12125550100', '212.555.0100', '1-212-555-0100'])
      expect((await user.ask(members.add, { phone, list })).RESULT).toBe(1);
    expect(await phonesOf(user, list)).toEqual(['+12125550100']);
    expect(await countsOf(user, list)).toEqual([1, 0]);
    const raw = await user.post('members/ListMembers', { ListId: String(list) });
    expect(raw.body.START).toBe(0);
    expect(JSON.parse(String(raw.body.MEMBERS))).toEqual([
      {
        ContactAddressId_bi: added.body.CONTACTID,
        ContactString_vch: '+12125550100',
        ContactId_bi: added.body.CONTACTID,
        GroupId_bi: list,
        ContactType_int: 3,
        ContactTypeId: 3,
        OPTEDOUT: 0,
        KNOWNAS: '',
      },
    ]);
  });

  it('need a phone number', async () => {
    const user = await harness().newUser();
    const list = await newList(user);
    for (const phone of ['', 'abc', '123', '+1', '555-CALL-NOW', '+999 123456789'])
      expect(await user.ask(members.add, { phone, list }), phone).toMatchObject({
        status: 400,
        RESULT: 0,
        DETAIL: 'ContactString',
      });
    expect(await countsOf(user, list)).toEqual([0, 0]);
  });

  it('are shown in pages of 15 and found by parts of the number', async () => {
    const user = await harness().newUser();
    const list = await newList(user);
    const { db, clock } = harness().services;
    const phones = Array.from({ length: 32 }, (_, n) => `+1212555${String(1000 + n)}`);
    await transact(db, async (trx) => {
      const made = await ensureContacts(
        trx,
        harness().services.secrets,
        user.accountId,
        [...phones, '+442079460000'],
        clock.now(),
      );
      const ids = made.map((contact) => contact.id);
      expect(await addMembers(trx, user.accountId, list, ids, clock.now())).toBe(33);
      expect(await addMembers(trx, user.accountId, list, ids, clock.now())).toBe(0);
    });
    const pages = [
      await phonesOf(user, list),
      await phonesOf(user, list, '', 15),
      await phonesOf(user, list, '', 30),
    ];
    expect(pages.map((page) => page.length)).toEqual([15, 15, 3]);
    expect(new Set(pages.flat()).size).toBe(33);
    expect(await phonesOf(user, list, '', 45)).toEqual([]);
    expect(await phonesOf(user, list, '(212) 555-1003')).toEqual(['+12125551003']);
    expect(await phonesOf(user, list, '5551 00 4')).toEqual(['+12125551004']);
    expect(await phonesOf(user, list, '+44')).toEqual(['+442079460000']);
    for (const nothing of ['%', '_', 'x', '\\', '+55'])
      expect(await phonesOf(user, list, nothing), nothing).toEqual([]);
    expect(await phonesOf(user, list, ' ')).toHaveLength(15);
  });

  it('are removed, copied and moved; what cannot be is refused', async () => {
    const user = await harness().newUser();
    const [list, target] = [await newList(user, 'One'), await newList(user, 'Two')];
    await user.ask(members.add, { phone: '2125550100', list });
    await user.ask(members.add, { phone: '2125550101', list });
    expect((await user.ask(members.copy, { phone: '(212) 555-0100', target })).RESULT).toBe(1);
    expect((await user.ask(members.copy, { phone: '(212) 555-0100', target })).RESULT).toBe(1);
    expect((await user.ask(members.move, { phone: '2125550101', list, target })).RESULT).toBe(1);
    expect(await phonesOf(user, list)).toEqual(['+12125550100']);
    expect(await phonesOf(user, target)).toEqual(['+12125550100', '+12125550101']);
    expect((await user.ask(members.move, { phone: '2125550100', list, target })).RESULT).toBe(1);
    expect([await countsOf(user, list), await countsOf(user, target)]).toEqual([
      [0, 0],
      [2, 0],
    ]);
    for (const refused of [
      await user.ask(members.copy, { phone: '2125550199', target }),
      await user.ask(members.move, { phone: '2125550100', list, target }),
      await user.ask(members.move, { phone: '2125550199', list: target, target }),
      await user.ask(members.remove, { phone: '2125550100', list }),
    ])
      expect(refused).toMatchObject({ status: 200, RESULT: 0 });
    expect((await user.ask(members.move, { phone: '2125550100', list: target, target })).RESULT).toBe(1);
    expect((await user.ask(members.remove, { phone: '2125550100', list: target })).RESULT).toBe(1);
    expect(await phonesOf(user, target)).toEqual(['+12125550101']);
    await expectTrueCounts(user);
  });

  it('stay opted out on whatever list they are put, and are counted so', async () => {
    const user = await harness().newUser();
    const [list, target] = [await newList(user, 'One'), await newList(user, 'Two')];
    await user.ask(members.add, { phone: '2125550100', list });
    await optOut(user, '+12125550100');
    await optOut(user, '+12125550100');
    expect(await countsOf(user, list)).toEqual([1, 1]);
    await user.ask(members.copy, { phone: '2125550100', target });
    expect(await countsOf(user, target)).toEqual([1, 1]);
    await user.ask(members.remove, { phone: '2125550100', list });
    await user.ask(members.add, { phone: '2125550100', list });
    expect(await countsOf(user, list)).toEqual([1, 1]);
    const shown = await user.ask(members.list, { list });
    expect(shown.values.members).toMatchObject([{ optedOut: 1 }]);
    await optOut(user, '+12125550100', false);
    expect([await countsOf(user, list), await countsOf(user, target)]).toEqual([
      [1, 0],
      [1, 0],
    ]);
    await expectTrueCounts(user);
  });

  it('whose number opted out before they were contacts are opted out', async () => {
    const user = await harness().newUser();
    const list = await newList(user);
    await harness().services.pool.query(
      `insert into suppressions (account_id, phone, source, at) values ($1, '+12125550100', 'test', now())`,
      [user.accountId],
    );
    await user.ask(members.add, { phone: '2125550100', list });
    expect(await countsOf(user, list)).toEqual([1, 1]);
  });

  it('are counted right when joins, removals and opt-outs meet', async () => {
    const user = await harness().newUser();
    const list = await newList(user);
    const { db, clock } = harness().services;
    const phones = Array.from({ length: 20 }, (_, n) => `+1212555${String(2000 + n)}`);
    await Promise.all(
      phones.flatMap((phone) => [
        user.ask(members.add, { phone, list }),
        optOut(user, phone),
        transact(db, async (trx) => {
          const made = await ensureContacts(
            trx,
            harness().services.secrets,
            user.accountId,
            phones,
            clock.now(),
          );
          await addMembers(
            trx,
            user.accountId,
            list,
            made.map((contact) => contact.id),
            clock.now(),
          );
        }),
        user.ask(members.remove, { phone, list }),
      ]),
    );
    await expectTrueCounts(user);
    const { rows } = await harness().services.pool.query(
      'select count(*) from contacts where account_id = $1',
      [user.accountId],
    );
    expect(rows[0].count).toBe(20);
  });

  it('do not join a list that is deleted in this very moment, whichever way they come', async () => {
    const user = await harness().newUser();
    const [from, target] = [await newList(user, 'From'), await newList(user, 'Target')];
    await user.ask(members.add, { phone: '2125550100', list: from });
    const client = await harness().services.pool.connect();
    try {
      await client.query('begin');
      for (const text of [
        'select from lists where account_id = $1 and id = $2 for update',
        'delete from list_members where account_id = $1 and list_id = $2',
        'delete from list_member_rollups where account_id = $1 and list_id = $2',
        'delete from lists where account_id = $1 and id = $2',
      ])
        await client.query(text, [user.accountId, target]);
      const answers = [
        user.ask(members.add, { phone: '2125550101', list: target }),
        user.ask(members.copy, { phone: '2125550100', target }),
      ];
      await untilWaitedFor(harness().services.db);
      await client.query('commit');
      // Each came before the deletion, or after it.
      for (const { status, RESULT } of await Promise.all(answers))
        expect([status, RESULT]).toEqual(status === 404 ? [404, 0] : [200, 1]);
    } finally {
      client.release();
    }
    await expectTrueCounts(user);
    expect(await phonesOf(user, from)).toEqual(['+12125550100']);
  });

  it("may be on a channel's audience too", async () => {
    const user = await harness().newUser();
    const [channel] = (await user.ask(channels.list, {})).values.channels;
    const list = channel?.audience ?? 0;
    expect((await user.ask(members.add, { phone: '2125550100', list })).RESULT).toBe(1);
    expect(await phonesOf(user, list)).toEqual(['+12125550100']);
  });

  it('and lists of another account look like unknown ones', async () => {
    const [user, other] = [await harness().newUser(), await harness().newUser()];
    const theirs = await newList(other);
    const mine = await newList(user);
    await other.ask(members.add, { phone: '2125550100', list: theirs });
    await user.ask(members.add, { phone: '2125550100', list: mine });
    const same = async (path: string, foreign: Record<string, string>, unknown: Record<string, string>) => {
      const one = await user.post(path, { ContactString: '2125550100', ...foreign });
      const two = await user.post(path, { ContactString: '2125550100', ...unknown });
      expect(one, path).toMatchObject({ status: 404, RESULT: 0 });
      expect(one.body).toEqual(two.body);
    };
    for (const path of ['ListMembers', 'addMemberToList', 'deleteMemberFromList'])
      await same(`members/${path}`, { ListId: String(theirs) }, { ListId: '987654' });
    await same('members/copyMemberToList', { TargetListId: String(theirs) }, { TargetListId: '987654' });
    const move = (list: number, target: number) => ({ ListId: String(list), TargetListId: String(target) });
    await same('members/moveMemberToList', move(theirs, mine), move(987_654, mine));
    await same('members/moveMemberToList', move(mine, theirs), move(mine, 987_654));
    const [contact] = (await other.ask(members.list, { list: theirs })).values.members;
    await same(
      'members/memberTimeline',
      { ContactAddressId: String(contact?.contact) },
      { ContactAddressId: '987654' },
    );
    expect(await phonesOf(other, theirs)).toEqual(['+12125550100']);
    expect(await phonesOf(user, mine)).toEqual(['+12125550100']);
  });
});

describe('a contact’s timeline', () => {
  it('tells messages, consent, opt-outs and joins, newest first, in pages', async () => {
    const user = await harness().newUser();
    const list = await newList(user);
    const { pool } = harness().services;
    const added = await user.ask(members.add, { phone: '2125550100', list });
    const { contact } = added.values;
    const at = (minute: number) => new Date(Date.UTC(2030, 0, 1, 12, minute));
    const [channel] = (await user.ask(channels.list, {})).values.channels;
    const owner = [user.accountId, contact, channel?.id];
    for (let n = 0; n < 60; n += 1)
      await pool.query(
        `insert into messages (account_id, contact_id, channel_id, id, origin, status, body, created_at)
         values ($1, $2, $3, $4, 'flow', 'delivered', $5, $6)`,
        [...owner, 5_000_000 + n, `text ${n}`, at(n)],
      );
    await pool.query(
      `insert into inbound_messages (account_id, contact_id, channel_id, carrier_message_id, body, kind, at)
       values ($1, $2, $3, 'x', 'Stop!', 'stop', $4)`,
      [...owner, at(61)],
    );
    await pool.query(
      `insert into consents (account_id, phone, kind, source, words, at) values ($1, '+12125550100', 'opt-out', 'text', 'Stop!', $2)`,
      [user.accountId, at(61)],
    );
    await pool.query(
      `insert into suppressions (account_id, phone, source, at) values ($1, '+12125550100', 'text', $2)`,
      [user.accountId, at(61)],
    );
    const first = (await user.ask(members.timeline, { contact })).values.events;
    expect(first).toHaveLength(50);
    expect(
      first
        .slice(0, 2)
        .map((event) => event.kind)
        .sort(),
    ).toEqual(['in', 'opt-out']);
    expect(first[2]).toMatchObject({ kind: 'out', detail: 'text 59', status: 'delivered' });
    const second = (await user.ask(members.timeline, { contact, before: first[49]?.at ?? '' })).values.events;
    expect(second).toHaveLength(13);
    expect(second.at(-1)).toMatchObject({ kind: 'list', title: 'VIP' });
    expect((await user.ask(members.timeline, { contact, before: 'yesterday' })).status).toBe(400);
  });

  it('tells clicks of the person, not those of scanners', async () => {
    const user = await harness().newUser();
    const list = await newList(user);
    const { pool } = harness().services;
    const { contact } = (await user.ask(members.add, { phone: '2125550100', list })).values;
    const { rows } = await pool.query(
      `insert into short_links (account_id, name, url, created_at) values ($1, '', 'https://shop.example/sale', $2)
       returning id`,
      [user.accountId, new Date()],
    );
    for (const [kind, minute] of [
      ['person', 1],
      ['scanner', 2],
    ])
      await pool.query(
        'insert into link_clicks (account_id, link_id, contact_id, kind, at) values ($1, $2, $3, $4, $5)',
        [user.accountId, rows[0].id, contact, kind, new Date(Date.UTC(2030, 0, 1, 12, Number(minute)))],
      );
    const { events } = (await user.ask(members.timeline, { contact })).values;
    expect(events.filter((event) => event.kind === 'click')).toEqual([
      {
        kind: 'click',
        at: '2030-01-01T12:01:00.000Z',
        title: '',
        detail: 'https://shop.example/sale',
        status: '',
      },
    ]);
  });
});
