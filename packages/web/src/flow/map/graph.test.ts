import { flowOf, type StepShorthand } from '@parley/engine';
import { expect, test } from 'vitest';
import { graphOf } from './graph.ts';
import { firstLook, layoutOf } from './layout.ts';
import { pathOf } from './line-course.ts';
import { NODE } from './map-sizes.ts';
import { NO_COUNT } from './use-step-counts.ts';
import { nodeWords, waysOn } from './words.ts';

const graph = (...steps: StepShorthand[]) => graphOf(flowOf(1, steps));
const ways = (...steps: StepShorthand[]) =>
  graph(...steps).edges.map(({ from, to, label }) => `${from} ${label} ${to}`);

test('steps lead to the one that follows, jumps are labelled, answers with one target share a line', () => {
  expect(
    ways(
      { type: 'message', text: 'Hi' },
      {
        type: 'choice-question',
        text: 'Well?',
        intents: [
          { text: 'Yes', next: 4 },
          { text: 'Sure', next: 4 },
          { text: 'Other shop', switchTo: 9 },
        ],
      },
      { type: 'branch', conditions: [{ data: 'a', value: 'VIP', next: 1 }], next: 4 },
      { type: 'final-message', text: 'Bye' },
    ),
  ).toEqual([
    'step-1  step-2',
    'step-2 Yes, Sure step-4',
    'step-2 Other shop campaign-9',
    'step-2 Otherwise step-3',
    'step-3 VIP step-1',
    'step-3 Otherwise step-4',
  ]);
});

test('a switch leads to its campaign and nowhere else; a jump to a step that is gone leads by the default', () => {
  expect(
    ways({ type: 'message', text: 'a', next: 77 }, { type: 'switch', switchTo: 5 }, { type: 'auxiliary' }),
  ).toEqual(['step-1  step-2', 'step-2  campaign-5']);
});

test('a step that nothing leads to is marked, and said', () => {
  const { nodes } = graph({ type: 'final-message', text: 'Bye' }, { type: 'message', text: 'Lost' });
  expect(nodes.map((node) => node.kind === 'step' && node.isReachable)).toEqual([true, false]);
  const [, lost] = nodes;
  if (lost?.kind !== 'step') throw new Error('The second node is no step.');
  expect(nodeWords(lost, NO_COUNT, false)).toBe('Step 2, Message: Lost, nothing leads here');
});

test('a step in words: what it is, how far contacts got, where it leads', () => {
  const drawn = graph(
    {
      type: 'choice-question',
      text: 'Tea?',
      intents: [
        { text: 'Yes', next: 2 },
        { text: 'No', switchTo: 8 },
      ],
    },
    { type: 'final-message', text: 'Bye' },
  );
  const [first] = drawn.nodes;
  if (first?.kind !== 'step') throw new Error('The first node is no step.');
  expect(nodeWords(first, { ...NO_COUNT, reached: 1204, waiting: 3, answered: 1100 }, false)).toBe(
    'Step 1, Question: Tea?, 1,204 reached, 3 waiting now, 1,100 answered',
  );
  expect(nodeWords(first, { ...NO_COUNT, reached: 50_000, answered: 2 }, true)).toContain(
    '50,000+ reached, 0 waiting',
  );
  expect(waysOn(drawn, first, (id) => `campaign ${id}`)).toBe('step 2 (Yes, Otherwise), campaign 8 (No)');
});

test('the first look shows the first step, and the whole width where that can be read', () => {
  const layout = (...lefts: number[]) => ({
    nodes: new Map(lefts.map((x, index) => [String(index), { x, y: 16 }])),
    edges: new Map(),
    bounds: {
      x: Math.min(...lefts),
      y: 16,
      width: Math.max(...lefts) + NODE.width - Math.min(...lefts),
      height: 92,
    },
  });
  expect(firstLook(layout(0, 300), 1000)).toMatchObject({ zoom: 1, x: 1000 / 2 - (300 + NODE.width) / 2 });
  const { zoom, x } = firstLook(layout(2000, 0, 4000), 400);
  expect(x + (2000 + NODE.width / 2) * zoom).toBeCloseTo(200);
});

const QUIZ: StepShorthand[] = [
  {
    type: 'choice-question',
    text: 'Which one?',
    intents: [
      { text: 'Red', next: 2 },
      { text: 'Green', next: 3 },
      { text: 'Blue', next: 4 },
    ],
    next: 5,
  },
  ...['Red', 'Green', 'Blue', 'None'].map((text): StepShorthand => ({ type: 'final-message', text })),
];

test('the answers of a question stand from left to right in their order, also where the steps that they lead to go on', () => {
  const long: StepShorthand[] = [
    ...QUIZ.slice(0, 1),
    ...['Red', 'Green', 'Blue'].map((text): StepShorthand => ({ type: 'message', text, next: 5 })),
    { type: 'final-message', text: 'Bye' },
  ];
  for (const steps of [QUIZ, long]) {
    const { nodes } = layoutOf(graph(...steps));
    const lefts = [2, 3, 4].map((id) => nodes.get(`step-${id}`)?.x ?? Number.NaN);
    expect(lefts).toEqual(lefts.toSorted((one, other) => one - other));
    expect(new Set(lefts).size).toBe(3);
  }
});

test('the first look has all lines and labels in the frame, not the steps alone', () => {
  const steps = Array.from(
    { length: 7 },
    (_, index): StepShorthand => ({
      type: 'open-question',
      text: `Question ${index + 1}`,
      intents: [
        { text: 'A long answer that leads far', next: 7 },
        { text: 'Again', next: 1 },
      ],
    }),
  );
  const layout = layoutOf(graph(...steps));
  const frame = 1400;
  const { x, zoom } = firstLook(layout, frame);
  const drawn = [...layout.edges.values()].flatMap(({ points, label }) => [...points, label]);
  const ends = drawn.map((point) => x + point.x * zoom);
  expect(Math.min(...ends)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...ends)).toBeLessThanOrEqual(frame);
  // The steps' own width is less: the lines run beside them.
  expect(layout.bounds.width).toBeGreaterThan(NODE.width);
});

test('forty steps with jumps to and fro are laid out without two on one place, the order from top to bottom', () => {
  const steps = Array.from(
    { length: 40 },
    (_, index): StepShorthand => ({
      type: 'open-question',
      text: `Question ${index + 1}`,
      intents: [
        { text: 'Back', next: Math.max(1, index - 5) },
        { text: 'On', next: Math.min(40, index + 7) },
      ],
    }),
  );
  const drawn = graph(...steps);
  const { nodes, edges } = layoutOf(drawn);
  const places = drawn.nodes.map(({ id }) => nodes.get(id) ?? { x: Number.NaN, y: Number.NaN });
  for (const [at, one] of places.entries())
    for (const other of places.slice(at + 1)) {
      const apart = Math.abs(one.x - other.x) >= NODE.width || Math.abs(one.y - other.y) >= NODE.height;
      expect(apart).toBe(true);
    }
  expect(places.slice(1).every(({ y }, index) => y > (places[index]?.y ?? 0))).toBe(true);
  for (const { id } of drawn.edges)
    expect(pathOf(edges.get(id) ?? { points: [], isLoop: false })).toMatch(/^M[-\d.]+,[-\d.]+ [CL]/);
});
