import { message } from './message.ts';
import type { StepWire } from './part.ts';

export const finalMessage: StepWire<'final-message'> = { word: 'TRAILER', parts: message.parts };
