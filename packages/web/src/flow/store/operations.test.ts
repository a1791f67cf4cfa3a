import { blankStep } from '@parley/engine/blank-step.ts';
import type { Step } from '@parley/engine/flow.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { putSteps, takeSteps } from './clipboard.ts';
import { lost, opened, openedOn, words } from './memory-server.ts';

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('undo and redo of the order of steps', () => {
  test('a move goes back and forth, here and on the server', async () => {
    const { flow, entry, shown, server } = await opened('One', 'Two', 'Three');
    flow.move(entry(0).key, 3);
    flow.undo();
    expect(shown()).toEqual(['One', 'Two', 'Three']);
    flow.redo();
    await pass(0);
    expect(shown()).toEqual(['Two', 'Three', 'One']);
    expect(server.texts()).toEqual(['Two', 'Three', 'One']);
  });

  test('an addition is taken back and made again', async () => {
    const { flow, shown, server } = await opened('One');
    flow.add(words('New'), 1);
    await pass(500);
    flow.undo();
    await pass(0);
    expect(server.texts()).toEqual(['One']);
    flow.redo();
    await pass(500);
    expect(shown()).toEqual(['New', 'One']);
    expect(server.texts()).toEqual(['New', 'One']);
  });

  test('an addition undone and redone before it was sent is stored once', async () => {
    const { flow, server } = await opened('One');
    flow.add(words('New'), 2);
    flow.undo();
    flow.redo();
    await pass(2000);
    expect(server.texts()).toEqual(['One', 'New']);
    expect(server.log.filter((line) => line.startsWith('add'))).toHaveLength(1);
  });

  test('edits, moves and deletions are undone in their order, across a step that was brought back', async () => {
    const { flow, entry, shown, type, server } = await opened('One', 'Two');
    type(1, 'Two changed');
    await pass(300);
    flow.move(entry(1).key, 1);
    flow.remove(entry(0).key);
    await pass(0);
    expect(server.texts()).toEqual(['One']);
    flow.undo();
    await pass(500);
    expect(shown()).toEqual(['Two changed', 'One']);
    flow.undo();
    flow.undo();
    await pass(300);
    expect(shown()).toEqual(['One', 'Two']);
    expect(server.texts()).toEqual(['One', 'Two']);
  });

  test('redoing an edit that led to a step which was deleted and brought back leads to it under its new id', async () => {
    const { flow, entry, entries } = await opened('One', 'Two');
    const former = entry(1).step.id;
    flow.edit(entry(0).key, (step) => ({ ...step, next: former }));
    await pass(0);
    flow.remove(entry(1).key);
    flow.undo();
    await pass(500);
    flow.undo();
    expect(entries()[0]?.step.next).toBe(0);
    flow.redo();
    expect(entries()[0]?.step.next).toBe(entries()[1]?.step.id);
    expect(entries()[1]?.step.id).not.toBe(former);
  });

  test('the toast after a deletion does not bring a step back twice', async () => {
    const { flow, entry, shown, server } = await opened('One', 'Two');
    const fromToast = flow.remove(entry(1).key);
    await pass(0);
    flow.undo();
    fromToast();
    await pass(500);
    expect(shown()).toEqual(['One', 'Two']);
    expect(server.texts()).toEqual(['One', 'Two']);
    expect(flow.redo()).not.toBeNull();
    expect(shown()).toEqual(['One']);
  });

  test('a step that comes back is named by its new id in tokens, too', async () => {
    const { flow, entry, shown, type, entries } = await opened('One', 'Two');
    const former = entry(1).step.id;
    type(0, `You said {%answer:${former}|nothing%}`);
    await pass(300);
    flow.remove(entry(1).key);
    await pass(0);
    flow.undo();
    await pass(500);
    expect(shown()[0]).toBe(`You said {%answer:${entries()[1]?.step.id}|nothing%}`);
  });
});

describe('several new steps on their way at once', () => {
  test('a later one put before an earlier one', async () => {
    const { flow, shown, server } = await opened('One', 'Two');
    flow.add(words('X'), 2);
    flow.add(words('Y'), 1);
    await pass(1000);
    expect(shown()).toEqual(['Y', 'One', 'X', 'Two']);
    expect(server.texts()).toEqual(shown());
  });

  test('one of them deleted before it was sent, an old step deleted and another moved meanwhile', async () => {
    const { flow, entry, shown, server } = await opened('Zero', 'One', 'Two', 'Three');
    flow.add(words('X'), 3);
    flow.add(words('Y'), 4);
    flow.remove(entry(2).key);
    flow.remove(entry(0).key);
    flow.move(entry(3).key, 1);
    await pass(1000);
    expect(shown()).toEqual(['Three', 'One', 'Y', 'Two']);
    expect(server.texts()).toEqual(shown());
  });
});

