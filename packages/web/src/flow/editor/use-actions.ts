import { isStepFix } from '@parley/engine/apply-fix.ts';
import type { Fix } from '@parley/engine/finding.ts';
import type { Step, StepType } from '@parley/engine/flow.ts';
import { useMemo } from 'react';
import { newStep } from '../model/copy.ts';
import { titleOf } from '../steps/looks.ts';
import type { NewBranch } from '../steps/new-branch.ts';
import { useClipboard } from '../store/clipboard.ts';
import type { Entry } from '../store/entry.ts';
import { useFlow } from '../store/use-flow.ts';
import { goToCard, showCard, useEditorUi } from './ui-state.ts';
import { showUndo } from './undo-toast.tsx';
import { wordings } from './wordings.ts';

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
      putRight: (fix: Fix) => {
        const blank = newStep('final-message');
        const sorry = { ...blank, text: wordings.useActions.sorry } as Step;
        const key = flow.fix(fix, fix.do === 'add-error-path' ? sorry : blank, blank);
        if (key !== '') goToCard(key, !isStepFix(fix) ? 'field' : 'card');
      },
      copy: (key: string) => goToCard(flow.copy(key)),
      /** What was copied last, below the step that was worked on last. */
      paste: async () => {
        const [first] = await flow.paste(take(), nextPosition());
        if (first) goToCard(first);
      },
      move: (key: string, position: number) => {
        flow.move(key, position);
        showCard(key);
      },
      remove: (key: string) => {
        const step = byKey(key)?.step;
        if (!step) return;
        const bringBack = flow.remove(key);
        const neighbour = entries()[Math.min(step.position, entries().length) - 1];
        if (neighbour)
          document.querySelector<HTMLElement>(`#card-${CSS.escape(neighbour.key)} [data-head]`)?.focus();
        // Back by other ways: undone by the keyboard, or the server could not delete it.
        const isBack = (entry: Entry) => entry.key === key || entry.step.id === step.id;
        showUndo(
          wordings.useActions.deleted(titleOf(step)),
          () => {
            bringBack();
            goToCard(key);
          },
          (over) => flow.store.subscribe(({ entries }) => entries.some(isBack) && over()),
        );
      },
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
