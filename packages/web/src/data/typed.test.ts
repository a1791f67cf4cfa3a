import { renderHook } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { hasUnsentText, watchTyping } from './typed.ts';
import { useUnsaved } from './unsaved.ts';

beforeAll(watchTyping);
beforeEach(() => {
  document.body.innerHTML = '';
});

function type<T extends HTMLInputElement | HTMLTextAreaElement>(field: T, text: string): T {
  document.body.append(field);
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return field;
}
const input = (kind: string) => Object.assign(document.createElement('input'), { type: kind });

test('text in a field is worth keeping until the field is empty or gone', () => {
  expect(hasUnsentText()).toBe(false);
  const field = type(input('text'), 'half a sentence');
  expect(hasUnsentText()).toBe(true);
  field.value = '';
  expect(hasUnsentText()).toBe(false);
  const box = type(document.createElement('textarea'), 'a message');
  expect(hasUnsentText()).toBe(true);
  box.remove();
  expect(hasUnsentText()).toBe(false);
});

test('a search is in the URL already; text that came with the screen was not typed', () => {
  type(input('search'), 'regulars');
  document.body.append(Object.assign(input('text'), { value: 'a stored name' }));
  expect(hasUnsentText()).toBe(false);
});

test('an open dialog is worth keeping', () => {
  document.body.innerHTML = '<section role="dialog" aria-modal="true"></section>';
  expect(hasUnsentText()).toBe(true);
});

test('what was chosen on a form and not sent is worth keeping, too', () => {
  const form = renderHook(() => useUnsaved(true));
  expect(hasUnsentText()).toBe(true);
  form.unmount();
  expect(hasUnsentText()).toBe(false);
});
