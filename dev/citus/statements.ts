/**
 * `node dev/citus/statements.ts FOLDER [part]`, as `npm run test:citus` runs it: judges what the tests of the
 * server found of the statements of the product. With `part`, not all tests ran.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExplainedStatement } from '../../packages/server/src/testing/explained-statements.ts';
import { judge } from './judge.ts';
import { OVER_ACCOUNTS } from './over-accounts.ts';

const [folder = '', part] = process.argv.slice(2);
const findings = readdirSync(folder)
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  // Empty: the test file ended in the midst.
  .filter((text) => text !== '')
  .map((text) => JSON.parse(text) as ExplainedStatement);
const { counts, faults } = judge(findings, OVER_ACCOUNTS, part === undefined);

for (const fault of faults) process.stdout.write(`${fault}\n`);
process.stdout.write(
  `${findings.length} statements: ${counts.onePart} on one part of tables, ${counts.unspread} on tables that are not spread, ` +
    `${counts.excepted} over accounts by exception, ${faults.length} faults\n`,
);
process.exit(faults.length === 0 && findings.length > 0 ? 0 : 1);
