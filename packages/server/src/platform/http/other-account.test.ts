import { ACCOUNT_HEADER, BASE, calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { useHarness } from '../../testing/harness.ts';

const harness = useHarness();

test('what a screen asks for its own account is done there alone: where the session works in another one nothing is', async () => {
  const [ann, bob] = [await harness().newUser(), await harness().newUser()];
  const addTag = async (account?: number) => {
    const response = await harness().app.inject({
      method: 'POST',
      url: `${BASE}${calls.tags.add.path}`,
      headers: {
        cookie: ann.cookie(),
        'content-type': 'application/x-www-form-urlencoded',
        ...(account === undefined ? {} : { [ACCOUNT_HEADER]: String(account) }),
      },
      payload: 'TagName=Town',
    });
    return { status: response.statusCode, ...(response.json() as Record<string, unknown>) };
  };
  const tags = async () => (await ann.ask(calls.tags.list, { filter: '' })).values.tags.length;

  const before = await tags();
  expect(await addTag(bob.accountId)).toMatchObject({
    status: 409,
    RESULT: 0,
    MESSAGE: 'Another account is active in this browser.',
  });
  expect(await tags()).toBe(before);
  expect((await ann.ask(calls.account.load, {})).values.id).toBe(ann.accountId);
  expect(await addTag(ann.accountId)).toMatchObject({ status: 200, RESULT: 1 });
  expect(await tags()).toBe(before + 1);
});
