import type { StepOf, StepType } from '@parley/engine/flow.ts';
import type { When } from '../store/step-saving.ts';

/** What every step form gets. */
export type FormProps<T extends StepType> = {
  step: StepOf<T>;
  /** Shows the change at once and saves it: texts after a pause, choices now. */
  edit: (change: Partial<Omit<StepOf<T>, 'type' | 'id' | 'position'>>, when?: When) => void;
  /** Guided Configuration: only what a person setting up a ready campaign needs. */
  simple: boolean;
};
