/**
 * `npm run test:citus`: the server's tests on a PostgreSQL that Citus spreads over three servers. Without
 * Citus it says why, and nothing has failed.
 */
import { runChecks, suite } from './checks.mjs';
import { startCitus } from './citus-cluster.mjs';
import { NOT_ON_CITUS } from './not-on-citus.mjs';
import { setUp } from './setup.mjs';

let stop = () => undefined;
await runChecks(
  async () => {
    setUp();
    const cluster = await startCitus();
    if (!cluster.urls) {
      process.stdout.write(`The server's tests on Citus are skipped: ${cluster.reason}.\n`);
      return;
    }
    stop = cluster.stop;
    for (const [file, reason] of Object.entries(NOT_ON_CITUS))
      process.stdout.write(`Not on Citus: ${file}: ${reason}\n`);
    await suite(
      'Server tests on Citus',
      [
        '--project',
        'server',
        ...Object.keys(NOT_ON_CITUS).map((file) => `--exclude=${file}`),
        ...process.argv.slice(2),
      ],
      { PARLEY_TEST_CITUS: cluster.urls.join(' ') },
    );
  },
  () => stop(),
);
