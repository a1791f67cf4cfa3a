/**
 * `npm run test:citus`: the server's tests on a PostgreSQL that Citus spreads over three servers, and where
 * each statement runs there. Without Citus it says why, and nothing has failed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks, single, skip, suite } from './checks.mjs';
import { startCitus } from './citus-cluster.mjs';
import { NOT_ON_CITUS } from './not-on-citus.mjs';
import { setUp } from './setup.mjs';

const chosen = process.argv.slice(2);
const statements = mkdtempSync(join(tmpdir(), 'parley-statements-'));
let stop = () => undefined;

await runChecks(
  async () => {
    setUp();
    const cluster = await startCitus();
    if (!cluster.urls) {
      skip(`The server's tests on Citus are skipped: ${cluster.reason}.`);
      return;
    }
    stop = cluster.stop;
    for (const [file, reason] of Object.entries(NOT_ON_CITUS))
      process.stdout.write(`Not on Citus: ${file}: ${reason}\n`);
    const left = Object.keys(NOT_ON_CITUS).map((file) => `--exclude=${file}`);
    await suite('Server tests on Citus', ['--project', 'server', ...left, ...chosen], {
      PARLEY_TEST_CITUS: cluster.urls.join(' '),
      PARLEY_TEST_STATEMENTS: statements,
    });
    await single('Each statement runs on one machine, or says why not', 'node', [
      'dev/citus/statements.ts',
      statements,
      ...(chosen.length > 0 ? ['part'] : []),
    ]);
  },
  () => {
    stop();
    rmSync(statements, { recursive: true, force: true });
  },
);
