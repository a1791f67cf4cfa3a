/** The drawing itself: nodes, lines, and what pointer and keys do on it. */
import '@xyflow/react/dist/base.css';
import { ActionIcon, Group, Tooltip, useComputedColorScheme, VisuallyHidden } from '@mantine/core';
import type { Finding } from '@parley/engine/finding.ts';
import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import {
  MarkerType,
  type OnConnectEnd,
  Panel,
  ReactFlow,
  type ReactFlowInstance,
  useReactFlow,
  useStore,
} from '@xyflow/react';
import { type MouseEvent, useCallback, useEffect, useId, useMemo, useRef } from 'react';
import { useFindings } from '../editor/findings.ts';
import { useNames } from '../editor/use-names.ts';
import { portsOf } from '../model/ports.ts';
import type { Names } from '../steps/step-looks.ts';
import { useFlow } from '../store/use-flow.ts';
import { COUNTED } from './count-words.ts';
import { FAR_ZOOM, FarCampaignNode, FarStepNode, FarWayEdge } from './far-parts.tsx';
import { type FlowGraph, type MapNode, stepNode } from './graph.ts';
import { type Box, firstLook, type Layout, layoutOf } from './layout.ts';
import { pathOf } from './line-course.ts';
import classes from './map.module.css';
import { useMap } from './map-context.ts';
import {
  CampaignNode,
  type CampaignNodeType,
  JUMP_COLOUR,
  StepNode,
  type StepNodeType,
  WAY_COLOUR,
  WayEdge,
  type WayEdgeType,
} from './map-parts.tsx';
import { NODE } from './map-sizes.ts';
import { useMapKeys } from './use-map-keys.ts';
import { type MapCounts, NO_COUNT } from './use-step-counts.ts';
import { whenNode } from './when-node.ts';
import { wordings } from './wordings.ts';
import { nodeWords, wayWords } from './words.ts';

const words = wordings.canvas;
const NODE_TYPES = {
  step: StepNode,
  campaign: CampaignNode,
  'far-step': FarStepNode,
  'far-campaign': FarCampaignNode,
};
const EDGE_TYPES = { way: WayEdge, 'far-way': FarWayEdge };
/** So thick is a line that everybody took; the thinnest is that of a way that nobody did. */
const WIDTH_PX = { least: 1.5, most: 9 } as const;
const ZOOM = { least: 0.01, most: 1.5, found: 1 } as const;

/** A step to be brought into the middle; a new object each time. */
export type Sought = { step: number };

type CanvasProps = {
  graph: FlowGraph;
  sought: Sought | null;
  /** The step that is open beside. */
  open: number | null;
  onStep: (step: number) => void;
};

export function Canvas({ graph, sought, open, onStep }: CanvasProps) {
  const { isReadOnly, counts, openCount, connect } = useMap();
  const scheme = useComputedColorScheme('light');
  const frame = useRef<HTMLDivElement>(null);
  const hint = useId();
  const layout = useLayout(graph);
  const isFar = useStore(({ transform: [, , zoom] }) => zoom < FAR_ZOOM);
  const nodes = useNodes(graph, layout, open, isFar);
  const edges = useEdges(graph, layout, counts, { isReadOnly, isFar });
  const onKeyDown = useMapKeys({ graph, bounds: layout.bounds, onStep });
  const onConnectEnd = useConnecting();
  useSeeking(layout, sought, open);
  const onNodeClick = ({ target }: MouseEvent, { id }: { id: string }) => {
    const node = graph.nodes.find((each) => each.id === id);
    if (node?.kind !== 'step' || !(target instanceof Element)) return;
    const key = target.closest<HTMLElement>('[data-count]')?.dataset.count;
    const counted = COUNTED.find((each) => each.key === key);
    const port = target.closest<HTMLElement>('[data-handleid]')?.dataset.handleid;
    if (counted)
      openCount({ step: node.step.id, what: counted.what, words: wordings.countTitles[counted.key] });
    else if (port !== undefined && !isReadOnly) connect(node.step.id, port);
    else onStep(node.step.id);
  };
  const onInit = ({ setViewport }: Pick<ReactFlowInstance, 'setViewport'>) =>
    void setViewport(firstLook(layout, frame.current?.clientWidth ?? 0));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the steps inside, which the library focuses
    <div ref={frame} className={classes.canvas} onKeyDown={onKeyDown} aria-describedby={hint}>
      <VisuallyHidden id={hint}>{words.keys}</VisuallyHidden>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        onNodeClick={onNodeClick}
        onConnectEnd={onConnectEnd}
        nodesDraggable={false}
        nodesConnectable={!isReadOnly}
        connectOnClick={false}
        edgesFocusable={false}
        elementsSelectable={false}
        nodesFocusable
        onlyRenderVisibleElements
        deleteKeyCode={null}
        colorMode={scheme}
        onInit={onInit}
        minZoom={ZOOM.least}
        maxZoom={ZOOM.most}
        attributionPosition="bottom-left"
      >
        <Panel position="bottom-right">
          <Zoom bounds={layout.bounds} />
        </Panel>
      </ReactFlow>
    </div>
  );
}

