/**
 * The flow as a map: drawn from the same draft as the list, with how far contacts got. Looking only; the list
 * is where it changes.
 */
import '@xyflow/react/dist/base.css';
import { ActionIcon, Group, Text, Tooltip, useComputedColorScheme } from '@mantine/core';
import { calls } from '@parley/contract';
import type { Finding } from '@parley/engine/finding.ts';
import type { Flow } from '@parley/engine/flow.ts';
import { PAUSES_MS } from '@parley/rules/limits.ts';
import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import { MarkerType, Panel, ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react';
import { type KeyboardEvent, useMemo, useRef } from 'react';
import { useCall } from '../../data/use-call.ts';
import { FailedState } from '../../kit/states.tsx';
import { useFindings } from '../editor/findings.ts';
import { useNames } from '../editor/use-names.ts';
import type { Names } from '../steps/step-looks.ts';
import { useFlow } from '../store/use-flow.ts';
import { type FlowGraph, graphOf, type MapNode } from './graph.ts';
import { type Box, firstLook, type Layout, layoutOf, NODE, pathOf } from './layout.ts';
import classes from './map.module.css';
import {
  CampaignNode,
  type CampaignNodeType,
  type Counts,
  JUMP_COLOUR,
  type MapCounts,
  StepNode,
  type StepNodeType,
  WAY_COLOUR,
  WayEdge,
  type WayEdgeType,
} from './map-parts.tsx';
import { MapTable } from './map-table.tsx';
import { wordings } from './wordings.ts';
import { nodeWords, wayWords } from './words.ts';

const NODE_TYPES = { step: StepNode, campaign: CampaignNode };
const EDGE_TYPES = { way: WayEdge };
const NONE: Counts = { reached: 0, waiting: 0, answered: 0 };

type FlowMapProps = { draft: Flow; onStep: (step: number) => void };

/** What the mark of a step says to those who do not see it. */
const FAULT_WORDS = { error: wordings.flowMap.hasAnError, warning: ', has a warning', none: '' };

export function FlowMap({ draft, onStep }: FlowMapProps) {
  const graph = useMemo(() => graphOf(draft), [draft]);
  const layout = useMemo(() => layoutOf(graph), [graph]);
  const { counts, failed, retry } = useCounts();
  return (
    <section aria-label={wordings.flowMap.mapOfTheSteps}>
      <ReactFlowProvider>
        <Canvas graph={graph} layout={layout} counts={counts} onStep={onStep} />
      </ReactFlowProvider>
      {failed && (
        <FailedState title={wordings.flowMap.couldntCountHowFarContacts} error={failed} onRetry={retry} />
      )}
      {counts && (
        <Text className={classes.note ?? ''} size="xs">
          {wordings.flowMap.howManyContactsReachedEach}
          {counts.isPartial && wordings.flowMap.tooManyToCountExactly}
        </Text>
      )}
      <MapTable graph={graph} counts={counts} onStep={onStep} />
    </section>
  );
}

/** Asked again while the map is shown. A template has no conversations. */
function useCounts() {
  const { campaign, isTemplate } = useFlow();
  const { data, error, refetch } = useCall(
    calls.flow.counts,
    { campaign },
    { enabled: !isTemplate, refetchInterval: PAUSES_MS.flowCounts },
  );
  const counts = useMemo<MapCounts | null>(
    () =>
      data
        ? { byStep: new Map(data.counts.map((each) => [each.step, each])), isPartial: data.isPartial }
        : null,
    [data],
  );
  return { counts, failed: data ? null : error, retry: () => void refetch() };
}

type CanvasProps = {
  graph: FlowGraph;
  layout: Layout;
  counts: MapCounts | null;
  onStep: (step: number) => void;
};

function Canvas({ graph, layout, counts, onStep }: CanvasProps) {
  const scheme = useComputedColorScheme('light');
  const frame = useRef<HTMLDivElement>(null);
  const nodes = useNodes(graph, layout, counts);
  const names = useNames();
  const edges = useMemo(() => edgesOf(graph, layout, names), [graph, layout, names]);
  const open = (id: string | undefined) => {
    const node = graph.nodes.find((each) => each.id === id);
    if (node?.kind === 'step') onStep(node.step.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    const node = (event.target as HTMLElement).closest<HTMLElement>('.react-flow__node');
    if (!node) return;
    event.preventDefault();
    open(node.dataset.id);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the steps inside, which the library focuses
    <div ref={frame} className={classes.frame} onKeyDown={onKeyDown}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        onNodeClick={(_event, node) => open(node.id)}
        nodesDraggable={false}
        nodesConnectable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        nodesFocusable
        colorMode={scheme}
        onInit={({ setViewport }) => void setViewport(firstLook(layout, frame.current?.clientWidth ?? 0))}
        minZoom={0.1}
        maxZoom={1.5}
        preventScrolling={false}
        attributionPosition="bottom-left"
      >
        <Panel position="bottom-right">
          <Zoom bounds={layout.bounds} />
        </Panel>
      </ReactFlow>
    </div>
  );
}

function useNodes(graph: FlowGraph, layout: Layout, counts: MapCounts | null) {
  const findings = useFindings();
  const names = useNames();
  return useMemo(() => {
    const worst = worstOf(findings ?? []);
    const frame = (node: MapNode) => ({
      id: node.id,
      position: layout.nodes.get(node.id) ?? { x: 0, y: 0 },
      width: NODE.width,
      height: NODE.height,
    });
    return graph.nodes.map((node): StepNodeType | CampaignNodeType => {
      if (node.kind === 'campaign') {
        const name = names.campaign(node.campaign) ?? wordings.flowMap.aCampaignThatWasDeleted;
        return { ...frame(node), type: 'campaign', data: { name }, focusable: false };
      }
      const count = counts ? (counts.byStep.get(node.step.id) ?? NONE) : null;
      return {
        ...frame(node),
        type: 'step',
        ariaRole: 'button',
        ariaLabel: `${nodeWords(node, count, counts?.isPartial ?? false)}${FAULT_WORDS[worst.get(node.step.id) ?? 'none']}`,
        data: {
          node,
          counts: count,
          isPartial: counts?.isPartial ?? false,
          worst: worst.get(node.step.id) ?? null,
        },
      };
    });
  }, [graph, layout, counts, findings, names]);
}

function worstOf(findings: readonly Finding[]): Map<number, Finding['severity']> {
  const worst = new Map<number, Finding['severity']>();
  for (const { step, severity } of findings)
    if (severity === 'error' || !worst.has(step)) worst.set(step, severity);
  return worst;
}

function edgesOf(graph: FlowGraph, layout: Layout, names: Names): WayEdgeType[] {
  const campaign = (known: number) => wordings.flowMap.campaign(names.campaign(known) ?? 'deleted');
  return graph.edges.map((edge) => {
    const { id, from, to, label, isJump } = edge;
    const way = layout.edges.get(id);
    return {
      id,
      type: 'way',
      source: from,
      target: to,
      ariaLabel: wayWords(graph, edge, campaign),
      markerEnd: {
        type: MarkerType.ArrowClosed,
        width: 16,
        height: 16,
        color: isJump ? JUMP_COLOUR : WAY_COLOUR,
      },
      data: { path: pathOf(way?.points ?? []), label, at: way?.label ?? { x: 0, y: 0 }, isJump },
    };
  });
}

function Zoom({ bounds }: { bounds: Box }) {
  const { zoomIn, zoomOut, fitBounds } = useReactFlow();
  const tools = [
    { label: wordings.flowMap.zoomIn, Icon: IconPlus, run: () => zoomIn() },
    { label: wordings.flowMap.zoomOut, Icon: IconMinus, run: () => zoomOut() },
    {
      label: wordings.flowMap.showTheWholeMap,
      Icon: IconMaximize,
      run: () => fitBounds(bounds, { padding: 0.04 }),
    },
  ];
  return (
    <Group gap={0} className={classes.tools ?? ''}>
      {tools.map(({ label, Icon, run }) => (
        <Tooltip key={label} label={label}>
          <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={() => void run()}>
            <Icon size={18} />
          </ActionIcon>
        </Tooltip>
      ))}
    </Group>
  );
}
