import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const STYLES = join(import.meta.dirname, '../../packages/web/src');

it('styles tell dark from light by the attribute of the page', () => {
  // The build turns light-dark() into variables that nothing sets: the colour is gone in both.
  const wrong = readdirSync(STYLES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .filter((file) => readFileSync(join(STYLES, file), 'utf8').includes('light-dark('));
  expect(wrong, 'Write [data-mantine-color-scheme="dark"] instead of light-dark().').toEqual([]);
});
