/**
 * Where a new step for one answer or rule belongs, and what must be said so that nothing else falls into it:
 * the list is also the order in which a conversation goes on.
 */
import { commonExit } from '@parley/engine/check-branches.ts';
import { type CompiledFlow, compile } from '@parley/engine/compiled-flow.ts';
import type { Step } from '@parley/engine/flow.ts';
import { type Branches, branchesOf, branchStarts } from '@parley/engine/flow-branches.ts';
import { goesOn } from './references.ts';

/** A new step for one way of a step. */
export type NewWay = {
  step: Step;
  /** A final message, should the branch need one to end with. */
  ending: Step;
  /** Where the ways up to this one lead already: the new step comes below their branches. */
  upToThis: readonly number[];
  /** It is the way of whatever has no other: the step's default next. */
  isDefault?: boolean;
  /** The step whose way leads to an id. */
  link: (from: Step, to: number) => Step;
};

/** Jumps are ids, or lead to the new ending, which stands right below the new step. */
export type BranchPlan = {
  position: number;
  /** Where the new step goes on; 0: with what stands below. */
  next: number | 'ending';
  /** The step above the new one, which would fall into it, and where it goes instead. */
  above: { id: number; next: number | 'ending' } | null;
  needsEnding: boolean;
};

export function planBranch(
  steps: readonly Step[],
  from: Step,
  { upToThis, isDefault = false }: Pick<NewWay, 'upToThis' | 'isDefault'>,
): BranchPlan {
  const flow = compile({ campaignId: 0, version: 0, steps: [...steps] });
  const below = flow.steps[from.position] ?? null;
  const starts = branchStarts(flow, from);
  const falls = (step: Step) => goesOn(step) && !flow.byId.has(step.next);
  const entersBranch = falls(from) && below !== null && starts.includes(below);
  const meets = flow.byId.get(from.next) ?? (entersBranch ? commonExit(flow, from) : below);
  const at = entersBranch
    ? endOf(flow, branchesOf(flow, from), from, () => true)
    : endOf(flow, branchesOf(flow), from, (start) => upToThis.includes(start));
  const above = flow.steps[at - 1] ?? from;
  const instead = above === from ? meets : (flow.steps[at] ?? null);
  // A step that is given its default next falls nowhere.
  const wouldFall = falls(above) && !(isDefault && above === from);
  const needsEnding = wouldFall && instead === null;
  return {
    position: at + 1,
    next: meets?.id ?? (needsEnding ? 'ending' : 0),
    above: wouldFall ? { id: above.id, next: instead?.id ?? 'ending' } : null,
    needsEnding,
  };
}

/**
 * Where a new step between two steps belongs: before the one it leads to, so that nothing but what led there
 * from `from` comes to it. Before the first step of all nothing can stand: there it follows `from`.
 */
export function planInsert(steps: readonly Step[], from: Step, to: Step): BranchPlan {
  const ids = new Set(steps.map(({ id }) => id));
  const falls = (step: Step | undefined) => step !== undefined && goesOn(step) && !ids.has(step.next);
  if (to.position > 1) {
    const above = steps[to.position - 2];
    const isOther = above && above.id !== from.id && falls(above);
    return {
      position: to.position,
      next: 0,
      above: isOther ? { id: above.id, next: to.id } : null,
      needsEnding: false,
    };
  }
  const below = steps[from.position] ?? null;
  const needsEnding = falls(from) && below === null;
  const instead = needsEnding ? 'ending' : (below?.id ?? 0);
  return {
    position: from.position + 1,
    next: to.id,
    above: falls(from) ? { id: from.id, next: instead } : null,
    needsEnding,
  };
}

/** How many steps stand before the end of those branches of a step that stand right below it. */
function endOf(
  flow: CompiledFlow,
  branches: Branches,
  from: Step,
  counts: (start: number) => boolean,
): number {
  const isIn = (step: Step | undefined) =>
    step && (branches.get(step.id) ?? []).some(({ of, start }) => of === from.id && counts(start));
  let at = from.position;
  while (isIn(flow.steps[at])) at += 1;
  return at;
}
