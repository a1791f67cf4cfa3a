import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ContactTurns } from './contact-turns.ts';

const ANN = 1;
const BOB = 2;

async function isOver(promise: Promise<unknown> | undefined): Promise<boolean> {
  let over = promise === undefined;
  void promise?.then(() => {
    over = true;
  });
  await setImmediate();
  return over;
}

test('a person’s next message waits until all earlier ones are answered, and nobody else’s does', async () => {
  const turns = new ContactTurns();
  const first = turns.enter(
    new Map([
      [11, ANN],
      [12, ANN],
    ]),
  );
  const second = turns.enter(
    new Map([
      [13, ANN],
      [14, BOB],
    ]),
  );
  expect(first.behind(11)).toBeUndefined();
  expect(second.behind(14)).toBeUndefined();
  first.leave([11, 11]);
  expect(await isOver(second.behind(13))).toBe(false);
  first.leave([12]);
  expect(await isOver(second.behind(13))).toBe(true);
});

test('what is not handed over gives its place up no sooner than those before', async () => {
  const turns = new ContactTurns();
  const [first, skipped, third] = [11, 12, 13].map((id) => turns.enter(new Map([[id, ANN]])));
  skipped?.end();
  expect(await isOver(third?.behind(13))).toBe(false);
  first?.end();
  expect(await isOver(third?.behind(13))).toBe(true);
});

test('who has nothing in hand any more is forgotten', async () => {
  const turns = new ContactTurns();
  const round = turns.enter(new Map([[11, ANN]]));
  round.end();
  await setImmediate();
  expect(turns.enter(new Map([[12, ANN]])).behind(12)).toBeUndefined();
});
