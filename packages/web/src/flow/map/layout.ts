/** Where the nodes of a flow's map stand and how its lines run: from top to bottom, in pixels. */
import dagre from '@dagrejs/dagre';
import type { FlowGraph, MapEdge } from './graph.ts';

export const NODE = { width: 244, height: 92 } as const;
const LABEL_CHARACTER_PX = 6.5;
const LABEL_HEIGHT_PX = 20;
const LONGEST_LABEL = 28;

export type Point = { x: number; y: number };
export type Box = Point & { width: number; height: number };
/**
 * `nodes`: top left corners by id; `edges`: the points of each line, and the middle of its label; `bounds`:
 * of all that is drawn.
 */
export type Layout = {
  nodes: Map<string, Point>;
  edges: Map<string, { points: Point[]; label: Point }>;
  bounds: Box;
};
type LayerGraph = Parameters<NonNullable<NonNullable<Parameters<typeof dagre.layout>[1]>['customOrder']>>[0];

export function layoutOf({ nodes, edges }: FlowGraph): Layout {
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  const order = new Map(nodes.map(({ id }, index) => [id, index]));
  graph.setGraph({ rankdir: 'TB', nodesep: 36, edgesep: 20, ranksep: 44, marginx: 16, marginy: 16 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) graph.setNode(id, { ...NODE });
  // A way back is laid out as a way forth: the steps stand in their order, whatever leads back.
  const isBack = ({ from, to }: MapEdge) => (order.get(from) ?? 0) > (order.get(to) ?? 0);
  for (const edge of edges) {
    const { id, from, to, label, isJump } = edge;
    const width = label === '' ? 0 : shortLabel(label).length * LABEL_CHARACTER_PX + 12;
    const height = label === '' ? 0 : LABEL_HEIGHT_PX;
    // The steps in their order make the spine.
    const [above, below] = isBack(edge) ? [to, from] : [from, to];
    graph.setEdge(above, below, { width, height, labelpos: 'c', weight: isJump ? 1 : 4 }, id);
  }
  dagre.layout(graph, {
    customOrder: (layers, order) => order(layers, { constraints: answersInOrder(layers, edges) }),
  });
  const boxes = [
    ...graph.nodes().map((id) => boxOf(graph.node(id))),
    // The line's bends, and its label.
    ...graph.edges().flatMap((edge) => {
      const { points = [], ...label } = graph.edge(edge);
      return [...points.map(boxOf), ...(label.width ? [boxOf(label)] : [])];
    }),
  ];
  return {
    bounds: around(boxes),
    nodes: new Map(
      nodes.map(({ id }) => {
        const { x = 0, y = 0 } = graph.node(id);
        return [id, { x: x - NODE.width / 2, y: y - NODE.height / 2 }];
      }),
    ),
    edges: new Map(
      edges.map((edge) => {
        const { id, from, to } = edge;
        const back = isBack(edge);
        const { points = [], x = 0, y = 0 } = graph.edge(back ? to : from, back ? from : to, id);
        return [id, { points: back ? points.toReversed() : points, label: { x, y } }];
      }),
    ),
  };
}

/**
 * The ways on from a step stand from left to right as its answers do. In the layers each line has a place of
 * its own right below the step it comes from, so that no two of these wishes contradict each other.
 */
function answersInOrder(layers: LayerGraph, edges: readonly MapEdge[]): { left: string; right: string }[] {
  const numbers = new Map(edges.map(({ id, from }, index) => [id, { from, index }]));
  const lineOf = (place: string) => numbers.get(layers.node(place).edgeObj?.name ?? '');
  return layers.nodes().flatMap((step) => {
    const ways = (layers.successors(step) ?? []).filter((place) => lineOf(place)?.from === step);
    const sorted = ways.toSorted((one, other) => (lineOf(one)?.index ?? 0) - (lineOf(other)?.index ?? 0));
    return sorted.slice(1).map((right, index) => ({ left: sorted[index] ?? '', right }));
  });
}

type Placed = { x?: number; y?: number; width?: number; height?: number };
/** From the middle and the size. */
const boxOf = ({ x = 0, y = 0, width = 0, height = 0 }: Placed): Box => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
});

function around(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

const MARGIN = 16;
const READABLE_ZOOM = { least: 0.65, most: 1 };

/** The view to begin with: as much of the width as can be read, the first step on top. */
export function firstLook({ nodes, bounds }: Layout, frameWidth: number): Point & { zoom: number } {
  const wanted = (frameWidth - 2 * MARGIN) / bounds.width;
  const zoom = Math.min(READABLE_ZOOM.most, Math.max(READABLE_ZOOM.least, wanted));
  const [first = { x: 0, y: 0 }] = nodes.values();
  const middle = wanted < READABLE_ZOOM.least ? first.x + NODE.width / 2 : bounds.x + bounds.width / 2;
  return { x: frameWidth / 2 - middle * zoom, y: MARGIN, zoom };
}

export const shortLabel = (label: string) =>
  label.length <= LONGEST_LABEL ? label : `${label.slice(0, LONGEST_LABEL - 1).trimEnd()}…`;

/** The points as one soft line: SVG path data. */
export function pathOf(points: readonly Point[]): string {
  const [start, ...rest] = points;
  const end = rest.at(-1);
  if (!start || !end) return '';
  const bends = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? end;
    const half = index === rest.length - 2 ? next : middle(point, next);
    return `Q${point.x},${point.y} ${half.x},${half.y}`;
  });
  return [`M${start.x},${start.y}`, ...(bends.length > 0 ? bends : [`L${end.x},${end.y}`])].join(' ');
}

const middle = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