/** Made anew when what is drawn changes its shape, not at each letter that somebody types. */
function useLayout(graph: FlowGraph): Layout {
  const shape = JSON.stringify([
    graph.nodes.map((node) => [node.id, node.kind === 'step' ? node.ports.length : 1]),
    graph.edges,
  ]);
  const latest = useRef({ shape: '', layout: null as Layout | null });
  return useMemo(() => {
    const known = latest.current;
    const layout = known.layout && known.shape === shape ? known.layout : layoutOf(graph);
    latest.current = { shape, layout };
    return layout;
  }, [shape, graph]);
}

/** Brings a step into view: one that is sought, opened and cannot be seen, or was just closed. */
function useSeeking(layout: Layout, sought: Sought | null, open: number | null): void {
  const { setCenter, getZoom } = useReactFlow();
  const isInView = useIsInView();
  const places = useRef(layout);
  places.current = layout;
  useEffect(() => {
    const at = sought && places.current.nodes.get(stepNode(sought.step));
    if (!at) return;
    const zoom = Math.max(ZOOM.found, getZoom());
    void setCenter(at.x + NODE.width / 2, at.y + NODE.height / 2, { zoom }).then(() =>
      whenNode(sought.step, (node) => node.focus({ preventScroll: true })),
    );
  }, [sought, setCenter, getZoom]);
  useShownBeside(layout, open);
  const last = useRef(open);
  useEffect(() => {
    const closed = last.current;
    last.current = open;
    const at = open === null && closed !== null && places.current.nodes.get(stepNode(closed));
    if (!at || isInView(at)) return;
    void setCenter(at.x + NODE.width / 2, at.y + NODE.height / 2, { zoom: getZoom() }).then(() =>
      whenNode(closed, (node) => {
        // Unless it has gone on meanwhile.
        if (document.activeElement === document.body) node.focus({ preventScroll: true });
      }),
    );
  }, [open, setCenter, getZoom, isInView]);
}

/**
 * Whether the step at a place is seen as a whole: one that is not may be drawn no more, and lose the focus.
 */
function useIsInView(): (at: { x: number; y: number }) => boolean {
  const { getViewport } = useReactFlow();
  return useCallback(
    ({ x, y }) => {
      const frame = document.querySelector<HTMLElement>(`.${classes.canvas}`);
      if (!frame) return true;
      const view = getViewport();
      const [left, top] = [x * view.zoom + view.x, y * view.zoom + view.y];
      const isWide = left >= 0 && left + NODE.width * view.zoom <= frame.clientWidth;
      return isWide && top >= 0 && top + NODE.height * view.zoom <= frame.clientHeight;
    },
    [getViewport],
  );
}

/** The panel covers a part of the map: what is open moves out from under it. */
function useShownBeside(layout: Layout, open: number | null): void {
  const { getViewport, setViewport } = useReactFlow();
  const at = open === null ? undefined : layout.nodes.get(stepNode(open));
  const x = at?.x;
  const y = at?.y;
  useEffect(() => {
    const frame = document.querySelector<HTMLElement>(`.${classes.canvas}`);
    if (x === undefined || y === undefined || !frame) return;
    const view = getViewport();
    const free = { width: frame.clientWidth - panelWidth(frame.clientWidth), height: frame.clientHeight };
    const left = x * view.zoom + view.x;
    const top = y * view.zoom + view.y;
    const [width, height] = [NODE.width * view.zoom, NODE.height * view.zoom];
    if (free.width < width) return;
    const isSeen = { x: left >= 0 && left + width <= free.width, y: top >= 0 && top + height <= free.height };
    if (isSeen.x && isSeen.y) return;
    void setViewport({
      x: isSeen.x ? view.x : (free.width - width) / 2 - x * view.zoom,
      y: isSeen.y ? view.y : (free.height - height) / 2 - y * view.zoom,
      zoom: view.zoom,
    });
  }, [x, y, getViewport, setViewport]);
}

/** As map.module.css says of `.panel`. */
const PANEL = { width: 400, wholeBelow: 560 } as const;
const panelWidth = (frame: number) => (frame < PANEL.wholeBelow ? frame : PANEL.width);

/** A line that is pulled from a port to a step leads there; let go elsewhere, it asks where to. */
function useConnecting(): OnConnectEnd {
  const { flow } = useFlow();
  const { connect } = useMap();
  return (event, { fromHandle, fromNode }) => {
    const port = fromHandle?.id;
    if (port === null || port === undefined || !fromNode) return;
    const { clientX, clientY } = 'changedTouches' in event ? (event.changedTouches[0] ?? NOWHERE) : event;
    const over = document.elementFromPoint(clientX, clientY);
    const target = over?.closest<HTMLElement>('.react-flow__node')?.dataset.id;
    const { entries } = flow.store.getState();
    const from = entries.find(({ step }) => stepNode(step.id) === fromNode.id);
    if (!from || target === fromNode.id || !over?.closest('.react-flow')) return;
    const to = entries.find(({ step }) => stepNode(step.id) === target);
    const chosen = portsOf(from.step).find(({ key }) => key === port);
    if (to && chosen) flow.edit(from.key, (step) => chosen.link(step, to.step.id));
    else if (target === undefined) connect(from.step.id, port);
  };
}
const NOWHERE = { clientX: -1, clientY: -1 };

