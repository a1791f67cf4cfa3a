/**
 * Runs tests as if it were another moment: the night of America, an hour that a clock leaves out or has
 * twice, a leap day, the turn of a month and of a year. All programs of the tests see the moved clock,
 * PostgreSQL too; a browser's pages get it from `e2e/person.ts`. What follows `--` is given to Vitest. Needs
 * libfaketime (Debian: libfaketime).
 *
 *   node dev/at-moments.ts [--from 2028-02-29T02:50:00Z] [--library …] -- --project server packages/server/src/gate
 *   node dev/at-moments.ts -- --config e2e/vitest.config.ts wire
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

/** Each begins shortly before something turns. */
const MOMENTS = {
  'a weekday, noon in New York': '2027-06-16T16:00:00Z',
  'the night, before a window opens': '2027-06-17T11:50:00Z',
  'another date in New York than in UTC, the turn of a month': '2027-03-01T04:50:00Z',
  'a Sunday, clocks put forward in New York': '2027-03-14T06:50:00Z',
  'a Sunday, clocks put back in New York': '2027-11-07T05:50:00Z',
  'the night before a leap day': '2028-02-29T02:50:00Z',
  'the end of a leap day': '2028-02-29T23:50:00Z',
  'the end of a year': '2026-12-31T23:50:00Z',
};

const { values, positionals } = parseArgs({
  options: {
    from: { type: 'string' },
    library: { type: 'string', default: '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1' },
  },
  allowPositionals: true,
});
const moments = values.from ? { 'as asked': values.from } : MOMENTS;
let good = true;
for (const [what, moment] of Object.entries(moments)) {
  const ahead = Math.round((Date.parse(moment) - Date.now()) / 1000);
  const { status } = spawnSync('vitest', ['run', ...positionals], {
    stdio: 'inherit',
    env: {
      ...process.env,
      LD_PRELOAD: values.library,
      FAKETIME: `${ahead < 0 ? '' : '+'}${ahead}s`,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      CLOCK_AHEAD_MS: String(ahead * 1000),
    },
  });
  good &&= status === 0;
  process.stdout.write(`${status === 0 ? 'PASS' : 'FAIL'} ${what} (${moment})\n`);
}
process.exitCode = good ? 0 : 1;
