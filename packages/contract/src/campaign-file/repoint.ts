/** Steps that name other lists and campaigns. */
import type { Step } from '@parley/engine';

type Places = { lists: ReadonlyMap<number, number>; campaigns: ReadonlyMap<number, number> };

/** Each list and campaign that steps name becomes the one given for it; 0, none, where nothing is given. */
export function repointSteps(steps: readonly Step[], { lists, campaigns }: Places): Step[] {
  return steps.map((step) => ({
    ...step,
    ...('list' in step && { list: lists.get(step.list) ?? 0 }),
    ...('switchTo' in step && { switchTo: campaigns.get(step.switchTo) ?? 0 }),
    ...('intents' in step && {
      intents: step.intents.map((intent) => ({
        ...intent,
        switchTo: campaigns.get(intent.switchTo) ?? 0,
      })),
    }),
  })) as Step[];
}
