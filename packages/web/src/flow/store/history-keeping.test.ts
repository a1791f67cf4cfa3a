import type { Step } from '@parley/engine/flow.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lost, memoryServer, openedOn, words } from './memory-server.ts';

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** The page goes away, and its successor opens the same campaign. */
async function reloaded({ flow, server }: Awaited<ReturnType<typeof openedOn>>) {
  flow.flush(true);
  await pass(1000);
  return openedOn(server);
}

test('texts, moves, additions and deletions are taken back after a reload, one by one, and done again', async () => {
  const before = await openedOn(memoryServer(['One', 'Two', 'Three']));
  before.type(0, 'Once');
  await pass(2000);
  before.flow.move(before.entry(0).key, 3);
  before.flow.add(words('Four'), 4);
  await pass(1000);
  before.flow.remove(before.entry(0).key);
  await pass(1000);
  const after = await reloaded(before);
  expect(after.shown()).toEqual(['Three', 'Once', 'Four']);
  const seen: unknown[] = [];
  for (let step = 0; step < 4; step += 1) {
    after.flow.undo();
    await pass(1000);
    seen.push(after.server.texts());
  }
  expect(seen).toEqual([
    ['Two', 'Three', 'Once', 'Four'],
    ['Two', 'Three', 'Once'],
    ['Once', 'Two', 'Three'],
    ['One', 'Two', 'Three'],
  ]);
  for (let step = 0; step < 4; step += 1) after.flow.redo();
  await pass(1000);
  expect(after.server.texts()).toEqual(['Three', 'Once', 'Four']);
});

test('what was taken back before the reload can be done again after it', async () => {
  const before = await openedOn(memoryServer(['One']));
  before.type(0, 'Once');
  await pass(2000);
  before.flow.undo();
  await pass(1000);
  const after = await reloaded(before);
  after.flow.redo();
  expect(after.shown()).toEqual(['Once']);
});

test('a step that was deleted and brought back is the same one to what was done to it before', async () => {
  const before = await openedOn(memoryServer(['One', 'Two']));
  const [one, two] = before.entries();
  before.flow.edit(two?.key ?? '', (step) => ({ ...step, next: one?.step.id ?? 0 }) as Step);
  before.type(0, 'Once');
  await pass(1000);
  before.flow.remove(one?.key ?? '');
  await pass(1000);
  before.flow.undo();
  await pass(1000);
  const after = await reloaded(before);
  after.flow.undo();
  await pass(1000);
  expect(after.server.texts()).toEqual(['One', 'Two']);
  expect(after.entry(1).step.next).toBe(after.entry(0).step.id);
});

test('several reloads: no two steps of it are taken for one', async () => {
  let page = await openedOn(memoryServer(['One']));
  for (const text of ['Two', 'Three']) {
    page.flow.add(words(text), 2);
    await pass(1000);
    page.flow.remove(page.entry(1).key);
    await pass(1000);
    page = await reloaded(page);
  }
  page.flow.undo();
  expect(page.shown()).toEqual(['One', 'Three']);
  page.flow.undo();
  page.flow.undo();
  expect(page.shown()).toEqual(['One', 'Two']);
});

test('a new step whose addition failed is still there to be taken back', async () => {
  const before = await openedOn(memoryServer(['One']));
  before.server.fail(lost);
  before.flow.add(words('Two'), 2);
  await pass(1000);
  before.server.fail(null);
  const after = await reloaded(before);
  expect(after.shown()).toEqual(['One', 'Two']);
  after.flow.undo();
  expect(after.shown()).toEqual(['One']);
});

test('nothing can be undone when somebody else has changed the steps meanwhile', async () => {
  const before = await openedOn(memoryServer(['One', 'Two']));
  before.type(0, 'Once');
  await pass(1000);
  before.flow.flush(true);
  before.server.elsewhere(1, 'Theirs');
  const after = await openedOn(before.server);
  expect(after.flow.undo()).toBeNull();
  expect(after.shown()).toEqual(['Once', 'Theirs']);
});
