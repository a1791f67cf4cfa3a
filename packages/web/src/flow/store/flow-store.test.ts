import type { Step } from '@parley/engine/flow.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFlowStore } from './flow-store.ts';
import { lost, memoryServer, opened, textOf, words } from './memory-server.ts';

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('editing', () => {
  test('a text shows at once and is saved after a pause of 300 ms', async () => {
    const { server, type, shown } = await opened('One');
    type(0, 'On');
    await pass(200);
    type(0, 'Once');
    expect(shown()).toEqual(['Once']);
    await pass(299);
    expect(server.log).toEqual([]);
    await pass(1);
    expect(server.log).toEqual(['save 101 v1 Once']);
  });

  test('one save at a time per step, the next one with the new version', async () => {
    const { server, type, entry } = await opened('One');
    const release = server.hold();
    type(0, 'A');
    await pass(300);
    type(0, 'AB');
    await pass(1000);
    expect(server.log).toEqual(['save 101 v1 A']);
    release();
    await pass(0);
    expect(server.log).toEqual(['save 101 v1 A', 'save 101 v2 AB']);
    expect(entry(0)).toMatchObject({ version: 3, save: { state: 'saved' } });
  });

  test('typing on while a save is on its way waits for its own pause', async () => {
    const { server, type } = await opened('One');
    const release = server.hold();
    type(0, 'A');
    await pass(300);
    type(0, 'AB');
    release();
    await pass(299);
    expect(server.log).toEqual(['save 101 v1 A']);
    await pass(1);
    expect(server.log).toEqual(['save 101 v1 A', 'save 101 v2 AB']);
  });

  test('choices are saved at once', async () => {
    const { server, flow, entry } = await opened('One');
    flow.edit(entry(0).key, (step) => ({ ...step, inGuide: false }));
    await pass(0);
    expect(server.log).toEqual(['save 101 v1 One']);
  });

  test('a failed save keeps the text, says so and can be tried again', async () => {
    const { server, type, entry, flow, told, shown } = await opened('One');
    server.fail(lost);
    type(0, 'New');
    await pass(300);
    expect(entry(0).save).toMatchObject({ state: 'failed', error: lost });
    expect(told).toEqual(['Auto Save Changes Failed']);
    expect(shown()).toEqual(['New']);
    server.fail(null);
    flow.retry(entry(0).key);
    await pass(0);
    expect(server.texts()).toEqual(['New']);
  });

  test('a step that somebody else deleted keeps its text, and Retry adds it again with what leads to it', async () => {
    const { server, type, entry, entries, flow, shown } = await opened('One', 'Two', 'Three');
    flow.edit(entry(2).key, (step) => ({ ...step, next: 102 }) as Step);
    await pass(0);
    await server.wire.remove(102);
    type(1, 'Mine');
    await pass(300);
    expect(entry(1).save).toMatchObject({ state: 'failed', error: { kind: 'unknown' } });
    await flow.load();
    expect(shown()).toEqual(['One', 'Mine', 'Three']);
    flow.retry(entry(1).key);
    await pass(0);
    expect(server.texts()).toEqual(['One', 'Mine', 'Three']);
    expect(entries().map(({ save }) => save.state)).not.toContain('failed');
    expect(entry(2).step.next).toBe(entry(1).step.id);
  });

  test('reading the flow again takes no unsaved text away with a step that somebody else deleted', async () => {
    const { server, type, entry, flow, shown } = await opened('One', 'Two');
    type(0, 'Mine');
    await server.wire.remove(101);
    await flow.load();
    expect(shown()).toEqual(['Mine', 'Two']);
    await pass(300);
    expect(entry(0).save.state).toBe('failed');
    flow.remove(entry(0).key);
    await flow.load();
    expect(shown()).toEqual(['Two']);
    expect(server.texts()).toEqual(['Two']);
  });

  test('what an earlier page could not save is shown again and saved', async () => {
    const { server, type } = await opened('One');
    server.fail(lost);
    type(0, 'Typed before the reload');
    await pass(300);
    server.fail(null);
    const again = createFlowStore({
      wire: server.wire,
      storageKey: 'draft:1:flow:campaign:1',
      tell: () => undefined,
      clock: () => Date.now(),
    });
    await again.load();
    expect(textOf(again.store.getState().entries[0]?.step)).toBe('Typed before the reload');
    await pass(0);
    expect(server.texts()).toEqual(['Typed before the reload']);
  });
});

test('a draft whose save had arrived is forgotten', async () => {
  const { server, type } = await opened('One');
  server.fail(lost);
  type(0, 'Arrived');
  await pass(300);
  server.fail(null);
  server.elsewhere(0, 'Arrived');
  const again = createFlowStore({
    wire: server.wire,
    storageKey: 'draft:1:flow:campaign:1',
    tell: () => undefined,
    clock: () => Date.now(),
  });
  await again.load();
  expect(again.store.getState().entries[0]).toMatchObject({ version: 2, save: { state: 'idle' } });
  expect(sessionStorage).toHaveLength(0);
});

