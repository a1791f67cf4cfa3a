/** Places of what people put in order are those among all, wherever they are answered. */
import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { useHarness } from '../testing/harness.ts';

const harness = useHarness();

test('a search changes no place of a tag, a list or a channel', async () => {
  const user = await harness().newUser();
  for (const name of ['Alpha', 'Beta', 'Gamma']) {
    await user.ask(calls.tags.add, { name });
    await user.ask(calls.lists.add, { name });
    await user.ask(calls.channels.add, { name });
  }
  const all = (await user.ask(calls.lists.list, {})).values.lists;
  const [gamma, ...others] = all.toReversed();
  const order = [gamma, ...others].map((each, index) => ({ id: each?.id ?? 0, index }));
  expect((await user.ask(calls.lists.reorder, { lists: order })).RESULT).toBe(1);

  const lists = (await user.ask(calls.lists.list, { search: 'alph' })).values.lists;
  expect(lists.map(({ name, index }) => [name, index])).toEqual([['Alpha', 2]]);
  for (const { id, index } of order)
    expect((await user.ask(calls.lists.info, { list: id })).values.info.index).toBe(index);

  const tags = (await user.ask(calls.tags.list, { filter: 'gam' })).values.tags;
  expect(tags.map(({ name, index }) => [name, index])).toEqual([['Gamma', 2]]);
  const { contact } = (await user.ask(calls.members.add, { phone: '+12125550100', list: gamma?.id ?? 0 }))
    .values;
  const values = (await user.ask(calls.tags.ofContact, { contact, filter: 'bet' })).values.tags;
  expect(values.map(({ name, index }) => [name, index])).toEqual([['Beta', 1]]);

  const channels = (await user.ask(calls.channels.list, { search: 'beta' })).values.channels;
  expect(channels.map(({ name, index }) => [name, index])).toEqual([['Beta', 2]]);
});
