import type { StepWire } from './part.ts';

export const dripReset: StepWire<'drip-reset'> = { word: 'RESET', parts: {} };