test('what a page of another release kept, with step types of its own, is given up', async () => {
  const { server } = await opened('One');
  const kept = { type: 'STATEMENT', id: 101, position: 1, text: 'Typed in another release' };
  const key = 'draft:1:flow:campaign:1';
  sessionStorage.setItem(`${key}:step-101`, JSON.stringify({ value: { step: kept, version: 1 } }));
  sessionStorage.setItem(`${key}:added`, JSON.stringify([{ ...kept, id: -1, position: 2 }]));
  const again = createFlowStore({
    wire: server.wire,
    storageKey: key,
    tell: () => undefined,
    clock: () => Date.now(),
  });
  await again.load();
  await pass(300);
  expect(again.store.getState().entries.map(({ step }) => textOf(step))).toEqual(['One']);
  expect(server.texts()).toEqual(['One']);
});

describe('stale versions', () => {
  test('both texts stay; keeping mine saves it over theirs', async () => {
    const { server, type, entry, flow, shown } = await opened('One');
    server.elsewhere(0, 'Theirs');
    type(0, 'Mine');
    await pass(300);
    expect(textOf(entry(0).theirs?.step)).toBe('Theirs');
    expect(shown()).toEqual(['Mine']);
    expect(server.texts()).toEqual(['Theirs']);
    flow.keepMine(entry(0).key);
    await pass(0);
    expect(server.texts()).toEqual(['Mine']);
    expect(entry(0).theirs).toBeNull();
  });

  test('taking theirs shows it, and undo brings mine back', async () => {
    const { server, type, entry, flow, shown } = await opened('One');
    server.elsewhere(0, 'Theirs');
    type(0, 'Mine');
    await pass(300);
    flow.takeTheirs(entry(0).key);
    expect(shown()).toEqual(['Theirs']);
    await pass(1000);
    expect(server.texts()).toEqual(['Theirs']);
    flow.undo();
    await pass(0);
    expect(server.texts()).toEqual(['Mine']);
  });

  test('a refusal that shows our own text means that our save had arrived', async () => {
    const { server, type, entry } = await opened('One');
    server.elsewhere(0, 'Same');
    type(0, 'Same');
    await pass(300);
    expect(entry(0)).toMatchObject({ theirs: null, version: 2, save: { state: 'saved' } });
  });

  test('reading again takes their text, but never over an unsaved one', async () => {
    const { server, type, flow, shown } = await opened('One', 'Two');
    server.elsewhere(0, 'Theirs 1');
    server.elsewhere(1, 'Theirs 2');
    type(1, 'Mine');
    await flow.load();
    expect(shown()).toEqual(['Theirs 1', 'Mine']);
  });
});

describe('an answer that took long', () => {
  test('does not take away a step that was added meanwhile', async () => {
    const { flow, server, shown } = await opened('One');
    const release = server.answerLate();
    const read = flow.load();
    await pass(0);
    flow.add(words('New'), 1);
    await pass(500);
    release();
    await read;
    expect(shown()).toEqual(['New', 'One']);
    flow.add(words('Last'), 3);
    await pass(500);
    expect(server.texts()).toEqual(['New', 'One', 'Last']);
  });

  test('does not put back a text that was saved meanwhile', async () => {
    const { flow, server, shown, type } = await opened('One');
    const release = server.answerLate();
    const read = flow.load();
    await pass(0);
    type(0, 'Changed');
    await pass(300);
    release();
    await read;
    expect(shown()).toEqual(['Changed']);
    type(0, 'Changed again');
    await pass(300);
    expect(server.texts()).toEqual(['Changed again']);
  });
});

