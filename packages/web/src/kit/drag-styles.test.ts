import { DragDropManager } from '@dnd-kit/dom';
import { expect, it } from 'vitest';
import { DragStyles } from './drag-styles.ts';

const rules = () => [...document.head.querySelectorAll('style')].map(({ textContent }) => textContent ?? '');

it('what is dragged has its style before a drag begins, and the page none for all of its elements', () => {
  const manager = new DragDropManager({ plugins: (defaults) => [DragStyles, ...defaults] });
  expect(rules().filter((each) => each.includes('[data-dnd-dragging]'))).toHaveLength(1);
  expect(rules().filter((each) => each.trimStart().startsWith('*'))).toEqual([]);
  manager.destroy();
  expect(rules()).toEqual([]);
});
