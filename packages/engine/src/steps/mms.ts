import { fault, fill } from '../turn.ts';
import type { StepKind } from './kind.ts';

/** MMS: sends a picture with its text; the host sends a link where the channel cannot. */
export const mms: StepKind<'MMS'> = {
  enter(turn, step) {
    const text = fill(turn, step.text);
    const media = fill(turn, step.media).trim();
    if (text.trim() === '' && media === '') fault(turn, step.id, 'This step has neither picture nor text.');
    else turn.effects.push({ do: 'sendMms', step: step.id, text, media });
    return 'next';
  },
};
