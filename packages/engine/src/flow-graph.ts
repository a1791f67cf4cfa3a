/**
 * A flow as a graph: where a step can lead. Jumps to missing steps lead by the default, as the engine does.
 */
import type { CompiledFlow } from './compiled-flow.ts';
import type { Step } from './flow.ts';
import { defaultExit } from './flow-branches.ts';
import { stepExits } from './steps/index.ts';

/** Steps that this one can lead to by itself, not by a reply. */
export function ownExits(flow: CompiledFlow, step: Step): Step[] {
  const { jumps } = stepExits(step);
  const ids = step.loop.max > 0 ? [step.loop.step, ...jumps] : jumps;
  const exits = ids.flatMap((id) => flow.byId.get(id) ?? []);
  const onward = defaultExit(flow, step);
  return onward ? [...exits, onward] : exits;
}

/** Every step that this one can lead to, by a reply too. */
export function allExits(flow: CompiledFlow, step: Step): Step[] {
  return ownExits(flow, step).concat(stepExits(step).byReply.flatMap((id) => flow.byId.get(id) ?? []));
}

/**
 * The steps that can be come to by the given exits: from the first one, itself too, or from `after`, itself
 * only by a way back.
 */
export function reachable(flow: CompiledFlow, exits: (step: Step) => Step[], after?: Step): Set<Step> {
  const reached = new Set<Step>();
  const ahead = after ? exits(after) : flow.steps.slice(0, 1);
  for (let step = ahead.pop(); step; step = ahead.pop()) {
    if (reached.has(step)) continue;
    reached.add(step);
    ahead.push(...exits(step));
  }
  return reached;
}
