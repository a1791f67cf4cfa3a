import { defineConfig } from 'vitest/config';

/** The browser tests of `npm test`: what people do, one capability after the other. */
export default defineConfig({
  test: {
    name: 'e2e',
    root: import.meta.dirname,
    include: ['*.spec.ts'],
    globalSetup: ['./global-setup.ts'],
    maxWorkers: 2,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // As long as a slow machine may need.
    expect: { poll: { timeout: 30_000 } },
  },
});
