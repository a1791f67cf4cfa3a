/**
 * Whatever a flow looks like: lines stay within what is drawn, pass beside steps, and leave in the order of
 * the answers.
 */
import { flowOf, type StepShorthand } from '@parley/engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { graphOf } from './graph.ts';
import { type Box, layoutOf } from './layout.ts';
import { pathOf } from './line-course.ts';
import { NODE, type Point, portX } from './map-sizes.ts';

const MOST = 24;
const answers = fc.array(fc.record({ next: fc.integer({ min: 0, max: MOST }), long: fc.boolean() }), {
  maxLength: 4,
});
const steps = fc
  .array(fc.record({ answers, next: fc.integer({ min: 0, max: MOST }), ends: fc.boolean() }), {
    minLength: 1,
    maxLength: MOST,
  })
  .map((drawn) =>
    drawn.map(({ answers, next, ends }, index): StepShorthand => {
      if (ends) return { type: 'final-message', text: `Bye ${index}` };
      if (answers.length === 0) return { type: 'message', text: `Message ${index}`, next };
      const intents = answers.map((answer, n) => ({
        text: answer.long ? `A long answer that says number ${n}` : `No ${n}`,
        next: answer.next,
      }));
      return { type: 'choice-question', text: `Question ${index}`, intents, next };
    }),
  );

/** Points along a path of lines and cubic curves, close to each other. */
function along(path: string): Point[] {
  const parts = [...path.matchAll(/([MLC])([^MLC]*)/g)].map(([, kind = '', rest = '']) => ({
    kind,
    points: rest
      .trim()
      .split(/\s+/)
      .map((pair) => pair.split(',').map(Number))
      .map(([x = 0, y = 0]): Point => ({ x, y })),
  }));
  const found: Point[] = [];
  let at: Point = { x: 0, y: 0 };
  for (const { kind, points } of parts) {
    const end = points.at(-1) ?? at;
    const [one, two] = kind === 'C' ? [points[0] ?? at, points[1] ?? end] : [at, end];
    for (let n = 0; n <= 24; n += 1) {
      const [t, u] = [n / 24, 1 - n / 24];
      const mix = (a: number, b: number, c: number, d: number) =>
        kind === 'C' ? u ** 3 * a + 3 * u * u * t * b + 3 * u * t * t * c + t ** 3 * d : u * a + t * d;
      if (kind !== 'M') found.push({ x: mix(at.x, one.x, two.x, end.x), y: mix(at.y, one.y, two.y, end.y) });
    }
    at = end;
  }
  return found;
}

const isWithin = ({ x, y }: Point, box: Box, margin = 0) =>
  x > box.x - margin &&
  x < box.x + box.width + margin &&
  y > box.y - margin &&
  y < box.y + box.height + margin;

test('no line leaves what is drawn, and none is covered by a step', () => {
  fc.assert(
    fc.property(steps, (drawn) => {
      const graph = graphOf(flowOf(1, drawn));
      const { nodes, edges, bounds } = layoutOf(graph);
      const boxes = [...nodes.values()].map((corner) => ({ ...corner, ...NODE }));
      for (const edge of graph.edges) {
        const course = edges.get(edge.id);
        expect(course).toBeDefined();
        if (!course) continue;
        for (const point of along(pathOf(course))) {
          expect(isWithin(point, bounds, 1)).toBe(true);
          if (course.isLoop) continue;
          expect(boxes.filter((box) => isWithin(point, box, -1))).toEqual([]);
        }
      }
    }),
    { numRuns: 60 },
  );
});

test('ports and the lines forth from them stand from left to right in the order of the answers', () => {
  fc.assert(
    fc.property(steps, (drawn) => {
      const graph = graphOf(flowOf(1, drawn));
      const { nodes, edges } = layoutOf(graph);
      for (const node of graph.nodes) {
        if (node.kind !== 'step') continue;
        const places = node.ports.map((_, index) => portX(0, index, node.ports.length));
        expect(places).toEqual(places.toSorted((one, other) => one - other));
        expect(new Set(places).size).toBe(places.length);
        const left = nodes.get(node.id)?.x ?? Number.NaN;
        const leaving = graph.edges.filter(({ from, to }) => from === node.id && to !== node.id);
        for (const edge of leaving) {
          const start = edges.get(edge.id)?.points[0];
          expect(start && start.x > left && start.x < left + NODE.width).toBe(true);
        }
        const below = nodes.get(node.id)?.y ?? 0;
        const forth = leaving
          .filter(({ to }) => (nodes.get(to)?.y ?? 0) > below)
          .toSorted((one, other) => one.port - other.port)
          .map(({ id }) => edges.get(id)?.points[1]?.x ?? Number.NaN);
        expect(forth).toEqual(forth.toSorted((one, other) => one - other));
      }
    }),
    { numRuns: 60 },
  );
});

test('a step that can be left by one way has its port in the middle', () => {
  expect(portX(100, 0, 1)).toBe(100);
});

test('500 steps are laid out without two on one place', () => {
  const many = Array.from(
    { length: 500 },
    (_, index): StepShorthand => ({
      type: 'choice-question',
      text: `Question ${index + 1}`,
      intents: [1, 2, 3].map((far) => ({ text: `Answer ${far}`, next: Math.min(500, index + 1 + far) })),
    }),
  );
  const { nodes } = layoutOf(graphOf(flowOf(1, many)));
  expect(new Set([...nodes.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(500);
});
