import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Half of what the server’s tests do is waiting: three workers keep two processors busy.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'pure',
          include: ['packages/{rules,engine,contract}/src/**/*.test.ts', 'dev/**/*.test.ts'],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['packages/server/src/**/*.test.ts'],
          // Loading all modules for each file anew took a third of the time; each file has a database and an app of its own.
          isolate: false,
          globalSetup: ['packages/server/src/testing/global-setup.ts'],
          // As long as a busy machine may need: only what fails takes that long.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        test: {
          name: 'web',
          include: ['packages/web/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          // Loading React and all parts of the screens for each file anew took half the time.
          isolate: false,
          setupFiles: ['packages/web/src/testing/as-at-start.ts'],
          testTimeout: 120_000,
        },
      },
    ],
  },
});
