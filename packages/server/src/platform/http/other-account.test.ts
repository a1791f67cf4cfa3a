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

test('a link to a file names the account of its screen: in another one it leads to the reason, and to nobody’s data', async () => {
  const [ann, bob] = [await harness().newUser(), await harness().newUser()];
  const exported = async (account?: number) => {
    const query = account === undefined ? '' : `?${ACCOUNT_HEADER}=${account}`;
    const url = `${BASE}${calls.optouts.exportAll.path}${query}`;
    const { statusCode, headers, body } = await harness().app.inject({
      url,
      headers: { cookie: ann.cookie() },
    });
    return { status: statusCode, file: headers['content-disposition'], body };
  };
  const refused = await exported(bob.accountId);
  expect(refused).toMatchObject({ status: 409, file: undefined });
  expect(JSON.parse(refused.body)).toMatchObject({ MESSAGE: 'Another account is active in this browser.' });
  const own = await exported(ann.accountId);
  expect(own).toMatchObject({ status: 200, file: expect.stringContaining('attachment') });
  expect(await exported()).toEqual(own);
});
