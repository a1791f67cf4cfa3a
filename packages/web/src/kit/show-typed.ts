import { wordings } from './wordings.ts';

/** Names the button that shows what is typed into a field, where a screen has several such fields. */
export const showTyped = (label: string) => ({ 'aria-label': wordings.showTyped.as(label) });
