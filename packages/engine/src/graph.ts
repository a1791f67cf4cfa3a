/** A flow as a graph: where a step can lead. Jumps to missing steps lead by the default, as the engine does. */
import { type CompiledFlow, following } from './compiled.ts';
import type { Step } from './flow.ts';

/** Steps that this one can lead to by itself, not by a reply. */
export function ownExits(flow: CompiledFlow, step: Step): Step[] {
  const ids = step.loop.max > 0 ? [step.loop.step] : [];
  if (step.type === 'branch') ids.push(...step.conditions.map(({ next }) => next));
  const exits = ids.flatMap((id) => flow.byId.get(id) ?? []);
  const onward = leaves(step) ? null : (flow.byId.get(step.next) ?? following(flow, step));
  return onward ? [...exits, onward] : exits;
}

/** Every step that this one can lead to, by a reply too. */
export function allExits(flow: CompiledFlow, step: Step): Step[] {
  const exits = ownExits(flow, step);
  if (!isQuestion(step)) return exits;
  return exits.concat(step.intents.flatMap(({ next }) => flow.byId.get(next) ?? []));
}

/** The steps that can be come to by the given exits: from the first one, itself too, or from `after`, itself only by a way back. */
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

export function isQuestion(step: Step): step is Step & { type: 'choice-question' | 'open-question' } {
  return step.type === 'choice-question' || step.type === 'open-question';
}

/** Whether the conversation ends or leaves the campaign here. */
function leaves(step: Step): boolean {
  return step.type === 'final-message' || (step.type === 'switch' && step.switchTo > 0);
}
