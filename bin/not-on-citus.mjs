/** Test files of the server that `npm run test:citus` leaves out, and why. */
export const NOT_ON_CITUS = {
  'packages/server/src/platform/db/former.test.ts':
    'Databases of a Parley before this schema were never spread: they are taken over first.',
  'packages/server/src/flow/own-words.test.ts':
    'It runs a migration of that time anew, on a database that would not have been spread then.',
  'packages/server/src/lists/member-counts.test.ts':
    'Citus explains no statement that stores what it reads from several tables.',
  'packages/server/src/platform/db/schema.test.ts':
    'What the migrations leave is compared as one machine has it; Citus adds its own triggers and clauses.',
  'packages/server/src/platform/db/statistics.test.ts':
    'Each machine of Citus counts its own rows and plans each statement when it comes; autovacuum is enough there.',
};
