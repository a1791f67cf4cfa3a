import { PAUSES_MS } from '@parley/rules/limits.ts';
import { expect, test } from 'vitest';
import { AskError } from './ask.ts';
import { createLatch } from './latch.ts';

/** A latch with a clock that stands, and what was started: its key, and how to end it. */
function rig() {
  const clock = { ms: 1_000 };
  const latch = createLatch<string>(() => clock.ms);
  const started: { key: string; done: (answer: string) => void; fail: (error: Error) => void }[] = [];
  const press = (asked: string) =>
    latch.press(asked, (key) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      started.push({ key, done: resolve, fail: reject });
      return promise;
    });
  return { clock, press, started };
}

test('a second press while the first runs, and just after its success, gets the answer of the first', async () => {
  const { clock, press, started } = rig();
  const answers = [press('a'), press('a')];
  started[0]?.done('made');
  expect(await Promise.all(answers)).toEqual(['made', 'made']);
  clock.ms += PAUSES_MS.secondPress - 1;
  expect(await press('a')).toBe('made');
  expect(started).toHaveLength(1);
  clock.ms += 1;
  void press('a');
  expect(started).toHaveLength(2);
  expect(started[1]?.key).not.toBe(started[0]?.key);
});

test('a press that asks for something else starts at once, and what was asked before it may be asked again', async () => {
  const { press, started } = rig();
  for (const asked of ['on', 'off', 'on']) void press(asked);
  expect(started).toHaveLength(3);
  expect(new Set(started.map(({ key }) => key)).size).toBe(3);
});

test.each([
  ['network', true],
  ['refused', false],
] as const)(
  'after a failure of kind %s the next press starts at once; same key: %s',
  async (kind, sameKey) => {
    const { press, started } = rig();
    const first = press('a');
    started[0]?.fail(new AskError(kind, 'No.'));
    await expect(first).rejects.toThrow('No.');
    void press('a');
    expect(started).toHaveLength(2);
    expect(started[1]?.key === started[0]?.key).toBe(sameKey);
  },
);

test('where what is asked is made up at each press, any two presses are the same', async () => {
  const latch = createLatch<string>(() => 0);
  const started: string[] = [];
  const press = (asked: string) =>
    latch.press(
      asked,
      async () => {
        started.push(asked);
        return asked;
      },
      'any',
    );
  expect(await Promise.all([press('API Credentials'), press('API Credentials 2')])).toEqual([
    'API Credentials',
    'API Credentials',
  ]);
  expect(started).toEqual(['API Credentials']);
});
