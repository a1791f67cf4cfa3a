/** Which steps are selected together, and by which ways. */
import { useShallow } from 'zustand/react/shallow';
import type { Entry } from '../store/entry.ts';
import { useFlowState } from '../store/use-flow.ts';
import { useEditorUi } from './ui-state.ts';

export function toggleChosen(key: string): void {
  useEditorUi.setState(({ chosen }) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    return { chosen: next, anchor: key };
  });
}

/** The card that was worked on last. */
export function toggleSelected(): void {
  const { selected } = useEditorUi.getState();
  if (selected !== null) toggleChosen(selected);
}

/** All from where the selection began to this one; `keys`: of the flow, in order. */
export function chooseUpTo(key: string, keys: readonly string[]): void {
  useEditorUi.setState(({ anchor, selected }) => {
    const from = [anchor, selected].find((each) => each !== null && keys.includes(each)) ?? key;
    const [first = 0, last = 0] = [keys.indexOf(from), keys.indexOf(key)].toSorted((a, b) => a - b);
    return { chosen: new Set(keys.slice(first, last + 1)), anchor: from };
  });
}

/** By a press on what selects it: with Shift all up to it. */
export function chooseBy(press: Event, key: string, keys: readonly string[]): void {
  if ('shiftKey' in press && press.shiftKey) chooseUpTo(key, keys);
  else toggleChosen(key);
}

export const clearChosen = () => useEditorUi.setState({ chosen: new Set(), anchor: null });

/** The selected steps that are there, in their order. */
export function useChosen(): Entry[] {
  const chosen = useEditorUi((ui) => ui.chosen);
  return useFlowState(useShallow(({ entries }) => entries.filter(({ key }) => chosen.has(key))));
}
