import { expect, test } from 'vitest';
import { deviceOf } from './use-device.ts';

test.each([
  [360, 'mobile'],
  [599, 'mobile'],
  [600, 'tablet'],
  [959, 'tablet'],
  [960, 'desktop'],
  [1440, 'desktop'],
] as const)('a window of %i px is a %s', (width, device) => {
  expect(deviceOf(width)).toBe(device);
});
