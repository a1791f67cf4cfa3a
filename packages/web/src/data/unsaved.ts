/** Forms that are sent by a button, and hold what nobody has sent yet. */
import { useEffect } from 'react';

const forms = new Set<object>();

/** Whether leaving the screen would lose something. */
export const hasUnsaved = (): boolean => forms.size > 0;

/** What was typed is sent, or the thing it is about is gone: nobody is asked about it. */
export function dropUnsaved(): void {
  forms.clear();
}

/** While `isUnsaved`, whoever leaves the screen is asked first ({@link AskBeforeLeaving} of the app). */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const form = {};
    forms.add(form);
    return () => void forms.delete(form);
  }, [isUnsaved]);
}
