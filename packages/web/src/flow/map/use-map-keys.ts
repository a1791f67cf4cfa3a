/** What keys do on the map, while a step of it has the focus. */
import { useReactFlow } from '@xyflow/react';
import type { KeyboardEvent } from 'react';
import { useEditorUi } from '../editor/ui-state.ts';
import { useStepActions } from '../editor/use-actions.ts';
import { useFlow } from '../store/use-flow.ts';
import type { FlowGraph, MapStep } from './graph.ts';
import type { Box } from './layout.ts';
import { useMap } from './map-context.ts';
import { whenNode } from './when-node.ts';

type MapKeys = { graph: FlowGraph; bounds: Box; onStep: (step: number) => void };

export function useMapKeys({ graph, bounds, onStep }: MapKeys) {
  const { flow } = useFlow();
  const { isReadOnly, connect } = useMap();
  const { remove } = useStepActions();
  const { zoomIn, zoomOut, fitBounds, setCenter, getZoom, getNode } = useReactFlow();
  const go = (to: MapStep | undefined) => {
    const at = to && getNode(to.id);
    if (!at) return;
    const middle = {
      x: at.position.x + (at.width ?? 0) / 2,
      y: at.position.y + (at.height ?? 0) / 2,
    };
    void setCenter(middle.x, middle.y, { zoom: getZoom() }).then(() =>
      whenNode(to.step.id, (node) => node.focus({ preventScroll: true })),
    );
  };
  const keyOf = (id: number) => flow.store.getState().entries.find(({ step }) => step.id === id)?.key;
  const onZoomKey: Record<string, () => void> = {
    '+': () => void zoomIn(),
    '=': () => void zoomIn(),
    '-': () => void zoomOut(),
    '0': () => void fitBounds(bounds, { padding: 0.04 }),
  };
  const onStepKey: Record<string, (step: MapStep) => void> = {
    Enter: ({ step }) => onStep(step.id),
    ' ': ({ step }) => onStep(step.id),
    ArrowDown: (step) => go(neighbours(graph, step).below),
    ArrowUp: (step) => go(neighbours(graph, step).above),
    ArrowRight: (step) => go(neighbours(graph, step).after),
    ArrowLeft: (step) => go(neighbours(graph, step).before),
  };
  const onEditKey: Record<string, (step: MapStep) => void> = {
    a: ({ step }) => useEditorUi.setState({ quickAddAt: step.position + 1 }),
    g: ({ step }) => connect(step.id),
    Delete: (node) => {
      const { above, before } = neighbours(graph, node);
      const key = keyOf(node.step.id);
      if (key === undefined) return;
      remove(key);
      go(above ?? before);
    },
  };
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
    const id = event.target.closest<HTMLElement>('.react-flow__node')?.dataset.id;
    const node = graph.nodes.find((each) => each.id === id);
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const onStepOf = onStepKey[key] ?? (isReadOnly ? undefined : onEditKey[key]);
    const run = node?.kind === 'step' && onStepOf ? () => onStepOf(node) : onZoomKey[key];
    if (!run) return;
    event.preventDefault();
    run();
  };
}

/** Along the lines, and in the order of the steps. */
function neighbours({ nodes, edges }: FlowGraph, { id, step }: MapStep) {
  const steps = nodes.filter((node) => node.kind === 'step');
  const byId = (wanted: string | undefined) => steps.find((each) => each.id === wanted);
  const leaving = edges
    .filter(({ from, to }) => from === id && byId(to))
    .toSorted((one, other) => one.port - other.port);
  return {
    below: byId(leaving[0]?.to) ?? steps.find((each) => each.step.position === step.position + 1),
    above: byId(edges.find(({ from, to }) => to === id && from !== id)?.from),
    before: steps.find((each) => each.step.position === step.position - 1),
    after: steps.find((each) => each.step.position === step.position + 1),
  };
}
