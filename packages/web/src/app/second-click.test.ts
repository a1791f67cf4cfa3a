import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { dropSecondClicks } from './second-click.ts';

let pressed: string[] = [];
beforeAll(dropSecondClicks);
beforeEach(() => {
  pressed = [];
});
afterEach(() => {
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
});

/** A button on the page, or in a layer above it. */
function button(name: string, layer?: 'dialog' | 'menu'): HTMLButtonElement {
  const made = document.createElement('button');
  made.addEventListener('click', () => pressed.push(name));
  const above = document.createElement('div');
  if (layer) above.setAttribute('role', layer);
  above.append(made);
  document.body.append(above);
  return made;
}

/** As browsers count the clicks at one spot. */
const click = (on: Element, detail: number) =>
  on.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }));

test('the second click on a dialog that the first one has closed reaches nothing beneath it', () => {
  const save = button('save', 'dialog');
  const row = button('row');
  click(save, 1);
  save.parentElement?.remove();
  expect(click(row, 2)).toBe(false);
  expect(pressed).toEqual(['save']);
});

test('nor does it answer the dialog that the first one has opened', () => {
  const item = button('delete…', 'menu');
  click(item, 1);
  click(button('delete', 'dialog'), 2);
  expect(pressed).toEqual(['delete…']);
});

test('nor does it press anything on the screen or step that the first one has led to', () => {
  click(button('next'), 1);
  history.pushState({ idx: 1 }, '', '/?blast-step=2');
  click(button('send'), 2);
  expect(pressed).toEqual(['next']);
});

test('quick clicks at one place all count, and so does a click after a pause', () => {
  const save = button('save', 'dialog');
  const row = button('row');
  click(row, 1);
  click(row, 2);
  click(row, 3);
  click(save, 1);
  click(save, 0);
  click(row, 1);
  expect(pressed).toEqual(['row', 'row', 'row', 'save', 'save', 'row']);
});

test('quick clicks that turn pages of a calendar all count, though each changes the address', () => {
  const later = button('later');
  click(later, 1);
  history.replaceState(history.state, '', '/?day=2026-12-01');
  click(later, 2);
  history.replaceState(history.state, '', '/?day=2027-01-01');
  click(later, 3);
  expect(pressed).toEqual(['later', 'later', 'later']);
});
