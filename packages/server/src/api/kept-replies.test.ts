/** What a write does is stored together with the answer to its Idempotency-Key, or not at all. */
import { type Operation, operations } from '@parley/contract/api/index.ts';
import { afterEach, expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { type ApiWorld, makeApiWorld } from '../testing/api-world.ts';
import { fillDisk, makeRoom } from '../testing/full-disk.ts';
import { useHarness } from '../testing/harness.ts';
import { pictureOfAccount } from '../testing/stored.ts';
import { KEPT_AFTERWARDS } from './context.ts';

const harness = useHarness({ clock: manualClock('2026-03-02T15:00:00Z') });
const writes = (Object.entries(operations) as [string, Operation][]).filter(
  ([id, { method }]) => method !== 'GET' && !KEPT_AFTERWARDS.has(id),
);
let isFull = false;

afterEach(async () => {
  if (isFull) await makeRoom(harness().services.db, 'idempotency_keys');
  isFull = false;
});

/** Sends the example of an operation with the ids of this world. */
function exampleOf({ live, ids }: ApiWorld, { method, example }: Operation, key: string) {
  const here = (text: string) =>
    Object.entries(ids).reduce(
      (changed, [own, name]) => changed.replace(new RegExp(`\\b${name}\\b`, 'g'), own),
      text,
    );
  const body = example.body === undefined ? {} : { body: JSON.parse(here(JSON.stringify(example.body))) };
  return live(method, here(example.path), { ...body, headers: { 'idempotency-key': key } });
}

test.each(writes)('%s', async (id, operation) => {
  const world = await makeApiWorld(harness());
  const { services } = harness();
  const stored = () => pictureOfAccount(services, world.accountId);
  const before = await stored();
  await fillDisk(services.db, 'idempotency_keys', 'reply is null');
  isFull = true;
  const send = () => exampleOf(world, operation, `kept-${id}`);
  expect((await send()).status).toBe(507);
  expect(await stored()).toEqual(before);
  await makeRoom(services.db, 'idempotency_keys');
  isFull = false;
  const answer = await send();
  expect([answer.status, answer.text]).toEqual([operation.status, expect.anything()]);
  const after = await stored();
  const again = await send();
  expect([again.status, again.text]).toEqual([answer.status, answer.text]);
  expect(await stored()).toEqual(after);
});

test('whoever looks at what is changed hears of it, once', async () => {
  const { live, things, accountId } = await makeApiWorld(harness());
  const heard: unknown[] = [];
  const leave = harness().services.live.listen(accountId, (message) => heard.push(message));
  const rename = () =>
    live('PATCH', `/lists/${things.list}`, {
      body: { name: 'Renamed' },
      headers: { 'idempotency-key': 'heard-once' },
    });
  expect([(await rename()).status, (await rename()).status]).toEqual([200, 200]);
  leave();
  expect(heard).toMatchObject([{ type: 'thing', kind: 'list' }]);
});
