/**
 * Which steps are the branch of an answer or a rule: every conversation that comes to them has taken it.
 * (On the graph of steps and ways: the ways that dominate a step. The algorithm is that of Cooper, Harvey and
 * Kennedy, "A Simple, Fast Dominance Algorithm".)
 */
import { type CompiledFlow, following } from './compiled-flow.ts';
import type { Step } from './flow.ts';
import { stepExits } from './steps/index.ts';

/** A way from a step to another one, by an answer, several answers or a rule. Both are ids. */
export type Branch = { of: number; start: number };

/** The branches that each step that can be reached stands in, from the outermost to the innermost. */
export type Branches = ReadonlyMap<number, readonly Branch[]>;

/** More ways than anybody draws by hand: they would cost more to follow than what is learnt is worth. */
const MOST_WAYS = 5_000;

/**
 * `asIfNoDefaultOf`: as if that step were only left by its answers. None are told of a flow of more than
 * {@link MOST_WAYS} ways.
 */
export function branchesOf(flow: CompiledFlow, asIfNoDefaultOf?: Step): Branches {
  const { exits, ways } = graphOf(flow, asIfNoDefaultOf);
  if (ways.size > MOST_WAYS) return new Map();
  const dominators = dominatorsOf(exits);
  const branches = new Map<number, readonly Branch[]>();
  const chainTo = (node: number): readonly Branch[] => {
    const step = flow.steps[node];
    const known = step && branches.get(step.id);
    if (known) return known;
    const above = dominators[node] ?? -1;
    const outer = node === 0 || above < 0 ? [] : chainTo(above);
    const way = ways.get(node);
    const chain = way ? [...outer, way] : outer;
    if (step) branches.set(step.id, chain);
    return chain;
  };
  for (const [node] of flow.steps.entries()) if (node === 0 || (dominators[node] ?? -1) >= 0) chainTo(node);
  return branches;
}

/** Where a step leads by itself when no answer and no rule says otherwise; null where that is nowhere. */
export function defaultExit(flow: CompiledFlow, step: Step): Step | null {
  return stepExits(step).goesOn ? (flow.byId.get(step.next) ?? following(flow, step)) : null;
}

/** The steps that answers and rules of a step lead to, each once. */
export function branchStarts(flow: CompiledFlow, step: Step): Step[] {
  const { jumps, byReply } = stepExits(step);
  return [...new Set([...jumps, ...byReply])].flatMap((id) => flow.byId.get(id) ?? []);
}

/** Steps are the first nodes, in their order; each way to a branch is a node between two of them. */
function graphOf(flow: CompiledFlow, asIfNoDefaultOf?: Step) {
  const exits: number[][] = flow.steps.map(() => []);
  const ways = new Map<number, Branch>();
  for (const [node, step] of flow.steps.entries()) {
    const plain = [
      step === asIfNoDefaultOf ? null : defaultExit(flow, step),
      step.loop.max > 0 ? flow.byId.get(step.loop.step) : null,
    ];
    for (const exit of plain) if (exit) exits[node]?.push(flow.indexes.get(exit.id) ?? 0);
    for (const start of branchStarts(flow, step)) {
      const way = exits.push([flow.indexes.get(start.id) ?? 0]) - 1;
      ways.set(way, { of: step.id, start: start.id });
      exits[node]?.push(way);
    }
  }
  return { exits, ways };
}

/** Of each node the nearest one that every path from node 0 goes through; -1: cannot be reached. */
function dominatorsOf(exits: readonly number[][]): number[] {
  const order = reversePostorder(exits);
  const place = new Map(order.map((node, index) => [node, index]));
  const comingFrom = new Map<number, number[]>();
  for (const node of order)
    for (const exit of exits[node] ?? []) {
      const known = comingFrom.get(exit);
      if (known) known.push(node);
      else comingFrom.set(exit, [node]);
    }
  const above: number[] = exits.map(() => -1);
  const placeOf = (node: number) => place.get(node) ?? 0;
  const meet = (one: number, other: number): number => {
    let [a, b] = [one, other];
    while (a !== b) {
      while (placeOf(a) > placeOf(b)) a = above[a] ?? 0;
      while (placeOf(b) > placeOf(a)) b = above[b] ?? 0;
    }
    return a;
  };
  if (exits.length > 0) above[0] = 0;
  for (let changed = true; changed; ) {
    changed = false;
    for (const node of order.slice(1)) {
      const known = (comingFrom.get(node) ?? []).filter((from) => (above[from] ?? -1) >= 0);
      const now = known.reduce((one, other) => meet(one, other));
      if (above[node] === now) continue;
      above[node] = now;
      changed = true;
    }
  }
  return above;
}

function reversePostorder(exits: readonly number[][]): number[] {
  const done: number[] = [];
  const seen = new Set(exits.length > 0 ? [0] : []);
  const path = [...seen].map((node) => ({ node, next: 0 }));
  for (let at = path.at(-1); at; at = path.at(-1)) {
    const exit = exits[at.node]?.[at.next];
    at.next += 1;
    if (exit === undefined) {
      done.push(at.node);
      path.pop();
    } else if (!seen.has(exit)) {
      seen.add(exit);
      path.push({ node: exit, next: 0 });
    }
  }
  return done.toReversed();
}
