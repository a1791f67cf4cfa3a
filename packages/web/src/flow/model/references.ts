/** What a step says about other steps: jumps by id, merge tokens by name. */
import type { Step } from '@parley/engine/flow.ts';
import { redirectStep, stepExits } from '@parley/engine/steps/index.ts';
import { parseTokens, writeToken } from '@parley/engine/tokens.ts';
import { jumpsOf } from '../steps/looks.ts';
import type { Way } from '../steps/step-looks.ts';
import { wordings } from './wordings.ts';

/** Where a step can jump to, with what leads there; going on to the step that follows is no jump. */
export function exitsOf(step: Step): Way[] {
  const exits = jumpsOf(step);
  if (step.loop.max > 0)
    exits.push({ label: wordings.references.afterVisits(step.loop.max), to: step.loop.step });
  if (step.type !== 'final-message')
    exits.push({
      label: exits.length > 0 ? wordings.references.otherwise : wordings.references.thenNext,
      to: step.next,
    });
  return exits.filter(({ to }) => to !== 0);
}

/** It does not end the conversation, nor hand it to another campaign. */
export function goesOn(step: Step): boolean {
  return stepExits(step).goesOn;
}

/** Some way leads from the step to the one below it: a jump, or simply going on. */
export function leadsTo(step: Step, below: Step): boolean {
  return exitsOf(step).some(({ to }) => to === below.id) || (goesOn(step) && step.next === 0);
}

/** The step with every jump to `from` leading to `to`; the same object when none does. */
export function retarget(step: Step, from: number, to: number): Step {
  const jumps = [step.next, step.loop.step, ...exitsOf(step).map((exit) => exit.to)];
  if (!jumps.includes(from)) return step;
  const swap = (id: number) => (id === from ? to : id);
  return redirectStep(step, swap);
}

/**
 * Steps that are not stored yet have ids below 0: what leads to one can only be stored without that, until it
 * has its id.
 */
export const storableJumps = (step: Step): Step => redirectStep(step, (id) => Math.max(0, id));

export const leadsToUnstored = (step: Step): boolean =>
  step.next < 0 || step.loop.step < 0 || exitsOf(step).some(({ to }) => to < 0);

/**
 * How tokens name a step: by its description, which also holds in a copy of the campaign, when that names
 * this step alone and can stand inside a token; else by its id.
 */
export function tokenNames(steps: readonly Step[]): (step: Step) => string {
  const nameOf = ({ description }: Step) => description.trim().toLowerCase();
  const counts = new Map<string, number>();
  for (const step of steps) counts.set(nameOf(step), (counts.get(nameOf(step)) ?? 0) + 1);
  return (step) => {
    const name = step.description.trim();
    const usable =
      name !== '' && !/[{}%|]/.test(name) && !/^\d+$/.test(name) && counts.get(nameOf(step)) === 1;
    return usable ? name : String(step.id);
  };
}

/**
 * The step with every jump to `from`, and every token that names it by its id, meaning `to`; the same object
 * when there is none.
 */
export function moveReferences(step: Step, from: number, to: number): Step {
  if (from === 0 || from === to) return step;
  return renameTokens(retarget(step, from, to), String(from), String(to));
}

/**
 * The step with its answer and intent tokens naming `to` where they named `from`; the same object when none
 * did.
 */
export function renameTokens(step: Step, from: string, to: string): Step {
  const wanted = from.trim().toLowerCase();
  if (wanted === '') return step;
  let changed = false;
  const inText = (text: string) =>
    parseTokens(text)
      .map((part) => {
        if (typeof part === 'string') return part;
        if (part.kind === 'tag' || part.kind === 'link' || part.name.trim().toLowerCase() !== wanted)
          return writeToken(part);
        changed = true;
        return writeToken({ ...part, name: to });
      })
      .join('');
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return value.includes('{%') ? inText(value) : value;
    if (Array.isArray(value)) return value.map(walk);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, walk(inner)]));
  };
  const { extra, ...own } = step;
  const renamed = { ...(walk(own) as object), extra } as Step;
  return changed ? renamed : step;
}
