/** What API calls are answered with in the phone preview; nothing of it is saved. */
import { create } from 'zustand';

/** `status`: of a failure; 0: there is no answer at all. */
export type PreviewAnswer = { ok: boolean; text: string; status?: number };

/** By the step's id; a step without one is not called. */
export const usePreviewAnswers = create<Readonly<Record<number, PreviewAnswer>>>(() => ({}));

/** Null: not called again. */
export function setPreviewAnswer(step: number, answer: PreviewAnswer | null): void {
  usePreviewAnswers.setState(
    ({ [step]: _, ...others }) => (answer ? { ...others, [step]: answer } : others),
    true,
  );
}
