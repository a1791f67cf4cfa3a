/**
 * Where the nodes of a flow's map stand and how its lines run: from top to bottom, in pixels. Steps stand in
 * rows, one below what leads to them; between two rows of steps is one of labels, in which each line has a
 * place of its own. A line that passes a row of steps has a place there, too.
 */
import type { FlowGraph, MapEdge } from './graph.ts';
import { type Course, courseOf } from './line-course.ts';
import { LABEL_HEIGHT_PX, NODE, type Point, portX } from './map-sizes.ts';
import { type Cell, placeRows } from './place-rows.ts';

const LABEL_CHARACTER_PX = 6.5;
const LONGEST_LABEL = 28;
/** Room of a label for the button that puts a step there, and for how many went that way. */
const LABEL_TOOLS_PX = 76;
/** Between two steps, and beside a line. */
const GAP = { steps: 36, lines: 20 } as const;
/** Between two rows: the further a line goes aside, the more room it has to bend. */
const ROW_GAP = { least: 20, most: 72, perPixel: 1 / 16 } as const;

export type Box = Point & { width: number; height: number };
/**
 * `nodes`: top left corners by id; `edges`: the course of each line, and the middle of its label; `bounds`:
 * of all that is drawn.
 */
export type Layout = { nodes: Map<string, Point>; edges: Map<string, Course>; bounds: Box };

/** An edge as it is drawn: from the upper step to the lower one, whichever it comes from. */
type Line = { isBack: boolean; cells: Cell[] };

export function layoutOf(graph: FlowGraph): Layout {
  const rowOf = rowsOfNodes(graph);
  const cells = new Map(graph.nodes.map(({ id }) => [id, nodeCell(graph, id, rowOf.get(id) ?? 0)]));
  const order = new Map(graph.nodes.map((node, index) => [node.id, { node, index }]));
  const ports = (id: string) => {
    const node = order.get(id)?.node;
    return node?.kind === 'step' ? node.ports.length : 1;
  };
  const isAfter = ({ from, to }: MapEdge) => (order.get(from)?.index ?? 0) > (order.get(to)?.index ?? 0);
  const lines = new Map(
    graph.edges.map((edge) => [
      edge,
      lineOf(edge, cells, { ports: ports(edge.from), isAfter: isAfter(edge) }),
    ]),
  );
  const all = [...cells.values(), ...[...lines.values()].flatMap((line) => line?.cells ?? [])];
  const rows = placeRows(all);
  const middles = middlesOf(rows);
  // What comes or goes beside it leaves the first step where it is.
  const origin = cells.get(graph.nodes[0]?.id ?? '')?.x ?? 0;
  const at = ({ x, row }: Cell): Point => ({ x: x - origin, y: middles[row] ?? 0 });
  const places = new Map([...cells].map(([id, cell]) => [id, at(cell)]));
  const edges = new Map(
    graph.edges.map((edge) => {
      const line = lines.get(edge);
      const through = line?.cells.map((cell) => ({ ...at(cell), isLabel: cell.row % 2 === 1 })) ?? [];
      const from = places.get(edge.from) ?? { x: 0, y: 0 };
      const to = places.get(edge.to) ?? { x: 0, y: 0 };
      const isBack = line?.isBack ?? false;
      return [edge.id, courseOf({ from, to, edge, isBack, ports: ports(edge.from), through })];
    }),
  );
  const nodes = new Map(
    [...places].map(([id, { x, y }]) => [id, { x: x - NODE.width / 2, y: y - NODE.height / 2 }]),
  );
  return { nodes, edges, bounds: boundsOf(graph, nodes, edges) };
}

/** Each step below all that lead forth to it; what nothing leads to, below the step before it. */
function rowsOfNodes({ nodes, edges }: FlowGraph): Map<string, number> {
  const order = new Map(nodes.map(({ id }, index) => [id, index]));
  const leading = Map.groupBy(
    edges.filter(({ from, to }) => (order.get(from) ?? 0) < (order.get(to) ?? 0)),
    ({ to }) => to,
  );
  const rows = new Map<string, number>();
  let before = -1;
  for (const { id } of nodes) {
    const above = (leading.get(id) ?? []).map(({ from }) => rows.get(from) ?? 0);
    before = above.length > 0 ? Math.max(...above) + 1 : before + 1;
    rows.set(id, before);
  }
  return rows;
}

