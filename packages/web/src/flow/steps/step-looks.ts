import type { StepOf, StepType } from '@parley/engine/flow.ts';
import type { ComponentType } from 'react';

/** Names that a summary may show instead of ids. */
export type Names = { list: (id: number) => string | null; campaign: (id: number) => string | null };

/** A way from a step to another, or to another campaign, with what leads there. */
export type Way = { label: string; to: number };

/** How a step type looks in the palette, on its card and on the map; each stands in its own folder here. */
export type StepLooks<T extends StepType> = {
  /** The specification's name (flows and lists, section 2). */
  name: string;
  /** As the palette names it. */
  label: string;
  /** One line: what it does. */
  help: string;
  icon: ComponentType<{ size?: number; stroke?: number }>;
  group: 'Conversation' | 'Contact' | 'Logic' | 'Connections';
  /** What the step does in one line, '' when nothing is set yet. */
  summary(step: StepOf<T>, names: Names): string;
  /** The jumps of its own; 0: none is set. */
  jumps(step: StepOf<T>): Way[];
  /** The campaigns that it switches to; 0: none is set. */
  switches(step: StepOf<T>): Way[];
};

/** Of types that lead on by the default next alone. */
export const NO_WAYS = { jumps: () => [], switches: () => [] };
