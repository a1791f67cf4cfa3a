import { afterEach, beforeAll, expect, test } from 'vitest';
import { keepFocusOfBusyButtons } from './busy-focus.ts';

beforeAll(keepFocusOfBusyButtons);
afterEach(() => document.body.replaceChildren());

function add<K extends 'button' | 'input'>(kind: K): HTMLElementTagNameMap[K] {
  const element = document.createElement(kind);
  document.body.append(element);
  return element;
}

/** As browsers do: what is disabled loses the focus. */
function disable(button: HTMLButtonElement): Promise<void> {
  button.disabled = true;
  button.blur();
  return told();
}
const told = () => new Promise<void>((resolve) => setTimeout(resolve));

test('a button that was busy has the focus again, also when a dialog had it meanwhile', async () => {
  const button = add('button');
  button.focus();
  await disable(button);
  const field = add('input');
  field.focus();
  field.blur();
  field.remove();
  expect(document.activeElement).toBe(document.body);
  button.disabled = false;
  await told();
  expect(document.activeElement).toBe(button);
});

test('what took the focus meanwhile keeps it', async () => {
  const button = add('button');
  const field = add('input');
  button.focus();
  await disable(button);
  field.focus();
  button.disabled = false;
  await told();
  expect(document.activeElement).toBe(field);
});