/** What the mark of a step says to those who do not see it. */
const FAULT_WORDS = { error: words.hasAnError, warning: words.hasAWarning, none: '' };

function useNodes(graph: FlowGraph, layout: Layout, open: number | null, isFar: boolean) {
  const { isReadOnly, counts } = useMap();
  const findings = useFindings();
  const names = useNames();
  return useMemo(() => {
    const worst = isReadOnly ? new Map<number, Finding['severity']>() : worstOf(findings ?? []);
    const isPartial = counts?.isPartial ?? false;
    const frame = (node: MapNode) => ({
      id: node.id,
      position: layout.nodes.get(node.id) ?? { x: 0, y: 0 },
      width: NODE.width,
      height: NODE.height,
    });
    return graph.nodes.map((node): StepNodeType | CampaignNodeType => {
      if (node.kind === 'campaign') {
        const name = names.campaign(node.campaign) ?? words.aCampaignThatWasDeleted;
        const type = isFar ? 'far-campaign' : 'campaign';
        return { ...frame(node), type, data: { name }, focusable: false };
      }
      const { id } = node.step;
      const count = counts ? (counts.byStep.get(id) ?? NO_COUNT) : null;
      return {
        ...frame(node),
        type: isFar ? 'far-step' : 'step',
        ariaRole: 'button',
        ariaLabel: `${nodeWords(node, count, isPartial)}${FAULT_WORDS[worst.get(id) ?? 'none']}`,
        data: {
          node,
          counts: count,
          isPartial,
          worst: worst.get(id) ?? null,
          isOpen: open === id,
          isReadOnly,
        },
      };
    });
  }, [graph, layout, counts, findings, names, isReadOnly, open, isFar]);
}

function worstOf(findings: readonly Finding[]): Map<number, Finding['severity']> {
  const worst = new Map<number, Finding['severity']>();
  for (const { step, severity } of findings)
    if (severity === 'error' || !worst.has(step)) worst.set(step, severity);
  return worst;
}

type Look = Pick<NonNullable<WayEdgeType['data']>, 'isReadOnly'> & { isFar: boolean };

function useEdges(
  graph: FlowGraph,
  layout: Layout,
  counts: MapCounts | null,
  { isReadOnly, isFar }: Look,
): WayEdgeType[] {
  const names = useNames();
  const edges = useMemo(() => edgesOf(graph, layout, names, counts), [graph, layout, names, counts]);
  return useMemo(
    () =>
      edges.map((edge) => ({
        ...edge,
        type: isFar ? 'far-way' : 'way',
        data: { ...edge.data, isReadOnly },
      })),
    [edges, isReadOnly, isFar],
  );
}

function edgesOf(graph: FlowGraph, layout: Layout, names: Names, counts: MapCounts | null) {
  const campaign = (known: number) => words.campaign(names.campaign(known) ?? 'deleted');
  const ids = new Map(graph.nodes.map((node) => [node.id, node.kind === 'step' ? node.step.id : null]));
  return graph.edges.map((edge) => {
    const { id, from, to, label, isJump } = edge;
    const way = layout.edges.get(id);
    const count = counts?.byWay.get(id) ?? 0;
    const color = isJump ? JUMP_COLOUR : WAY_COLOUR;
    return {
      id,
      source: from,
      target: to,
      ariaLabel: wayWords(graph, edge, campaign),
      markerEnd: {
        type: MarkerType.ArrowClosed,
        width: 16,
        height: 16,
        markerUnits: 'userSpaceOnUse',
        color,
      },
      data: {
        path: way ? pathOf(way) : '',
        label,
        at: way?.label ?? { x: 0, y: 0 },
        isJump,
        from: ids.get(from) ?? 0,
        to: ids.get(to) ?? null,
        words: wayWords(graph, edge, campaign),
        count,
        isPartial: counts?.isPartial ?? false,
        width: widthOf(count, counts?.mostOfWay ?? 0),
      },
    };
  });
}

const widthOf = (count: number, most: number) =>
  most === 0 ? WIDTH_PX.least : WIDTH_PX.least + (WIDTH_PX.most - WIDTH_PX.least) * (count / most);

function Zoom({ bounds }: { bounds: Box }) {
  const { zoomIn, zoomOut, fitBounds } = useReactFlow();
  const tools = [
    { label: words.zoomIn, Icon: IconPlus, run: () => zoomIn() },
    { label: words.zoomOut, Icon: IconMinus, run: () => zoomOut() },
    {
      label: words.showTheWholeMap,
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
