/** Test files of the server that `npm run test:citus` leaves out, and why. */
export const NOT_ON_CITUS = {
  'packages/server/src/platform/db/former.test.ts':
    'Databases of a Parley before this schema were never spread: they are taken over first.',
  'packages/server/src/platform/db/statistics.test.ts':
    'Each machine of Citus counts its own rows and plans each statement when it comes; autovacuum is enough there.',
};
