import { useEffect, useRef } from 'react';
import { useQueryParam } from '../../data/use-query-param.ts';
import type { Entry } from '../store/entry.ts';
import { useFlow, useFlowState } from '../store/use-flow.ts';
import { editBeside, setOpen, showCard, useEditorUi } from './ui-state.ts';

/** More than these would only make the address long. */
const MOST_NAMED = 20;

/** A new address has all links drawn again: first the step shows, then it is named. */
const PAUSE_MS = 100;

const namesOf = (entries: readonly Entry[], open: ReadonlySet<string>) =>
  entries
    .filter(({ key, step }) => open.has(key) && step.id > 0)
    .slice(0, MOST_NAMED)
    .map(({ step }) => step.id)
    .join('.');

/**
 * Which steps are open stands in the address (`?open=12.15`), so that a reload, a link and the way back find
 * them open. Draws nothing: what asks for the entries is drawn again on each key.
 */
export function OpenSteps() {
  const { flow } = useFlow();
  const [named, name] = useQueryParam('open');
  const open = useEditorUi((ui) => ui.open);
  const isReady = useFlowState((state) => state.phase === 'ready');
  const shown = useFlowState((state) => namesOf(state.entries, open));
  const asked = useRef<string | null>(named);
  useEffect(() => {
    if (!isReady) return undefined;
    const wanted = asked.current?.split('.') ?? [];
    asked.current = null;
    const { entries } = flow.store.getState();
    const found = entries.filter(({ key, step }) => wanted.includes(String(step.id)) && !open.has(key));
    for (const { key } of found) setOpen(key, true);
    if (found[0] && useEditorUi.getState().view === 'map') editBeside(found[0].key);
    else if (found[0]) showCard(found[0].key);
    else if (named !== shown) {
      const timer = setTimeout(() => name(shown), PAUSE_MS);
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [isReady, flow, open, named, shown, name]);
  return null;
}