/** Steps have the even rows. */
function nodeCell({ edges }: FlowGraph, id: string, row: number): Cell {
  const loop = edges.find(({ from, to }) => from === id && to === id);
  const beside = loop ? 2 * (widthOfLabel(loop.label) + LOOP_PX) : 0;
  return {
    row: 2 * row,
    x: 0,
    width: NODE.width + beside + GAP.steps,
    weight: 2,
    above: [],
    below: [],
    rank: [],
  };
}
const LOOP_PX = 40;

/** Null for one that leads back to its own step: it has its place beside that. */
function lineOf(
  edge: MapEdge,
  cells: ReadonlyMap<string, Cell>,
  { ports, isAfter }: { ports: number; isAfter: boolean },
): Line | null {
  const [from, to] = [cells.get(edge.from), cells.get(edge.to)];
  if (!from || !to || from === to) return null;
  const isBack = from.row > to.row || (from.row === to.row && isAfter);
  const [upper, lower] = isBack ? [to, from] : [from, to];
  const places: Cell[] = [];
  let above = upper;
  for (let row = upper.row + 1; row < Math.max(lower.row, upper.row + 2); row += 1) {
    const isLabel = row === upper.row + 1;
    const width = (isLabel ? widthOfLabel(edge.label) : 0) + GAP.lines;
    const rank = isLabel ? [isBack ? Number.MAX_SAFE_INTEGER : edge.port] : [];
    const cell: Cell = { row, x: 0, width, weight: isLabel ? 1 : 4, above: [], below: [], rank };
    const offset = isLabel && !isBack ? portX(0, edge.port, ports) : 0;
    cell.above.push({ cell: above, offset, isFaint: false });
    above.below.push({ cell, offset: -offset, isFaint: isBack });
    places.push(cell);
    above = cell;
  }
  lower.above.push({ cell: above, offset: 0, isFaint: isBack });
  above.below.push({ cell: lower, offset: 0, isFaint: isBack });
  return { isBack, cells: places };
}

/** The middles of the rows, from top to bottom. */
function middlesOf(rows: readonly (readonly Cell[])[]): number[] {
  let y = 16;
  return rows.map((cells, row) => {
    const height = row % 2 === 0 ? NODE.height : LABEL_HEIGHT_PX;
    const aside = cells.flatMap(({ x, above }) => above.map(({ cell }) => Math.abs(cell.x - x)));
    const gap = Math.min(ROW_GAP.most, ROW_GAP.least + Math.max(0, ...aside) * ROW_GAP.perPixel);
    if (row > 0) y += gap;
    const middle = y + height / 2;
    y += height;
    return middle;
  });
}

const widthOfLabel = (label: string) => shortLabel(label).length * LABEL_CHARACTER_PX + LABEL_TOOLS_PX;

function boundsOf(graph: FlowGraph, nodes: Layout['nodes'], edges: Layout['edges']): Box {
  const boxes: Box[] = [...nodes.values()].map((corner) => ({ ...corner, ...NODE }));
  for (const { id, label } of graph.edges) {
    const { points, label: at } = edges.get(id) ?? { points: [], label: { x: 0, y: 0 } };
    const width = widthOfLabel(label);
    boxes.push({ x: at.x - width / 2, y: at.y - LABEL_HEIGHT_PX / 2, width, height: LABEL_HEIGHT_PX });
    boxes.push(...points.map((point) => ({ ...point, width: 0, height: 0 })));
  }
  return around(boxes);
}

function around(boxes: readonly Box[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    left = Math.min(left, box.x);
    top = Math.min(top, box.y);
    right = Math.max(right, box.x + box.width);
    bottom = Math.max(bottom, box.y + box.height);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
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
