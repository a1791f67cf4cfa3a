/** What is measured: the files that faults are put into, and the tests that should see them. Paths of folders or files. */
type Folder = { sources: string[]; tests: string[]; withDatabase: boolean };

const pure = (folder: string): Folder => ({
  sources: [`packages/${folder}/src`],
  tests: [`packages/${folder}/src`],
  withDatabase: false,
});

/** `tests`: those besides the folder's own. */
const server = (folder: string, ...tests: string[]): Folder => ({
  sources: [`packages/server/src/${folder}`],
  tests: [folder, ...tests].map((path) => `packages/server/src/${path}`),
  withDatabase: true,
});

const leases = 'testing/leases.test.ts';

export const FOLDERS: Record<string, Folder> = {
  rules: pure('rules'),
  engine: pure('engine'),
  gate: server('gate', 'delivery/delivery.test.ts'),
  credits: {
    sources: [
      'packages/server/src/delivery/credits.ts',
      'packages/server/src/delivery/ledger.ts',
      'packages/server/src/delivery/unpaid.ts',
      'packages/server/src/delivery/balance-news.ts',
      'packages/server/src/account/credit-alert.ts',
    ],
    tests: [
      'packages/server/src/delivery',
      'packages/server/src/account/credit-alert.test.ts',
      'packages/server/src/blast/one-chunk.test.ts',
      'packages/server/src/reports/random-world.test.ts',
    ],
    withDatabase: true,
  },
  delivery: server('delivery', leases),
  conversation: server('conversation', leases),
  access: server('access'),
  members: server('members', leases),
  automata: server('automata', leases),
};
