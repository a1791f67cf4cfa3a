/**
 * What is measured: the files that faults are put into, and the tests that should see them. Paths of folders
 * or files.
 */
type Folder = { sources: string[]; tests: string[]; withDatabase: boolean };

const pure = (folder: string): Folder => ({
  sources: [`packages/${folder}/src`],
  tests: [`packages/${folder}/src`],
  withDatabase: false,
});

/** `tests`: those besides the rooms' own that come by their code most. */
const server = (rooms: string | string[], ...tests: string[]): Folder => ({
  sources: [rooms].flat().map((room) => `packages/server/src/${room}`),
  tests: [rooms, tests].flat().map((path) => `packages/server/src/${path}`),
  withDatabase: true,
});

const leases = 'testing/leases.test.ts';

export const FOLDERS: Record<string, Folder> = {
  rules: pure('rules'),
  engine: pure('engine'),
  policy: server(
    'policy',
    'double-opt-in/pending.test.ts',
    'blasts/exclusions.test.ts',
    'suppression/suppression.test.ts',
  ),
  credits: {
    sources: [
      'packages/server/src/credits/balance.ts',
      'packages/server/src/credits/charge.ts',
      'packages/server/src/credits/ledger.ts',
      'packages/server/src/conversation/pay-replies.ts',
      'packages/server/src/credits/balance-events.ts',
      'packages/server/src/credits/credit-alert.ts',
    ],
    tests: [
      'packages/server/src/credits/balance.test.ts',
      'packages/server/src/credits/ledger.test.ts',
      'packages/server/src/credits/balance-events.test.ts',
      'packages/server/src/sending/delivery.test.ts',
      'packages/server/src/messages/states.test.ts',
      'packages/server/src/credits/credit-alert.test.ts',
      'packages/server/src/blasts/one-chunk.test.ts',
      'packages/server/src/conversation/held-conversations.test.ts',
      'packages/server/src/conversation/pay-replies.test.ts',
      'packages/server/src/reports/random-world.test.ts',
    ],
    withDatabase: true,
  },
  sending: server(
    ['sending', 'messages'],
    'blasts',
    'credits/credit-alert.test.ts',
    'retention',
    'manage/restored.test.ts',
    'policy/channel-rules.test.ts',
    'conversation/frequency-holds.test.ts',
    'api/sending.test.ts',
    leases,
  ),
  conversation: server(
    'conversation',
    'policy/contact-facts.test.ts',
    'policy/mutes.test.ts',
    'double-opt-in/pending.test.ts',
    'api-trigger',
    'inbox/inbox.test.ts',
    'links/links.test.ts',
    leases,
  ),
  access: server(['access', 'accounts'], 'platform/live/socket.test.ts'),
  contacts: server(['contacts', 'double-opt-in'], 'imports/imports.test.ts', 'lists', 'api', leases),
  automata: server('automata', leases),
};

/**
 * All folders with a database are planted together: which tests come by which place is then measured once for
 * all of them.
 */
export const sourcesWith = (folders: readonly Folder[]): string[] =>
  [
    ...new Set(
      folders.flatMap((folder) =>
        folder.withDatabase
          ? Object.values(FOLDERS).flatMap((each) => (each.withDatabase ? each.sources : []))
          : folder.sources,
      ),
    ),
  ].filter((path, _, all) => !all.some((other) => path.startsWith(`${other}/`)));
