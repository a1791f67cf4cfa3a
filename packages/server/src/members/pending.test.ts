/** Double opt-in: whoever is added to such a list is asked, and is a member only after a YES. */
import { calls } from '@parley/contract';
import { beforeEach, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { receive } from '../conversation/index.ts';
import { askDue } from '../gate/confirm.ts';
import { first, rows, sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { type Client, useHarness } from '../testing/harness.ts';

const harness = useHarness();
const { lists, members, gate } = calls;
const PHONE = '+12125550100';
let user: Client & { accountId: number };
let list = 0;
let channelId = 0;
let texts = 0;
const db = () => harness().services.db;

beforeEach(async () => {
  user = await harness().newUser();
  channelId = (await firstChannel(db(), user.accountId))?.id ?? 0;
  list = (await user.ask(lists.add, { name: 'News' })).values.id;
  expect((await user.ask(gate.saveListRules, { list, doubleOptIn: true })).RESULT).toBe(1);
});

const text = (words: string, phone = PHONE) =>
  receive(harness().services, {
    accountId: user.accountId,
    channelId,
    phone,
    text: words,
    carrierMessageId: `text ${texts++}`,
    at: new Date(),
  });
async function askAll() {
  while (await askDue(harness().services, 'test')) {
    // list after list
  }
}
const count = async () => (await user.ask(lists.info, { list })).values.info.count;
const pending = async () => (await user.ask(gate.listRules, { list })).values.pending;
const sentTo = (phone: string) =>
  rows(
    db(),
    sql<{ body: string; credits: number; status: string }>`
      select m.body, m.credits, m.status from messages m
      join contacts c on c.account_id = ${user.accountId} and c.id = m.contact_id
      where m.account_id = ${user.accountId} and c.phone = ${phone} order by m.id`,
  );

test('by hand: asked once, a member on YES, with the proof; nobody else becomes one', async () => {
  await user.ask(members.add, { phone: PHONE, list });
  await user.ask(members.add, { phone: PHONE, list });
  await user.ask(members.add, { phone: '+12125550101', list });
  expect([await count(), await pending()]).toEqual([0, 2]);
  await askAll();
  const asked = await sentTo(PHONE);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.body).toContain('Reply YES');
  expect(asked[0]?.body).toContain('News');
  expect(asked[0]?.credits).toBe(1);
  await text('Yes please');
  expect([await count(), await pending()]).toEqual([1, 1]);
  const proof = await first(
    db(),
    sql`
      select kind, source, words, shown, list_id as list from consents
      where account_id = ${user.accountId} and phone = ${PHONE} order by id desc limit 1`,
  );
  expect(proof).toEqual({
    kind: 'opt-in',
    source: 'double-opt-in',
    words: 'Yes please',
    shown: asked[0]?.body,
    list,
  });
  await text('no', '+12125550101');
  expect(await count()).toBe(1);
});

test('pending people are never targeted, and moving or copying does not get around it', async () => {
  const open = (await user.ask(lists.add, { name: 'Open' })).values.id;
  await user.ask(members.add, { phone: PHONE, list: open });
  await user.ask(members.add, { phone: '+12125550101', list: open });
  await user.ask(members.copy, { phone: PHONE, target: list });
  await user.ask(members.move, { phone: '+12125550101', list: open, target: list });
  expect([await count(), await pending()]).toEqual([0, 2]);
  await storeSketch(db(), user.accountId, 80, [{ type: 'TRAILER', id: 801, text: 'Hi' }] as never);
  const review = await user.ask(calls.blast.review, { campaign: 80, lists: [list] });
  expect(review.values).toMatchObject({ listCount: 0, eligible: 0 });
});

test('an opt-in step makes a pending member; a question that the flow asks afterwards gets its own YES', async () => {
  await storeSketch(
    db(),
    user.accountId,
    81,
    [
      { type: 'OPTIN', id: 811, list },
      { type: 'SHORTANSWER', id: 812, text: 'Do you like coffee?' },
      { type: 'TRAILER', id: 813, text: 'Fine.' },
    ] as never,
    'COFFEE',
  );
  await text('COFFEE');
  expect([await count(), await pending()]).toEqual([0, 1]);
  await askAll();
  // The confirmation was asked last: this YES is for the list.
  await text('YES');
  expect([await count(), await pending()]).toEqual([1, 0]);
  await text('YES');
  expect((await sentTo(PHONE)).at(-1)?.body).toBe('Fine.');
});

test('who opted out is not asked; a list without double opt-in takes members at once', async () => {
  await text('STOP');
  await user.ask(members.add, { phone: PHONE, list });
  await askAll();
  expect((await sentTo(PHONE)).filter(({ body }) => body.includes('Reply YES'))).toMatchObject([
    { status: 'skipped', credits: 0 },
  ]);
  await user.ask(gate.saveListRules, { list, doubleOptIn: false });
  await user.ask(members.add, { phone: '+12125550103', list });
  expect(await count()).toBe(1);
  const audience = await user.ask(gate.saveListRules, { list: channelId, doubleOptIn: true });
  expect(audience.RESULT).toBe(0);
});

test('a balance that is too low is tried again later, and nobody is forgotten', async () => {
  await sql`update balances set balance = 0, granted = spent where account_id = ${user.accountId}`.execute(
    db(),
  );
  await user.ask(members.add, { phone: PHONE, list });
  expect(await askDue(harness().services, 'test')).toBe(true);
  expect(await askDue(harness().services, 'test')).toBe(false);
  await sql`update balances set balance = 5, granted = spent + 5 where account_id = ${user.accountId}`.execute(
    db(),
  );
  await sql`update due_confirmations set due_at = ${new Date(0)} where account_id = ${user.accountId}`.execute(
    db(),
  );
  await askAll();
  expect((await sentTo(PHONE)).filter(({ status }) => status === 'queued')).toHaveLength(1);
});
