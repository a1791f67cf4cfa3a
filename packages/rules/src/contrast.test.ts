import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrastOf, inkOn, TEXT_CONTRAST } from './contrast.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);

test('the ratios that WCAG names', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrastOf('#123456', '#123456')).toBe(1);
});

test('black or white reads well on any color', () => {
  fc.assert(
    fc.property(color, (given) => {
      expect(contrastOf(inkOn(given), given)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
    }),
  );
});
