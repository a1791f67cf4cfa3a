/**
 * A flow as a graph to look at: every step, every way from one to another with what leads there, and the
 * campaigns it switches to.
 */
import { compile, following } from '@parley/engine/compiled-flow.ts';
import type { Flow, Step } from '@parley/engine/flow.ts';
import { allExits, reachable } from '@parley/engine/flow-graph.ts';
import { portsOf, type StepPort } from '../model/ports.ts';
import { exitsOf, goesOn } from '../model/references.ts';
import { switchesOf } from '../steps/looks.ts';
import { wordings } from './wordings.ts';

/** `ports`: the ways it can be left by, in their order. */
export type MapStep = { kind: 'step'; id: string; step: Step; isReachable: boolean; ports: StepPort[] };
export type MapCampaign = { kind: 'campaign'; id: string; campaign: number };
export type MapNode = MapStep | MapCampaign;
/** `isJump`: not just on to the step that follows. `port`: the first of the ways that lead along it. */
export type MapEdge = {
  id: string;
  from: string;
  to: string;
  label: string;
  isJump: boolean;
  port: number;
};
export type FlowGraph = { nodes: MapNode[]; edges: MapEdge[] };

export const stepNode = (id: number) => `step-${id}`;
const campaignNode = (id: number) => `campaign-${id}`;

/**
 * Steps in their order, then the campaigns; one edge from a node to another, however many answers lead there.
 */
export function graphOf(flow: Flow): FlowGraph {
  const compiled = compile(flow);
  const reached = reachable(compiled, (step) => allExits(compiled, step));
  const edges = new Map<string, MapEdge>();
  const campaigns = new Set<number>();
  const ports = new Map(compiled.steps.map((step) => [step, portsOf(step)]));
  const lead = (step: Step, to: string, label: string, isJump: boolean) => {
    const from = stepNode(step.id);
    const id = `${from}>${to}`;
    const known = edges.get(id);
    const labels = [known?.label, label].filter(Boolean).join(', ');
    const port = known?.port ?? portTo(ports.get(step) ?? [], to);
    edges.set(id, { id, from, to, label: labels, isJump: isJump || (known?.isJump ?? false), port });
  };
  for (const step of compiled.steps) {
    const jumps = exitsOf(step).filter(({ to }) => compiled.byId.has(to));
    for (const { label, to } of jumps) lead(step, stepNode(to), label, true);
    for (const { label, to: campaign } of switchesOf(step)) {
      campaigns.add(campaign);
      lead(step, campaignNode(campaign), label, true);
    }
    const next = goesOn(step) && !compiled.byId.has(step.next) ? following(compiled, step) : null;
    if (next) lead(step, stepNode(next.id), jumps.length > 0 ? wordings.graph.otherwise : '', false);
  }
  return {
    nodes: [
      ...compiled.steps.map(
        (step): MapStep => ({
          kind: 'step',
          id: stepNode(step.id),
          step,
          isReachable: reached.has(step),
          ports: ports.get(step) ?? [],
        }),
      ),
      ...[...campaigns].map(
        (campaign): MapCampaign => ({ kind: 'campaign', id: campaignNode(campaign), campaign }),
      ),
    ],
    edges: [...edges.values()],
  };
}

/** The first that leads to a node; the default, which leads on by itself, where none names it. */
function portTo(ports: readonly StepPort[], node: string): number {
  const named = ports.findIndex(
    ({ to, campaign }) =>
      (to > 0 && stepNode(to) === node) || (campaign > 0 && campaignNode(campaign) === node),
  );
  return named >= 0 ? named : Math.max(0, ports.length - 1);
}
