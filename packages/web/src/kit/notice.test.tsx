import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Notice } from './notice.tsx';

test('a name in quotes keeps its own direction, in the title and in the words', () => {
  render(<Notice title="“לקוחות!” paused itself">A step of “لقاء (2)” has an error.</Notice>);
  expect(screen.getByText('“\u2068לקוחות!\u2069” paused itself')).toBeDefined();
  expect(screen.getByText('A step of “\u2068لقاء (2)\u2069” has an error.')).toBeDefined();
});
