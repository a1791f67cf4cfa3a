import type { EngineEvent } from '../event.ts';
import type { StepOf, StepType } from '../flow.ts';
import type { Move, Turn } from '../turn.ts';

/** What a step type does. */
export type StepKind<T extends StepType> = {
  /** The conversation arrives. */
  enter(turn: Turn, step: StepOf<T>): Move;
  /** An event it waited for; null when this event means nothing here. Only for types that wait. */
  resume?(turn: Turn, step: StepOf<T>, event: EngineEvent): Move | null;
};
