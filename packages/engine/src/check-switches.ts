/** The flow check on campaigns that switch to each other with nobody saying anything in between. */
import { silentExits } from './check-paths.ts';
import { type CompiledFlow, compile } from './compiled-flow.ts';
import type { AccountHoldings, Report } from './finding.ts';
import type { Flow, Step } from './flow.ts';
import { reachable } from './flow-graph.ts';

/** Warns at each switch that comes back here by itself, over however many campaigns. */
export function checkRings(
  flow: CompiledFlow,
  campaignId: number,
  { others }: AccountHoldings,
  report: Report,
): void {
  if (!others) return;
  const targets = new Map(others.map((other) => [other.campaignId, switchTargets(other)]));
  for (const step of silentSwitches(flow))
    if (comesBack(step.switchTo, campaignId, targets))
      report(
        'warning',
        step,
        'switch-ring',
        'This campaign and the one it switches to start each other, and nobody has to reply in between. People would go round and round. Ask a question first, or let one of them end.',
      );
}

/** The campaigns that a flow leads to although nobody says anything. */
export const switchTargets = (flow: Flow): number[] =>
  silentSwitches(compile(flow)).map(({ switchTo }) => switchTo);

type Switch = Step & { type: 'switch' };

function silentSwitches(flow: CompiledFlow): Switch[] {
  const reached = reachable(flow, (step) => silentExits(flow, step));
  return [...reached].filter((step): step is Switch => step.type === 'switch' && step.switchTo > 0);
}

/** Whether switches lead from one campaign to another. */
function comesBack(start: number, wanted: number, targets: ReadonlyMap<number, readonly number[]>): boolean {
  const seen = new Set<number>();
  const ahead = [start];
  for (let at = ahead.pop(); at !== undefined; at = ahead.pop()) {
    if (at === wanted) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    ahead.push(...(targets.get(at) ?? []));
  }
  return false;
}
