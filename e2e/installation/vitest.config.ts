import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** `npm run installation`: how it is packed, started, updated, backed up and ended. */
export default defineConfig({
  test: {
    name: 'installation',
    root: join(import.meta.dirname, '..'),
    include: ['installation/*.spec.ts'],
    maxWorkers: 2,
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
