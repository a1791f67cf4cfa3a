import type { Step } from '@parley/engine/flow.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { opened, textOf, words } from './memory-server.ts';

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const ANN = 7;

type Page = Awaited<ReturnType<typeof opened>>;
/** What others did is told, and read. */
async function hear(page: Page, step = 0): Promise<void> {
  page.flow.hear({ user: ANN, step });
  await page.flow.readAgain();
  await pass(0);
}
const seen = (page: Page) =>
  page.flow.store
    .getState()
    .othersChanges.map(({ kind, position, user }) => `${kind} ${position} by ${user}`);
const stored = (page: Page, index: number) => page.server.stored()[index]?.step as Step;

test('a text of somebody else shows, with who wrote it; what stayed is the same object', async () => {
  const page = await opened('One', 'Two');
  const first = page.entry(0);
  page.server.elsewhere(1, 'Theirs');
  await hear(page, page.entry(1).step.id);
  expect(page.shown()).toEqual(['One', 'Theirs']);
  expect(seen(page)).toEqual([`changed 2 by ${ANN}`]);
  expect(page.entry(0)).toBe(first);
});

test('what came, went and was moved is told apart', async () => {
  const page = await opened('One', 'Two', 'Three', 'Four');
  const [one, two] = [stored(page, 0), stored(page, 1)];
  await page.server.wire.remove(one.id);
  await page.server.wire.move(two.id, 3);
  const { id } = await page.server.wire.add({ ...words('Five'), position: 1 } as Step, false);
  for (const step of [one.id, id]) page.flow.hear({ user: ANN, step });
  await hear(page, two.id);
  expect(page.shown()).toEqual(['Five', 'Three', 'Four', 'Two']);
  expect(seen(page)).toEqual([`added 1 by ${ANN}`, `moved 4 by ${ANN}`, `deleted 1 by ${ANN}`]);
});

test('news that comes while the flow is read is read once more', async () => {
  const page = await opened('One');
  const release = page.server.answerLate();
  void page.flow.readAgain();
  await pass(0);
  page.server.elsewhere(0, 'Theirs');
  const heard = hear(page);
  release();
  await heard;
  expect(page.shown()).toEqual(['Theirs']);
});

test('a text that is being written stays, and its save meets theirs; a newer one of theirs takes its place', async () => {
  const page = await opened('One');
  page.type(0, 'Mine');
  page.server.elsewhere(0, 'Theirs');
  await hear(page);
  expect(page.shown()).toEqual(['Mine']);
  await pass(300);
  expect(textOf(page.entry(0).theirs?.step)).toBe('Theirs');
  page.server.elsewhere(0, 'Theirs again');
  await hear(page);
  expect(page.shown()).toEqual(['Mine']);
  expect(textOf(page.entry(0).theirs?.step)).toBe('Theirs again');
});

test('theirs shows, too, when it was stored after a save of ours whose answer came late', async () => {
  const page = await opened('One');
  const answer = page.server.answerSaveLate();
  page.type(0, 'Mine');
  await pass(300);
  page.server.elsewhere(0, 'Theirs');
  await hear(page);
  expect(page.shown()).toEqual(['Mine']);
  answer();
  await pass(0);
  expect(page.shown()).toEqual(['Theirs']);
});

test('undo leaves what somebody else changed since, and takes back the rest', async () => {
  const page = await opened('One', 'Two');
  page.type(0, 'One of mine');
  await pass(2000);
  page.type(1, 'Two of mine');
  await pass(2000);
  page.server.elsewhere(1, 'Theirs');
  await hear(page);
  page.flow.undo();
  await pass(1000);
  expect(page.server.texts()).toEqual(['One', 'Theirs']);
  expect(page.flow.undo()).toBeNull();
});

test('a group of changes that somebody else has touched is not taken back by half', async () => {
  const page = await opened('One', 'Two', 'Three');
  page.type(0, 'One of mine');
  await pass(2000);
  const keys = page.entries().map(({ key }) => key);
  page.flow.editAll(keys.slice(0, 2), (step) => ({ ...step, description: 'new' }));
  page.type(2, 'Three of mine');
  await pass(2000);
  page.server.elsewhere(1, 'Theirs');
  await hear(page);
  page.flow.undo();
  await pass(1000);
  expect(page.server.texts()).toEqual(['One of mine', 'Theirs', 'Three']);
  expect(page.flow.undo()).toBeNull();
});

test('a deleted step comes back below the one it stood below, and a moved one goes back there', async () => {
  const page = await opened('A', 'B', 'C', 'D');
  page.flow.move(page.entry(3).key, 1);
  await pass(1000);
  page.flow.remove(page.entry(2).key);
  await pass(1000);
  expect(page.shown().join('')).toBe('DAC');
  await page.server.wire.add({ ...words('x'), position: 1 } as Step, false);
  await hear(page);
  page.flow.undo();
  await pass(1000);
  expect(page.server.texts().join('')).toBe('xDABC');
  page.flow.undo();
  await pass(1000);
  expect(page.server.texts().join('')).toBe('xABCD');
});
