import { calls } from '@parley/contract';
import { UNMATCHED_LIMITS } from '@parley/rules/answer-limits.ts';
import { beforeEach, expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { first, rows, sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { readUnmatched } from './unmatched-answers.ts';

const clock = manualClock(new Date('2026-11-23T15:00:00Z'));
const harness = useHarness({ clock });
const { flow, members, simulator } = calls;
type User = Awaited<ReturnType<ReturnType<typeof harness>['newUser']>>;
let user: User;
let campaign = 6000;
let question = 0;
let phones = 0;

beforeEach(async () => {
  user = await harness().newUser();
  campaign += 1;
  question = campaign * 10;
  await storeSketch(
    harness().services.db,
    user.accountId,
    campaign,
    [
      { type: 'choice-question', id: question, text: 'Tea?', intents: ['Yes', 'No'] },
      { type: 'open-question', id: question + 1, text: 'Why?' },
      { type: 'final-message', id: question + 2, text: 'Thanks' },
    ],
    `TEA${campaign}`,
  );
});

/** Somebody new answers the question, and perhaps the next one; answers their phone. */
async function answers(...texts: string[]): Promise<string> {
  phones += 1;
  const phone = `+1212555${String(1000 + phones)}`;
  for (const text of [`TEA${campaign}`, ...texts]) {
    const { RESULT } = await user.ask(simulator.phoneSend, { phone, channel: '', text });
    expect(RESULT).toBe(1);
    clock.advance(1000);
  }
  return phone;
}
const unmatched = async () => (await user.ask(flow.unmatched, { campaign, step: question })).values;
const texts = async () => (await unmatched()).answers.map(({ text, count }) => [text, count]);

test('what no answer understood is told, alike texts as one in the latest words, the most frequent first', async () => {
  await answers('yes', 'because');
  await answers('maybe later');
  await answers('Not sure');
  await answers('MAYBE later!');
  await answers('Perhaps', 'no idea at all');
  await answers('  not sure. ');
  await answers('Not sure');
  expect(await unmatched()).toEqual({
    answers: [
      { text: 'Not sure', count: 3, last: expect.stringMatching(/^2026-11-23T15:00:\d\d/) },
      { text: 'MAYBE later!', count: 2, last: expect.any(String) },
      { text: 'Perhaps', count: 1, last: expect.any(String) },
    ],
    isPartial: false,
  });
});

test('nothing is told of a question that understood everything, nor of answers that are too long to show', async () => {
  await answers('yes');
  await answers('x'.repeat(UNMATCHED_LIMITS.text + 1));
  expect(await texts()).toEqual([]);
  const why = await user.ask(flow.unmatched, { campaign, step: question + 2 });
  expect(why.values.answers).toEqual([]);
});

test('a text that was put away stays away with those alike, and comes back', async () => {
  await answers('maybe');
  await answers('who knows');
  const dismiss = (text: string, isDismissed: boolean) =>
    user.ask(flow.dismiss, { campaign, step: question, text, isDismissed });
  expect(await dismiss('maybe', true)).toMatchObject({ RESULT: 1 });
  expect(await dismiss('maybe', true)).toMatchObject({ RESULT: 1 });
  await answers('Maybe!!');
  expect(await texts()).toEqual([['who knows', 1]]);
  await dismiss('MAYBE', false);
  expect(await texts()).toEqual([
    ['Maybe!!', 2],
    ['who knows', 1],
  ]);
});

test('of each question the latest stay away', async () => {
  const { db } = harness().services;
  await sql`
    insert into dismissed_answers (account_id, campaign_id, step_id, text_hash, at)
    select ${user.accountId}, ${campaign}, step, sha256(n::text::bytea), ${clock.now()}::timestamptz - n * interval '1 minute'
    from generate_series(1, ${UNMATCHED_LIMITS.dismissed}) n, unnest(array[${question}::bigint, ${question + 1}::bigint]) step`.execute(
    db,
  );
  await user.ask(flow.dismiss, { campaign, step: question, text: 'maybe', isDismissed: true });
  const counts = await rows(
    db,
    sql<{ step: number; count: number; oldest: Date }>`
      select step_id as step, count(*), min(at) as oldest from dismissed_answers
      where account_id = ${user.accountId} group by step_id order by step_id`,
  );
  expect(counts).toMatchObject([
    { step: question, count: UNMATCHED_LIMITS.dismissed },
    { step: question + 1, count: UNMATCHED_LIMITS.dismissed },
  ]);
  expect(counts[0]?.oldest.getTime()).toBeGreaterThan(counts[1]?.oldest.getTime() ?? 0);
});

test('what an erased person said is not told any more', async () => {
  const phone = await answers('my name is Ada');
  await answers('hm');
  expect(await texts()).toHaveLength(2);
  const contact = await first(
    harness().services.db,
    sql<{ id: number }>`select id from contacts where account_id = ${user.accountId} and phone = ${phone}`,
  );
  await user.ask(members.erase, { contact: contact?.id ?? 0, phone, block: true });
  await expect.poll(texts).toEqual([['hm', 1]]);
});

test('only the latest answers are looked through, and it is said that there are more', async () => {
  await answers('first of all');
  await answers('then');
  const { db } = harness().services;
  const asked = { accountId: user.accountId, campaign, step: question };
  expect(await readUnmatched(db, asked, 1)).toMatchObject({
    isPartial: true,
    answers: [{ text: 'then' }, { text: 'first of all' }],
  });
  expect(await readUnmatched(db, asked, 2)).toMatchObject({ isPartial: false });
});

test('another account’s question is not found, like an unknown one', async () => {
  await answers('maybe');
  const bob = await harness().newUser();
  const unknown = await bob.ask(flow.unmatched, { campaign: 9_999_999, step: question });
  expect(unknown.status).toBe(404);
  expect(await bob.ask(flow.unmatched, { campaign, step: question })).toEqual(unknown);
  const away = { text: 'maybe', isDismissed: true };
  expect((await bob.ask(flow.dismiss, { campaign, step: question, ...away })).status).toBe(404);
  expect((await user.ask(flow.dismiss, { campaign, step: 9_999_999, ...away })).status).toBe(404);
  expect(await texts()).toEqual([['maybe', 1]]);
});
