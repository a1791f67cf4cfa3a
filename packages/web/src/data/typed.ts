/**
 * What a person has typed or has open on a screen and has not sent: reason enough not to take the screen away
 * from them.
 */
import { hasUnsaved } from './unsaved.ts';

const changed = new Set<Element>();
/** What each field held when the person first came to it. */
const before = new WeakMap<Element, string>();

/** Watches every field of the page, once. */
export function watchTyping(): void {
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (isTextField(target) && !before.has(target)) before.set(target, target.value);
    },
    true,
  );
  document.addEventListener(
    'input',
    ({ target }) => {
      if (target instanceof Element) changed.add(target);
    },
    true,
  );
}

/** Whether the page holds something unsent or an open dialog. A search is not text: it is in the URL. */
export function hasUnsentText(): boolean {
  for (const field of changed) if (!field.isConnected) changed.delete(field);
  return (
    hasUnsaved() || document.querySelector('[aria-modal="true"]') !== null || [...changed].some(holdsText)
  );
}

/** Whether a text was written in this part of the page; what it said before, and a choice, are none. */
export const hasTypedIn = (part: Element): boolean =>
  [...changed].some(
    (field) =>
      isTextField(field) &&
      part.contains(field) &&
      holdsText(field) &&
      field.value !== (before.get(field) ?? ''),
  );

const NO_TEXT = new Set(['search', 'checkbox', 'radio', 'file', 'range', 'color']);

function isTextField(field: unknown): field is HTMLInputElement | HTMLTextAreaElement {
  if (field instanceof HTMLTextAreaElement) return true;
  if (!(field instanceof HTMLInputElement) || NO_TEXT.has(field.type)) return false;
  return field.getAttribute('aria-haspopup') !== 'listbox';
}

function holdsText(field: Element): boolean {
  if (field instanceof HTMLTextAreaElement) return field.value !== '';
  if (field instanceof HTMLInputElement) return field.type !== 'search' && field.value !== '';
  return field.textContent !== '';
}
