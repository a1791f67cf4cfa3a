import { calls } from '@parley/contract';
import { COUNT_LIMITS } from '@parley/rules/limits.ts';
import { expect, test } from 'vitest';
import { useHarness } from '../testing/harness.ts';

const harness = useHarness();
const { answers } = calls;

test('canned answers are kept by name, changed and deleted', async () => {
  const owner = await harness().newUser();
  const named = async () =>
    (await owner.ask(answers.list, {})).values.answers.map(({ name, text }) => [name, text]);
  expect(await named()).toEqual([]);
  const hours = (await owner.ask(answers.add, { name: ' hours ', text: 'Hi {%First name|there%}, 9 to 5.' }))
    .values.id;
  await owner.ask(answers.add, { name: 'Address', text: '1 Main St' });
  expect(await named()).toEqual([
    ['Address', '1 Main St'],
    ['hours', 'Hi {%First name|there%}, 9 to 5.'],
  ]);
  await owner.ask(answers.save, { answer: hours, name: 'opening', text: '9 to 6' });
  expect(await named()).toEqual([
    ['Address', '1 Main St'],
    ['opening', '9 to 6'],
  ]);
  await owner.ask(answers.remove, { answer: hours });
  expect(await named()).toEqual([['Address', '1 Main St']]);
  expect((await owner.ask(answers.remove, { answer: hours })).status).toBe(404);
});

test('a name once, whatever its case; no empty text; another account sees and changes none', async () => {
  const owner = await harness().newUser();
  const other = await harness().newUser();
  const answer = (await owner.ask(answers.add, { name: 'hours', text: 'Nine to five' })).values.id;
  expect(await owner.ask(answers.add, { name: 'HOURS', text: 'x' })).toMatchObject({
    status: 200,
    RESULT: 0,
    MESSAGE: 'You already have an answer named “HOURS”.',
    DETAIL: 'AnswerName',
  });
  expect(await owner.ask(answers.add, { name: 'other', text: ' \n' })).toMatchObject({
    RESULT: 0,
    DETAIL: 'inpText',
  });
  expect((await other.ask(answers.add, { name: 'hours', text: 'Ours' })).RESULT).toBe(1);
  expect((await other.ask(answers.save, { answer, name: 'x', text: 'x' })).status).toBe(404);
  expect((await other.ask(answers.remove, { answer })).status).toBe(404);
  expect((await owner.ask(answers.list, {})).values.answers).toMatchObject([
    { name: 'hours', text: 'Nine to five' },
  ]);
});

test('an account keeps so many answers and no more', async () => {
  const owner = await harness().newUser();
  await harness().services.pool.query(
    `insert into canned_responses (account_id, name, name_key, body)
     select $1, 'a' || n, 'a' || n, 'x' from generate_series(1, $2::int) n`,
    [owner.accountId, COUNT_LIMITS.answers],
  );
  expect(await owner.ask(answers.add, { name: 'one more', text: 'x' })).toMatchObject({
    status: 200,
    RESULT: 0,
    MESSAGE: 'There are 500 canned answers. Please delete one first.',
  });
});
