/**
 * What a person has typed or has open on a screen and has not sent: reason enough not to take the screen away
 * from them.
 */
const changed = new Set<Element>();

/** Watches every field of the page, once. */
export function watchTyping(): void {
  document.addEventListener(
    'input',
    ({ target }) => {
      if (target instanceof Element) changed.add(target);
    },
    true,
  );
}

/** Whether the page holds unsent text or an open dialog. A search is not text: it is in the URL. */
export function hasUnsentText(): boolean {
  for (const field of changed) if (!field.isConnected) changed.delete(field);
  return document.querySelector('[aria-modal="true"]') !== null || [...changed].some(holdsText);
}

function holdsText(field: Element): boolean {
  if (field instanceof HTMLTextAreaElement) return field.value !== '';
  if (field instanceof HTMLInputElement) return field.type !== 'search' && field.value !== '';
  return field.textContent !== '';
}
