/** Of which archives `npm run release -- --image` builds an image. */
import { expect, test } from 'vitest';
import { processorsOfImages } from './image.ts';

test.each([
  [[], 'x64', ['x64']],
  [['linux-arm64'], 'x64', ['arm64']],
  [['linux-arm64', 'darwin-arm64', 'linux-x64'], 'x64', ['x64', 'arm64']],
  [['darwin-arm64'], 'x64', ['x64']],
  [[], 'arm64', ['arm64']],
] as const)('named %j on a machine with %s: images for %j', (named, own, expected) => {
  expect(processorsOfImages(named, own)).toEqual(expected);
});
