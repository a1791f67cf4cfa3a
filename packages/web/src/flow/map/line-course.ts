/** The course of a line on the map, from the port it leaves by to the step it comes to. */
import type { MapEdge } from './graph.ts';
import { LABEL_HEIGHT_PX, NODE, type Point, portX } from './map-sizes.ts';

/** Down within a row, in a soft bend between two; `isLoop`: straight from point to point, beside its step. */
export type Course = { points: Point[]; label: Point; isLoop: boolean };

/** Where a way back leaves a step at its top, and comes to one at its bottom, of half its width. */
const BACK = { leaves: 0.7, arrives: 0.9 } as const;
const HALF = { x: NODE.width / 2, y: NODE.height / 2 } as const;
const LOOP = { out: 24, up: 20, label: 60 } as const;

type Through = Point & { isLabel: boolean };
type Drawing = {
  /** The middles of the two steps. */
  from: Point;
  to: Point;
  edge: MapEdge;
  /** It leads up. */
  isBack: boolean;
  /** How many ways the step can be left by. */
  ports: number;
  /** Its places in the rows between, from the top. */
  through: readonly Through[];
};

/** A line that passes a row goes straight down there, so that it touches nothing that stands in it. */
export function courseOf({ from, to, edge, isBack, ports, through }: Drawing): Course {
  if (edge.from === edge.to) return loopOf(from);
  const [label = from] = through;
  const port = { x: portX(from.x, edge.port, ports), y: from.y + HALF.y };
  // To a step beside it: below both.
  if (from.y === to.y) {
    const arrives = { x: to.x + HALF.x * BACK.arrives, y: to.y + HALF.y };
    return { points: [port, { x: label.x, y: label.y }, arrives], label, isLoop: false };
  }
  const down = isBack ? -1 : 1;
  const start = isBack ? { x: from.x + HALF.x * BACK.leaves, y: from.y - HALF.y } : port;
  const end = isBack ? { x: to.x + HALF.x * BACK.arrives, y: to.y + HALF.y } : { x: to.x, y: to.y - HALF.y };
  const between = (isBack ? through.toReversed() : through).flatMap(({ x, y, isLabel }) => {
    const reach = isLabel ? LABEL_HEIGHT_PX / 2 : HALF.y;
    return [
      { x, y: y - down * reach },
      { x, y: y + down * reach },
    ];
  });
  return { points: [start, ...between, end], label: { x: label.x, y: label.y }, isLoop: false };
}

function loopOf({ x, y }: Point): Course {
  const side = x + HALF.x;
  return {
    points: [
      { x: side, y: y + LOOP.up },
      { x: side + LOOP.out, y: y + LOOP.up },
      { x: side + LOOP.out, y: y - LOOP.up },
      { x: side, y: y - LOOP.up },
    ],
    label: { x: side + LOOP.label, y },
    isLoop: true,
  };
}

/** The course as SVG path data. Between two rows it bends and never leaves the gap. */
export function pathOf({ points, isLoop }: Pick<Course, 'points' | 'isLoop'>): string {
  const [start, ...rest] = points;
  if (!start) return '';
  if (isLoop) return [`M${start.x},${start.y}`, ...rest.map(({ x, y }) => `L${x},${y}`)].join(' ');
  const parts = rest.map((point, index) => {
    const before = index === 0 ? start : (rest[index - 1] ?? start);
    if (before.x === point.x) return `L${point.x},${point.y}`;
    const middle = (before.y + point.y) / 2;
    return `C${before.x},${middle} ${point.x},${middle} ${point.x},${point.y}`;
  });
  return [`M${start.x},${start.y}`, ...parts].join(' ');
}
