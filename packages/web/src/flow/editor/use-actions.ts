import { isStepFix } from '@parley/engine/apply-fix.ts';
import type { Fix } from '@parley/engine/finding.ts';
import type { Step, StepType } from '@parley/engine/flow.ts';
import { useMemo } from 'react';
import { newStep } from '../model/copy.ts';
import { titleOf } from '../steps/looks.ts';
import type { NewBranch } from '../steps/new-branch.ts';
import { useClipboard } from '../store/clipboard.ts';
import type { Entry } from '../store/entry.ts';
import type { FlowStore } from '../store/flow-store.ts';
import { useFlow } from '../store/use-flow.ts';
import { goToCard, showCard, useEditorUi } from './ui-state.ts';
import { showUndo } from './undo-toast.tsx';
import { wordings } from './wordings.ts';

/** Deletes steps, and offers to take that back. */
function removeWithUndo(flow: FlowStore, keys: readonly string[]): void {
  const entries = () => flow.store.getState().entries;
  const gone = entries().filter(({ key }) => keys.includes(key));
  const [first] = gone;
  if (!first) return;
  const bringBack = flow.remove(...keys);
  const removal = flow.store.getState().history.past.at(-1);
  const neighbour = entries()[Math.min(first.step.position, entries().length) - 1];
  if (neighbour)
    document.querySelector<HTMLElement>(`#card-${CSS.escape(neighbour.key)} [data-head]`)?.focus();
  // Back by other ways: undone by the keyboard, or the server could not delete it. What somebody else has
  // touched cannot be taken back any more.
  const isBack = (entry: Entry) =>
    gone.some(({ key, step }) => entry.key === key || entry.step.id === step.id);
  showUndo(
    gone.length === 1
      ? wordings.useActions.deleted(titleOf(first.step))
      : wordings.useActions.deletedMany(gone.length),
    () => {
      bringBack();
      goToCard(first.key);
    },
    (over) =>
      flow.store.subscribe(
        ({ entries, history }) =>
          (entries.some(isBack) || !(removal && history.past.includes(removal))) && over(),
      ),
  );
}

/** What the author can do to the order of steps, with what shows afterwards. */
export function useStepActions() {
  const { flow } = useFlow();
  const { take } = useClipboard();
  return useMemo(() => {
    const entries = () => flow.store.getState().entries;
    const byKey = (key: string) => entries().find((entry) => entry.key === key);

    /** Below the step that was worked on last, else at the end. */
    const nextPosition = () => {
      const { selected } = useEditorUi.getState();
      const at = selected === null ? undefined : byKey(selected);
      return (at?.step.position ?? entries().length) + 1;
    };
    return {
      add: (type: StepType, position = nextPosition()) => {
        const key = flow.insert(newStep(type), position);
        goToCard(key, 'field');
      },
      /** A new step for one way of another step. */
      branchOff: (from: string, ...[type, way]: Parameters<NewBranch>) => {
        const key = flow.branchOff(from, { ...way, step: newStep(type), ending: newStep('final-message') });
        goToCard(key, 'field');
      },
      /** A new step on the way from a step to another one, by its id. */
      insertBetween: (from: string, target: number, type: StepType) => {
        const step = newStep(type);
        goToCard(flow.insertBetween(from, target, { step, ending: newStep('final-message') }), 'field');
      },
      putRight: (fix: Fix) => {
        const blank = newStep('final-message');
        const sorry = { ...blank, text: wordings.useActions.sorry } as Step;
        const key = flow.fix(fix, fix.do === 'add-error-path' ? sorry : blank, blank);
        if (key !== '') goToCard(key, !isStepFix(fix) ? 'field' : 'card');
      },
      copy: (key: string) => goToCard(flow.copy(key)),
      /** What was copied last, or the given steps, below the step that was worked on last, or at a place. */
      paste: async (points = take(), position = nextPosition()) => {
        const [first] = await flow.paste(points, position);
        if (first) goToCard(first);
      },
      move: (key: string, position: number) => {
        flow.move(key, position);
        showCard(key);
      },
      remove: (...keys: string[]) => removeWithUndo(flow, keys),
      /** One step back or forward, with the card it was about in view. */
      travel: (way: 'undo' | 'redo') => {
        const key = flow[way]();
        if (key !== null) showCard(key);
      },
      /** Scrolls to a step by its id; with the name of a field, into that. */
      goTo: (id: number, field?: string) => {
        const target = entries().find(({ step }) => step.id === id);
        if (target) goToCard(target.key, field === undefined ? 'card' : { field });
      },
      nextPosition,
    };
  }, [flow, take]);
}