describe('copies', () => {
  test('what a step says of itself, its copy says of itself', async () => {
    const { flow, entry, entries, server } = await opened('One');
    const { id } = entry(0).step;
    flow.edit(
      entry(0).key,
      (step) => ({ ...step, next: id, loop: { max: 2, step: id, message: `{%answer:${id}%}` } }) as Step,
    );
    await pass(0);
    flow.copy(entry(0).key);
    await pass(1000);
    const copied = entries()[1]?.step as Step;
    expect(copied).toMatchObject({
      next: copied.id,
      loop: { step: copied.id, message: `{%answer:${copied.id}%}` },
    });
    expect(entries()[0]?.step).toMatchObject({ next: id, loop: { step: id } });
    expect(server.log.at(-1)).toMatch(new RegExp(`^save ${copied.id} `));
  });
});

describe('pasting', () => {
  const copied = [
    { step: { ...words('A', 7), next: 8 } as Step, version: null },
    { step: words('B', 8), version: null },
  ];

  test('shows the copies where they were put; one Undo takes all of them back, Redo brings them again', async () => {
    const { flow, shown, entries, server } = await opened('One', 'Two');
    const keys = await flow.paste(copied, 2);
    expect(shown()).toEqual(['One', 'A', 'B', 'Two']);
    expect(keys).toEqual(
      entries()
        .slice(1, 3)
        .map(({ key }) => key),
    );
    flow.undo();
    await pass(0);
    expect(server.texts()).toEqual(['One', 'Two']);
    flow.redo();
    await pass(1000);
    expect(server.texts()).toEqual(['One', 'A', 'B', 'Two']);
    expect(entries()[1]?.step.next).toBe(entries()[2]?.step.id);
  });

  test('says when it failed and changes nothing', async () => {
    const { flow, shown, server, told } = await opened('One');
    server.failOnce(lost);
    expect(await flow.paste(copied, 1)).toEqual([]);
    expect(told).toEqual(['Add Object Failed']);
    expect(shown()).toEqual(['One']);
  });

  test('what was copied is there in another tab, of the same person only, and unreadable things are not', () => {
    putSteps(3, copied);
    expect(takeSteps(3)).toMatchObject([{ step: { text: 'A', next: 8 } }, { step: { text: 'B' } }]);
    expect(takeSteps(4)).toEqual([]);
    localStorage.setItem('parley:copied-steps:3', '[{"TYPE":"SING"}]');
    expect(takeSteps(3)).toEqual([]);
  });
});

describe('new steps and a server that cannot be reached', () => {
  test('a reload shows them again, with what was typed, and adds them once', async () => {
    const first = await opened('One');
    first.server.fail(lost);
    const key = first.flow.add(words('New'), 2);
    await pass(500);
    first.flow.edit(key, (step) => ({ ...step, text: 'New and longer' }) as Step, 'after-pause');
    first.server.fail(null);
    const second = await openedOn(first.server);
    expect(second.shown()).toEqual(['One', 'New and longer']);
    await pass(500);
    expect(first.server.texts()).toEqual(['One', 'New and longer']);
    expect(sessionStorage.getItem('draft:1:flow:campaign:1:added')).toBeNull();
  });

  test('one whose addition had arrived after all is not added again', async () => {
    const first = await opened('One');
    const release = first.server.hold();
    first.flow.add({ ...blankStep('message'), text: 'New' } as Step, 2);
    await pass(500);
    release();
    const kept = sessionStorage.getItem('draft:1:flow:campaign:1:added');
    await pass(0);
    expect(first.server.texts()).toEqual(['One', 'New']);
    // As the storage was when the page went away, before the answer came.
    sessionStorage.setItem('draft:1:flow:campaign:1:added', kept ?? '');
    const second = await openedOn(first.server);
    await pass(500);
    expect(second.shown()).toEqual(['One', 'New']);
    expect(first.server.texts()).toEqual(['One', 'New']);
  });
});
