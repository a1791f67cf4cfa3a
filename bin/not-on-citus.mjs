/** Test files of the server that `npm run test:citus` leaves out, and why. */
export const NOT_ON_CITUS = {};
