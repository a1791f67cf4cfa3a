import type { AuxiliaryPanel } from '@parley/engine/flow.ts';
import { orElse, renamed } from '../kernel/codec.ts';
import { part, type StepWire } from './part.ts';

const panel = renamed<AuxiliaryPanel>({ keyword: 'KEYWORD', actions: 'ACTIONS' });

export const auxiliary: StepWire<'auxiliary'> = {
  word: 'AUX',
  parts: { panel: part('AF', orElse(panel, '')) },
};
