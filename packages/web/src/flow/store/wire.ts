/** The store's way to the server: the control point calls of one campaign or template. */
import { calls, decodeFields, FieldError, type StepOnWire } from '@parley/contract';
import type { Step } from '@parley/engine/flow.ts';
import { AskError, ask } from '../../data/ask.ts';

export type FlowWire = {
  read(): Promise<StepOnWire[]>;
  /** Answers the new version. Throws an {@link AskError}; see {@link storedInstead} for a stale version. */
  save(point: StepOnWire, keepalive: boolean): Promise<number>;
  /** Inserts at the step's position. */
  add(step: Step, keepalive: boolean): Promise<{ id: number; version: number | null }>;
  /** Inserts copies at a position, answers the whole flow. */
  paste(points: StepOnWire[], position: number): Promise<StepOnWire[]>;
  move(id: number, position: number): Promise<void>;
  remove(id: number): Promise<void>;
};

export function flowWire(campaign: number, isTemplate: boolean): FlowWire {
  const common = { campaign, isTemplate };
  return {
    read: async () => (await ask(calls.flow.read, common)).steps,
    save: async (point, keepalive) =>
      (await ask(calls.flow.saveStep, { ...common, point }, { keepalive })).version,
    add: async (step, keepalive) => {
      const point = { step: { ...step, id: 0 }, version: null };
      const reply = await ask(calls.flow.addStep, { ...common, point }, { keepalive });
      return { id: reply.id, version: reply.step.version };
    },
    paste: async (points, position) =>
      (await ask(calls.flow.pasteSteps, { ...common, points, position })).steps,
    move: async (id, position) => void (await ask(calls.flow.moveStep, { ...common, step: id, position })),
    remove: async (id) => void (await ask(calls.flow.deleteStep, { ...common, step: id })),
  };
}

/** The stored step that a stale save was refused with, or null for any other failure. */
export function storedInstead(error: unknown): StepOnWire | null {
  if (!(error instanceof AskError) || error.kind !== 'refused') return null;
  try {
    return decodeFields({ step: calls.flow.saveStep.reply.step }, error.reply).step;
  } catch (unreadable) {
    if (unreadable instanceof FieldError) return null;
    throw unreadable;
  }
}
