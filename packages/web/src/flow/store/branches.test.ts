import { isQuestion, type Step } from '@parley/engine/flow.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newStep } from '../model/copy.ts';
import { chooseNext } from '../model/intents.ts';
import { createFlowStore } from './flow-store.ts';
import { lost, opened, textOf, words } from './memory-server.ts';

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const linked = (from: Step, answer: number, next: number): Step =>
  isQuestion(from)
    ? { ...from, intents: from.intents.map((each, at) => (at === answer ? chooseNext(each, next) : each)) }
    : from;
const waysOf = (step: Step | undefined) =>
  step && isQuestion(step) ? step.intents.map(({ next }) => next) : [];

/** A flow with a question of two answers at its end. */
async function withQuestion(...texts: string[]) {
  const open = await opened(...texts);
  open.flow.add({ ...newStep('choice-question'), text: 'Tea?' } as Step, texts.length + 1);
  await pass(500);
  const question = open.entry(texts.length).key;
  const branchOff = (text: string, answer: number) => {
    const from = open.entry(texts.length).step;
    return open.flow.branchOff(question, {
      step: words(text),
      ending: { ...newStep('final-message'), text: 'End' } as Step,
      upToThis: waysOf(from).slice(0, answer + 1),
      link: (step, next) => linked(step, answer, next),
    });
  };
  const stored = async () => (await open.server.wire.read()).map(({ step }) => step);
  return { ...open, branchOff, stored, question };
}

describe('a new step from an answer', () => {
  test('is linked at once, and stored with its link once it has its id', async () => {
    const { branchOff, stored, shown, entry } = await withQuestion('Hello');
    branchOff('Black or green?', 0);
    expect(shown()).toEqual(['Hello', 'Tea?', 'Black or green?', 'End']);
    expect(waysOf(entry(1).step)).toEqual([entry(2).step.id, 0]);
    await pass(1500);
    const [, question, branch, end] = await stored();
    expect(branch && end && [...waysOf(question), question?.next, branch.next]).toEqual([
      branch?.id,
      0,
      end?.id,
      end?.id,
    ]);
    expect(branch?.id).toBeGreaterThan(0);
  });

  test('is one step of undo, with its link and its ending, and of redo', async () => {
    const { flow, branchOff, stored, shown } = await withQuestion();
    branchOff('Black', 0);
    await pass(1500);
    branchOff('None', 1);
    await pass(1500);
    const both = await stored();
    flow.undo();
    flow.undo();
    expect(shown()).toEqual(['Tea?']);
    await pass(1500);
    expect((await stored()).map((step) => [textOf(step), step.next, ...waysOf(step)])).toEqual([
      ['Tea?', 0, 0, 0],
    ]);
    flow.redo();
    flow.redo();
    await pass(3000);
    const again = await stored();
    expect(again.map(textOf)).toEqual(['Tea?', 'Black', 'None', 'End']);
    const placesOf = (steps: Step[]) =>
      steps.map((step) => [step.next, ...waysOf(step)].map((to) => steps.findIndex(({ id }) => id === to)));
    expect(placesOf(again)).toEqual(placesOf(both));
  });

  test('undone before it was stored, it never is', async () => {
    const { flow, branchOff, stored } = await withQuestion('Hello');
    branchOff('Black', 0);
    flow.undo();
    await pass(2000);
    expect((await stored()).map(textOf)).toEqual(['Hello', 'Tea?']);
    flow.redo();
    await pass(3000);
    const [, question, branch] = await stored();
    expect(waysOf(question)).toEqual([branch?.id, 0]);
  });

  test('made while the server cannot be reached, it and its link outlive a reload', async () => {
    const { server, branchOff, stored } = await withQuestion();
    server.fail(lost);
    branchOff('Black', 0);
    await pass(2000);
    server.fail(null);
    const again = createFlowStore({
      wire: server.wire,
      storageKey: 'draft:1:flow:campaign:1',
      tell: () => undefined,
      clock: () => Date.now(),
    });
    await again.load();
    await pass(3000);
    const [question, branch, end] = await stored();
    expect([textOf(branch), textOf(end)]).toEqual(['Black', 'End']);
    expect([...waysOf(question), question?.next, branch?.next]).toEqual([branch?.id, 0, end?.id, end?.id]);
  });
});

