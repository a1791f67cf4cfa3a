/** Reading a flow's steps while the code of its screen is on the way. */
import { calls, type StepOnWire } from '@parley/contract';
import { ask } from '../../data/ask.ts';

type EarlySteps = { key: string; steps: Promise<StepOnWire[]> };

let early: EarlySteps | null = null;
/** These flows the page has in its memory: their screen reads them when it comes. */
const opened = new Set<string>();

const keyOf = (campaign: number, isTemplate: boolean) => `${campaign} ${isTemplate}`;

/** Begins to read a flow that this page has not opened yet. */
export function readEarly(campaign: number, isTemplate: boolean): void {
  const key = keyOf(campaign, isTemplate);
  if (campaign === 0 || opened.has(key)) return;
  const steps = ask(calls.flow.read, { campaign, isTemplate }).then((reply) => reply.steps);
  // Its failure is looked at by who takes it.
  steps.catch(() => undefined);
  early = { key, steps };
}

/** What {@link readEarly} has begun for the flow that opens now; null for any other. Given once. */
export function takeEarly(campaign: number, isTemplate: boolean): Promise<StepOnWire[]> | null {
  const key = keyOf(campaign, isTemplate);
  const taken = early?.key === key ? early.steps : null;
  early = null;
  opened.add(key);
  return taken;
}
