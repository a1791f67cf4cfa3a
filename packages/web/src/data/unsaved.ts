/** What is typed or chosen on a screen or in a dialog, and nobody has sent yet. */
import { useEffect, useEffectEvent } from 'react';
import { create } from 'zustand';

/** Each says whether it holds something. */
const forms = new Set<() => boolean>();

/** Whether leaving the screen would lose something. */
export const hasUnsaved = (): boolean => [...forms].some((holds) => holds());

/** What was typed is sent, or the thing it is about is gone: nobody is asked about it. */
export function dropUnsaved(): void {
  forms.clear();
}

/** While `isUnsaved`, whoever leaves the screen is asked first ({@link AskBeforeLeaving} of the app). */
export function useUnsaved(isUnsaved: boolean): void {
  useUnsavedIn(isUnsaved, () => true);
}

/** As {@link useUnsaved}, for what says only when somebody leaves whether it holds anything. */
export function useUnsavedIn(isOpen: boolean, holds: () => boolean): void {
  const asked = useEffectEvent(holds);
  useEffect(() => {
    if (!isOpen) return;
    const form = () => asked();
    forms.add(form);
    return () => void forms.delete(form);
  }, [isOpen]);
}

/** Somebody is about to lose what they typed; `field`: where they were, if not where the focus is. */
export type LeavingQuestion = {
  isDialog: boolean;
  leave: () => void;
  stay: () => void;
  field?: Element | null;
};

/** What they are asked about it, if anything. */
export const useLeaving = create<{ question: LeavingQuestion | null }>(() => ({ question: null }));

export const askBeforeLeaving = (question: LeavingQuestion | null): void => useLeaving.setState({ question });
