import type { StepWire } from './part.ts';
import { LIST } from './texts.ts';

export const optIn: StepWire<'opt-in'> = { word: 'OPTIN', parts: { list: LIST } };
