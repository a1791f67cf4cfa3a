/** Where each step stands among the branches of the list: how deep, under which answer, and the way back. */

import { compile } from '@parley/engine/compiled-flow.ts';
import { isQuestion, type Step } from '@parley/engine/flow.ts';
import { type Branch, branchesOf, defaultExit } from '@parley/engine/flow-branches.ts';
import { stepExits } from '@parley/engine/steps/index.ts';
import { quoted } from '../../data/isolated.ts';
import { exitsOf, goesOn, leadsTo } from './references.ts';
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
  /** The step above leads here. */
  isJoined: boolean;
};

type Places = ReadonlyMap<number, BranchPlace>;

const NOWHERE: BranchPlace = { depth: 0, branch: '', isFirst: false, back: null, isJoined: false };
const made = new WeakMap<readonly Step[], Places>();
let last: readonly Step[] = [];

/** The place of a step by its id, found once for a list of steps, and for those that lead the same ways. */
export function placeOf(steps: readonly Step[], id: number): BranchPlace {
  let places = made.get(steps);
  if (!places) {
    places = (sameWays(last, steps) && made.get(last)) || placesOf(steps);
    made.set(steps, places);
    last = steps;
  }
  return places.get(id) ?? NOWHERE;
}

/** No step was added, moved, deleted, or leads elsewhere: most changes are of a text. */
function sameWays(before: readonly Step[], after: readonly Step[]): boolean {
  return (
    before.length === after.length &&
    after.every((step, index) => {
      const other = before[index];
      return other === step || (other !== undefined && waysOf(other) === waysOf(step));
    })
  );
}

/** All of a step that places are found by. */
function waysOf(step: Step): string {
  const { id, type, next, loop } = step;
  const answers = isQuestion(step) ? step.intents.map(({ text, next: to }) => [text, to]) : [];
  return JSON.stringify([id, type, next, loop.max, loop.step, stepExits(step), exitsOf(step), answers]);
}

function placesOf(steps: readonly Step[]): Places {
  const flow = compile({ campaignId: 0, version: 0, steps: [...steps] });
  const branches = branchesOf(flow);
  const places = new Map<number, BranchPlace>();
  for (const [index, step] of flow.steps.entries()) {
    const above = flow.steps[index - 1];
    const isJoined = above !== undefined && leadsTo(above, step);
    const around = branches.get(step.id) ?? [];
    const inner = around.at(-1);
    const from = inner && flow.byId.get(inner.of);
    if (!inner || !from) {
      places.set(step.id, { ...NOWHERE, isJoined });
      continue;
    }
    const exit = defaultExit(flow, step);
    const isLast = exit === null || !isIn(branches.get(exit.id) ?? [], inner);
    places.set(step.id, {
      depth: around.length,
      branch: wordsOf(from, inner.start),
      isFirst: inner.start === step.id,
      back: isLast && goesOn(step) ? (exit?.id ?? 0) : null,
      isJoined,
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