describe('steps in the middle of a branch', () => {
  test('a step put at the end of a branch continues it, and is taken back in one step', async () => {
    const { flow, branchOff, entry, shown } = await withQuestion();
    branchOff('Black', 0);
    await pass(1500);
    flow.insert(words('With milk'), 3);
    await pass(1500);
    expect(shown()).toEqual(['Tea?', 'Black', 'With milk', 'End']);
    expect([entry(1).step.next, entry(2).step.next]).toEqual([0, entry(3).step.id]);
    flow.undo();
    expect(shown()).toEqual(['Tea?', 'Black', 'End']);
    expect(entry(1).step.next).toBe(entry(2).step.id);
  });

  test('deleting the end of a branch lets the step above go back where it went; Undo restores both', async () => {
    const { flow, branchOff, entry } = await withQuestion();
    branchOff('Black', 0);
    flow.insert(words('With milk'), 3);
    await pass(3000);
    const end = entry(3).step.id;
    const bringBack = flow.remove(entry(2).key);
    expect(entry(1).step.next).toBe(end);
    bringBack();
    await pass(3000);
    expect([entry(1).step.next, textOf(entry(2).step), entry(2).step.next]).toEqual([0, 'With milk', end]);
  });
});

test('a fix gives other replies the way that was found, or an ending; Undo takes it back', async () => {
  const { flow, entry, shown } = await withQuestion('Hello');
  const [hello, question] = [entry(0).step.id, entry(1).step.id];
  flow.fix({ do: 'go-on', step: question, to: hello }, words(''), words(''));
  expect(entry(1).step.next).toBe(hello);
  flow.undo();
  expect(entry(1).step.next).toBe(0);
  flow.fix({ do: 'add-ending', after: question }, words('Bye'), words(''));
  expect(shown()).toEqual(['Hello', 'Tea?', 'Bye']);
});

test('a path for failed calls is a step of its own that a call that works goes past; Undo takes both back', async () => {
  const { flow, entry, shown } = await opened('Hello', 'Done');
  flow.add({ ...newStep('api-call'), url: 'https://x.example' } as Step, 2);
  await pass(500);
  flow.fix({ do: 'add-error-path', step: entry(1).step.id }, words('Sorry'), words(''));
  expect(shown()).toEqual(['Hello', undefined, 'Sorry', 'Done']);
  flow.fix({ do: 'add-error-path', step: entry(1).step.id }, words('Sorry'), words(''));
  expect(shown()).toEqual(['Hello', undefined, 'Sorry', 'Done']);
  expect(entry(1).step).toMatchObject({ onError: entry(2).step.id, next: entry(3).step.id });
  await pass(1500);
  expect(entry(1).step).toMatchObject({ onError: entry(2).step.id });
  expect(entry(2).step.id).toBeGreaterThan(0);
  flow.undo();
  expect(shown()).toEqual(['Hello', undefined, 'Done']);
  expect(entry(1).step).toMatchObject({ next: 0 });
  expect(entry(1).step).not.toMatchObject({ onError: expect.any(Number) });
});

test('a fix of one step is one step of undo, and one for a step that is gone does nothing', async () => {
  const { flow, entry } = await withQuestion('Hello');
  const question = entry(1).step.id;
  flow.fix({ do: 'end-on-silence', step: question }, words(''), words(''));
  expect(entry(1).step).toMatchObject({ wait: { unit: 'hours', amount: 24 }, onExpiry: 'end' });
  flow.undo();
  expect(entry(1).step).toMatchObject({ wait: { amount: 0 }, onExpiry: 'next' });
  expect(flow.fix({ do: 'remove', step: 999 }, words(''), words(''))).toBe('');
  flow.fix({ do: 'remove', step: entry(0).step.id }, words(''), words(''));
  flow.undo();
  expect(textOf(entry(0).step)).toBe('Hello');
});
