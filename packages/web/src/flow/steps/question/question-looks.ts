import type { Question } from '@parley/engine/flow.ts';
import { IconCursorText, IconQuestionMark } from '@tabler/icons-react';
import { oneLine } from '../../model/one-line.ts';
import type { StepLooks } from '../step-looks.ts';
import { wordings } from '../wordings.ts';

const anyQuestion = {
  name: wordings.names.question,
  label: wordings.names.question,
  group: 'Conversation' as const,
  summary: (step: Question) => oneLine(step.text),
  jumps: ({ intents }: Question) =>
    intents.map(({ text, next }) => ({ label: text || wordings.summaries.answer, to: next })),
  switches: ({ intents }: Question) =>
    intents.map(({ text, switchTo }) => ({ label: text || wordings.summaries.answer, to: switchTo })),
};

export const choiceQuestionLooks: StepLooks<'choice-question'> = {
  ...anyQuestion,
  help: wordings.kinds.multipleChoice,
  icon: IconQuestionMark,
};
export const openQuestionLooks: StepLooks<'open-question'> = {
  ...anyQuestion,
  help: wordings.kinds.shortAnswer,
  icon: IconCursorText,
};
