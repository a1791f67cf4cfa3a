/** The map in words, for those who do not see it. */
import { STEP_LOOKS, titleOf } from '../steps/looks.ts';
import { toldCounts } from './count-words.ts';
import type { FlowGraph, MapStep } from './graph.ts';
import type { StepCount } from './use-step-counts.ts';
import { wordings } from './wordings.ts';

/** 'Step 2, Question: Tea or coffee?, 120 reached, 3 waiting now, 100 answered' */
export function nodeWords(
  { step, isReachable }: Pick<MapStep, 'step' | 'isReachable'>,
  counts: Omit<StepCount, 'step'> | null,
  isPartial: boolean,
): string {
  const name = wordings.words.step(step.position, STEP_LOOKS[step.type].name, titleOf(step));
  if (!isReachable) return wordings.words.nothingLeadsHere(name);
  return counts ? [name, ...toldCounts(counts, isPartial)].join(', ') : name;
}

/** 'From step 2 to step 5 (Yes)' */
export function wayWords(
  { nodes }: FlowGraph,
  edge: FlowGraph['edges'][number],
  campaign: (id: number) => string,
): string {
  const nameOf = (id: string) => {
    const node = nodes.find((each) => each.id === id);
    return node?.kind === 'step' ? `step ${node.step.position}` : campaign(node?.campaign ?? 0);
  };
  const way = wordings.words.fromTo(nameOf(edge.from), nameOf(edge.to));
  return edge.label === '' ? way : `${way} (${edge.label})`;
}

/** Where a step leads: '3 by Yes, 5 by Otherwise'; '' for nowhere. */
export function waysOn({ nodes, edges }: FlowGraph, node: MapStep, campaign: (id: number) => string): string {
  const ways = edges.filter(({ from }) => from === node.id);
  return ways
    .map(({ to, label }) => {
      const target = nodes.find(({ id }) => id === to);
      const name = target?.kind === 'step' ? `step ${target.step.position}` : campaign(target?.campaign ?? 0);
      return label === '' ? name : `${name} (${label})`;
    })
    .join(', ');
}