describe('adding, moving, deleting', () => {
  test('a new step shows at once and is sent after 500 ms; what was typed meanwhile is saved', async () => {
    const { server, flow, shown, type, entry, entries } = await opened('One', 'Two');
    flow.add(words(''), 2);
    expect(shown()).toEqual(['One', '', 'Two']);
    expect(entries().map(({ step }) => step.position)).toEqual([1, 2, 3]);
    await pass(499);
    expect(server.log).toEqual([]);
    const release = server.hold();
    await pass(1);
    type(1, 'Middle');
    release();
    await pass(0);
    expect(server.log).toEqual(['add  at 2', 'save 103 v1 Middle']);
    expect(entry(1).step.id).toBe(103);
    expect(server.texts()).toEqual(['One', 'Middle', 'Two']);
  });

  test('a failed addition keeps the card; Retry adds it', async () => {
    const { server, flow, entry, told } = await opened('One');
    server.fail(lost);
    flow.add(words('New'), 2);
    await pass(500);
    expect(entry(1).save.state).toBe('failed');
    expect(told).toEqual(['Add Object Failed']);
    server.fail(null);
    flow.retry(entry(1).key);
    await pass(0);
    expect(server.texts()).toEqual(['One', 'New']);
  });

  test('moves are told to the server in their order and renumbered', async () => {
    const { server, flow, entry, entries } = await opened('One', 'Two', 'Three');
    flow.move(entry(0).key, 3);
    flow.move(entry(0).key, 2);
    expect(entries().map(({ step }) => [textOf(step), step.position])).toEqual([
      ['Three', 1],
      ['Two', 2],
      ['One', 3],
    ]);
    await pass(0);
    expect(server.texts()).toEqual(['Three', 'Two', 'One']);
  });

  test('a move that fails is put right from the server', async () => {
    const { server, flow, entry, shown, told } = await opened('One', 'Two');
    server.failOnce(lost);
    flow.move(entry(0).key, 2);
    expect(shown()).toEqual(['Two', 'One']);
    await pass(0);
    expect(told).toEqual(['Move Failed']);
    expect(shown()).toEqual(['One', 'Two']);
  });

  test('a deleted step comes back with the jumps that led to it', async () => {
    const { server, flow, entry, shown, entries } = await opened('One', 'Two');
    const two = entry(1).step.id;
    flow.edit(entry(0).key, (step) => ({ ...step, next: two }));
    await pass(0);
    const undo = flow.remove(entry(1).key);
    await pass(0);
    expect(server.texts()).toEqual(['One']);
    undo();
    await pass(500);
    expect(shown()).toEqual(['One', 'Two']);
    expect(server.texts()).toEqual(['One', 'Two']);
    expect(entries()[0]?.step.next).toBe(entries()[1]?.step.id);
    expect(entries()[1]?.step.id).not.toBe(two);
  });

  test('a step deleted before it was sent never reaches the server', async () => {
    const { server, flow, entry } = await opened('One');
    flow.add(words('Oops'), 2);
    flow.remove(entry(1).key);
    await pass(1000);
    expect(server.log).toEqual([]);
    expect(server.texts()).toEqual(['One']);
  });

  test('a step deleted while it was being added is deleted there too', async () => {
    const { server, flow, entry } = await opened('One');
    flow.add(words('Oops'), 2);
    const release = server.hold();
    await pass(500);
    flow.remove(entry(1).key);
    release();
    await pass(0);
    expect(server.texts()).toEqual(['One']);
  });

  test('leaving sends what waits at once', async () => {
    const { server, flow, type } = await opened('One');
    flow.add(words('New'), 2);
    type(0, 'Changed');
    flow.flush(true);
    await pass(0);
    expect(server.texts()).toEqual(['Changed', 'New']);
  });
});

describe('undo and redo', () => {
  test('typing in one go is one step back; redo goes forward again', async () => {
    const { flow, type, shown, server } = await opened('One');
    type(0, 'One t');
    type(0, 'One two');
    flow.undo();
    expect(shown()).toEqual(['One']);
    flow.redo();
    expect(shown()).toEqual(['One two']);
    await pass(300);
    expect(server.texts()).toEqual(['One two']);
  });

  test('a new edit forgets what could be redone', async () => {
    const { flow, type, shown } = await opened('One');
    type(0, 'A');
    flow.undo();
    type(0, 'B');
    flow.redo();
    expect(shown()).toEqual(['B']);
  });
});

test('the steps are one object while only saving goes on, and so is each step that was not touched', async () => {
  const { flow, type } = await opened('One', 'Two');
  const steps = () => flow.store.getState().steps;
  type(0, 'Once');
  const [, two] = steps();
  const typed = steps();
  await pass(1000);
  expect(flow.store.getState().entries[0]?.save.state).toBe('saved');
  expect(steps()).toBe(typed);
  type(0, 'Once more');
  expect(steps()).not.toBe(typed);
  expect(steps()[1]).toBe(two);
});

test('a move says that it is saved', async () => {
  const { flow, entry } = await opened('One', 'Two');
  flow.move(entry(0).key, 2);
  expect(flow.store.getState()).toMatchObject({ pending: 1, hasSent: true });
  await pass(0);
  expect(flow.store.getState()).toMatchObject({ pending: 0, hasSent: true });
});

test('a flow that cannot be read says so', async () => {
  const server = memoryServer([]);
  server.fail(lost);
  const flow = createFlowStore({ wire: server.wire, storageKey: 'k', tell: () => undefined, clock: () => 0 });
  await flow.load();
  expect(flow.store.getState()).toMatchObject({ phase: 'failed', error: lost });
});
