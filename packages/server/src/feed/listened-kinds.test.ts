import { expect, test } from 'vitest';
import { ListenedKinds, type Listening } from './listened-kinds.ts';

test('what begins to be listened to is not forgotten over what is read for an earlier change', async () => {
  const listened = new ListenedKinds();
  listened.begin([]);
  const earlier = Promise.withResolvers<Listening[]>();
  const renewed = listened.renew(7, () => earlier.promise);
  listened.expect(7, ['list.joined']);
  earlier.resolve([{ account: 7, kind: 'list.left' }]);
  await renewed;
  expect([listened.mayBeHeard(7, 'list.joined'), listened.mayBeHeard(7, 'list.left')]).toEqual([true, true]);
  expect([listened.mayBeHeard(7, 'link.clicked'), listened.mayBeHeard(8, 'list.joined')]).toEqual([
    false,
    false,
  ]);

  await listened.renew(7, async () => [{ account: 7, kind: 'list.joined' }]);
  await listened.renew(7, async () => []);
  expect(listened.mayBeHeard(7, 'list.joined')).toBe(false);
});
