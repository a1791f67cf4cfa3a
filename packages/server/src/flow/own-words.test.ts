/**
 * A database from before steps were stored in our words: each step says on the wire what it said, and what
 * was under way goes on.
 */
import { readFileSync } from 'node:fs';
import { calls, encodeFields } from '@parley/contract';
import { expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { receiveInbound } from '../conversation/index.ts';
import { rows, script, sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { eventually, useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';

const harness = useHarness();
/** What became of stored steps, from then to now. */
const MIGRATIONS = ['former/0075-own-words.sql', '0016-long-waits.sql'].map(
  (file) => new URL(`../../migrations/${file}`, import.meta.url),
);
const ALL_TYPES = 7_501;
const ASKED = 7_502;
const SENT = 7_503;

/** Control points, and how the release before stored each of them. */
const before: { wire: Record<string, unknown>; stored: Record<string, unknown> }[] = JSON.parse(
  readFileSync(new URL('testing/steps-in-wire-words.json', import.meta.url), 'utf8'),
);

async function upgrade(): Promise<void> {
  for (const file of MIGRATIONS) await script(harness().services.db, readFileSync(file, 'utf8'));
}

/**
 * Puts the steps of a campaign and of its blasts back into the words of the wire; the types alone differ in
 * what they hold.
 */
async function putBack(accountId: number, campaign: number, words: Record<string, string>): Promise<void> {
  const { db } = harness().services;
  for (const [own, wire] of Object.entries(words)) {
    const renamed = sql`replace(${sql.ref('what')}::text, ${`"type": "${own}"`}, ${`"type": "${wire}"`})::jsonb`;
    await sql`
      update steps s set step = ${renamed} from (select id, step as what from steps where account_id = ${accountId}) old
      where s.account_id = ${accountId} and s.campaign_id = ${campaign} and old.id = s.id`.execute(db);
    await sql`
      update blasts b set flows = ${renamed} from (select id, flows as what from blasts where account_id = ${accountId}) old
      where b.account_id = ${accountId} and old.id = b.id`.execute(db);
  }
}

test('a step of every type is read, and read again after a second upgrade, as it was saved', async () => {
  const { db } = harness().services;
  const user = await harness().newUser();
  await storeSketch(db, user.accountId, ALL_TYPES, []);
  for (const [index, { stored }] of before.entries())
    await sql`
      insert into steps (account_id, id, campaign_id, position, step)
      values (${user.accountId}, ${ALL_TYPES * 100 + index}, ${ALL_TYPES}, ${index + 1}, ${JSON.stringify(stored)}::jsonb)`.execute(
      db,
    );
  const { point } = calls.flow.saveStep.form;
  const saved = before.map(({ wire }, index) => {
    const { step } = point.codec.decode(
      JSON.stringify({ ...wire, ID: ALL_TYPES * 100 + index, RQ: index + 1 }),
    );
    return { step, version: 1 };
  });
  for (let times = 0; times < 2; times++) {
    await upgrade();
    const { steps } = (await user.ask(calls.flow.read, { campaign: ALL_TYPES })).values;
    expect(steps.map(({ step }) => step)).toEqual(saved.map(({ step }) => step));
    const [flow] = await rows(
      db,
      sql<{ steps: unknown }>`
        select jsonb_agg(step order by position) as steps from steps where account_id = ${user.accountId}`,
    );
    expect(flow?.steps).toEqual(saved.map(({ step: { id: _, position: __, ...step } }) => step));
  }
  const [, , , , , , , rule] = encodeFields(calls.flow.pasteSteps.reply, { steps: saved, flowVersion: 1 })
    .CPOBJ as { CPData: unknown }[];
  expect(rule?.CPData).toMatchObject({
    CONDITIONS: [
      { BOC: 'LIKE', BOQ: '', BOV: '', TYPE: 'CDF', DESC: 'of Oslo' },
      { BOC: '>=', BOQ: '3', BOV: 'x', TYPE: 'RESPONSE', COLOR: 'kept' },
    ],
  });
});

test('a question that was asked before is answered after, and a blast sends what was reviewed', async () => {
  const { services } = harness();
  const { db } = services;
  const user = await harness().newUser();
  const { accountId } = user;
  const steps = [
    { type: 'open-question' as const, id: ASKED, text: 'Which town?' },
    { type: 'final-message' as const, id: ASKED + 10_000, text: 'See you in {%answer:7502%}' },
  ];
  await storeSketch(db, accountId, ASKED, steps, 'TOWN');
  const channelId = (await firstChannel(db, accountId))?.id ?? 0;
  // At once, whatever the hour at which this runs.
  await sql`update channels set usual_quiet_hours = false where account_id = ${accountId}`.execute(db);
  const phone = '+12125550199';
  const say = (text: string) =>
    receiveInbound(services, { accountId, channelId, phone, text, carrierMessageId: text, at: new Date() });
  await say('TOWN');
  await storeSketch(db, accountId, SENT, [{ type: 'final-message', id: SENT, text: 'Price $10' }]);
  const [member = ''] = phones(1);
  const list = await storeList(db, accountId, 'Everybody', [{ phone: member }]);
  const schedule = '2020-01-01 09:00:00';
  const { blast } = (await user.ask(calls.blast.send, { campaign: SENT, lists: [list], schedule })).values;

  const words = { 'open-question': 'SHORTANSWER', 'final-message': 'TRAILER' };
  for (const campaign of [ASKED, SENT]) await putBack(accountId, campaign, words);
  const [old] = await rows(
    db,
    sql<{ flows: string }>`select flows::text as flows from blasts where account_id = ${accountId}`,
  );
  expect(old?.flows).toContain('"TRAILER"');
  await upgrade();

  await say('Oslo');
  harness().startBackground();
  await eventually(async () =>
    (await user.ask(calls.blast.progress, { blast })).values.state === 'done' ? true : undefined,
  );
  const sent = await rows(
    db,
    sql<{ body: string }>`select body from messages where account_id = ${accountId} order by id`,
  );
  expect(sent.map(({ body }) => body).toSorted()).toEqual(['Price $10', 'See you in Oslo', 'Which town?']);
});
