import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AskError } from './ask.ts';
import { createSaver, type Saver } from './saver.ts';

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
});
afterEach(() => vi.useRealTimers());

type Attempt = { value: string; succeed: () => Promise<void>; fail: () => Promise<void> };

/** A saver whose requests are answered by hand. */
function watched(key = 'draft:1:name') {
  const attempts: Attempt[] = [];
  const saver = createSaver<string>(key);
  const states: string[] = [];
  saver.subscribe(() => states.push(saver.status().state));
  saver.saveWith(
    (value) =>
      new Promise((resolve, reject) => {
        const settle = async (act: () => void) => {
          act();
          await vi.advanceTimersByTimeAsync(0);
        };
        attempts.push({
          value,
          succeed: () => settle(resolve),
          fail: () => settle(() => reject(new AskError('network', 'Gone.'))),
        });
      }),
  );
  return { saver, attempts, states };
}

const stateOf = (saver: Saver<string>) => saver.status().state;

test('typing is saved once, 300 ms after the last letter', async () => {
  const { saver, attempts, states } = watched();
  for (const text of ['S', 'Sp', 'Spr']) {
    saver.change(text);
    await vi.advanceTimersByTimeAsync(299);
  }
  expect(attempts).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(attempts.map(({ value }) => value)).toEqual(['Spr']);
  await attempts[0]?.succeed();
  expect(states).toEqual(['dirty', 'dirty', 'dirty', 'saving', 'saved']);
  expect(sessionStorage).toHaveLength(0);
});

test('one request in flight, one value waiting: what is between is never sent', async () => {
  const { saver, attempts } = watched();
  saver.change('one', 'now');
  saver.change('two', 'now');
  saver.change('three', 'now');
  expect(attempts.map(({ value }) => value)).toEqual(['one']);
  await attempts[0]?.succeed();
  expect(attempts.map(({ value }) => value)).toEqual(['one', 'three']);
  expect(stateOf(saver)).toBe('saving');
  await attempts[1]?.succeed();
  expect(stateOf(saver)).toBe('saved');
});

test('a failed save keeps the text, and Retry sends it', async () => {
  const { saver, attempts } = watched();
  saver.change('precious', 'now');
  await attempts[0]?.fail();
  expect(saver.status()).toMatchObject({ state: 'failed', error: { message: 'Gone.' } });
  expect(saver.unsaved()).toBe('precious');
  saver.flush();
  await attempts[1]?.succeed();
  expect(attempts[1]?.value).toBe('precious');
  expect(saver.unsaved()).toBeUndefined();
});

test('a failure does not bring back older text over newer', async () => {
  const { saver, attempts } = watched();
  saver.change('old', 'now');
  saver.change('new');
  await attempts[0]?.fail();
  expect(saver.unsaved()).toBe('new');
  await vi.advanceTimersByTimeAsync(300);
  expect(attempts[1]?.value).toBe('new');
});

test('what a page left behind is there after a reload and is saved by the next one', async () => {
  const before = watched();
  before.saver.change('half a thought');
  const after = watched();
  expect(after.saver.unsaved()).toBe('half a thought');
  expect(stateOf(after.saver)).toBe('dirty');
  after.saver.flush();
  await after.attempts[0]?.succeed();
  expect(sessionStorage).toHaveLength(0);
});

test('discarding forgets the text; another key never sees it', () => {
  const { saver } = watched();
  saver.change('mine');
  expect(createSaver<string>('draft:2:name').unsaved()).toBeUndefined();
  saver.discard();
  expect(stateOf(saver)).toBe('idle');
  expect(createSaver<string>('draft:1:name').unsaved()).toBeUndefined();
});
