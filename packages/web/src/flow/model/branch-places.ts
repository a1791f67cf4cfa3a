/** Where each step stands among the branches of the list: how deep, under which answer, and the way back. */

import { compile } from '@parley/engine/compiled-flow.ts';
import { isQuestion, type Step } from '@parley/engine/flow.ts';
import { type Branch, branchesOf, defaultExit } from '@parley/engine/flow-branches.ts';
import { quoted } from '../../data/isolated.ts';
import { goesOn } from './references.ts';
import { wordings } from './wordings.ts';

type BranchPlace = {
  /** In how many branches, one within the other. */
  depth: number;
  /** The answers or rules of the innermost one; '' outside. */
  branch: string;
  /** The branch begins here. */
  isFirst: boolean;
  /** The branch ends here, and goes on with the step of this id; 0: the conversation ends. */
  back: number | null;
};

const OUTSIDE: BranchPlace = { depth: 0, branch: '', isFirst: false, back: null };
const made = new WeakMap<readonly Step[], ReadonlyMap<number, BranchPlace>>();

/** The place of a step by its id, found once for a list of steps. */
export function placeOf(steps: readonly Step[], id: number): BranchPlace {
  let places = made.get(steps);
  if (!places) {
    places = placesOf(steps);
    made.set(steps, places);
  }
  return places.get(id) ?? OUTSIDE;
}

function placesOf(steps: readonly Step[]): ReadonlyMap<number, BranchPlace> {
  const flow = compile({ campaignId: 0, version: 0, steps: [...steps] });
  const branches = branchesOf(flow);
  const places = new Map<number, BranchPlace>();
  for (const step of flow.steps) {
    const around = branches.get(step.id) ?? [];
    const inner = around.at(-1);
    const from = inner && flow.byId.get(inner.of);
    if (!inner || !from) continue;
    const exit = defaultExit(flow, step);
    const isLast = exit === null || !isIn(branches.get(exit.id) ?? [], inner);
    places.set(step.id, {
      depth: around.length,
      branch: wordsOf(from, inner.start),
      isFirst: inner.start === step.id,
      back: isLast && goesOn(step) ? (exit?.id ?? 0) : null,
    });
  }
  return places;
}

const isIn = (branches: readonly Branch[], { of, start }: Branch) =>
  branches.some((each) => each.of === of && each.start === start);

function wordsOf(from: Step, start: number): string {
  if (isQuestion(from)) {
    const texts = from.intents.filter(({ next }) => next === start).map(({ text }) => quoted(text));
    return wordings.places.answers(texts.join(', '), from.position);
  }
  if (from.type === 'wait') return wordings.places.noDate(from.position);
  const rules = from.type === 'branch' ? from.conditions : [];
  const numbers = rules.flatMap(({ next }, index) => (next === start ? [index + 1] : []));
  return wordings.places.rules(numbers.join(', '), from.position);
}
