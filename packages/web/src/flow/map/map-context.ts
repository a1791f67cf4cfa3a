/** What nodes, lines and the panel of a map can do. */
import type { StepEvent } from '@parley/contract';
import { createContext, useContext } from 'react';
import type { MapCounts } from './use-step-counts.ts';

/** A count that can be opened: whom it is of. `target`: of a way, where it leads. */
export type OpenedCount = {
  step: number;
  what: StepEvent;
  intent?: string;
  target?: number;
  /** What it counts: 'Answered “Yes”'. */
  words: string;
};

export type MapActions = {
  /** Nothing can be changed: a version that was published. */
  isReadOnly: boolean;
  counts: MapCounts | null;
  openCount: (count: OpenedCount) => void;
  /** Asks where the ways of a step lead; with the key of a port, that one first. */
  connect: (step: number, port?: string) => void;
  /** Asks for the type of a new step on the way between two. */
  insertOn: (from: number, to: number) => void;
};

export const MapContext = createContext<MapActions | null>(null);

export function useMap(): MapActions {
  const map = useContext(MapContext);
  if (!map) throw new Error('No map is shown here.');
  return map;
}
