import { useEffect, useRef } from 'react';
import { useQueryParam } from '../../data/use-query-param.ts';
import { useFlowState } from '../store/use-flow.ts';
import { setOpen, showCard, useEditorUi } from './ui-state.ts';

/** More than these would only make the address long. */
const MOST_NAMED = 20;

/** Which steps are open stands in the address (`?open=12.15`), so that a reload, a link and the way back find them open. */
export function useOpenSteps(): void {
  const [named, name] = useQueryParam('open');
  const open = useEditorUi((ui) => ui.open);
  const isReady = useFlowState((state) => state.phase === 'ready');
  const entries = useFlowState((state) => state.entries);
  const asked = useRef<string | null>(named);
  const shown = entries
    .filter(({ key, step }) => open.has(key) && step.id > 0)
    .slice(0, MOST_NAMED)
    .map(({ step }) => step.id)
    .join('.');
  useEffect(() => {
    if (!isReady) return;
    const wanted = asked.current?.split('.') ?? [];
    asked.current = null;
    const found = entries.filter(({ key, step }) => wanted.includes(String(step.id)) && !open.has(key));
    for (const { key } of found) setOpen(key, true);
    if (found[0]) showCard(found[0].key);
    else if (named !== shown) name(shown);
  }, [isReady, entries, open, named, shown, name]);
}
