/**
 * Holds docs/spec-coverage.md against the tests that ran: every statement of the requirement names tests by
 * their exact titles, and each of them has passed. `npm test` calls it at its end with the reports of its
 * runs. By hand: `vitest run --reporter=json --outputFile.json=units.json`, the same for the browser tests,
 * then `node dev/spec-coverage.ts units.json browser.json`.
 */
import { readFileSync } from 'node:fs';
import { notShown, type Report } from './coverage/ran.ts';
import { references } from './coverage/rows.ts';

const reports = process.argv.slice(2).map((path) => JSON.parse(readFileSync(path, 'utf8')) as Report);
const all = references();
const wrong = notShown(all, reports);
for (const fault of wrong) process.stdout.write(`${fault}\n`);
process.stdout.write(`${all.length} references to tests, ${wrong.length} of them to none that passed\n`);
process.exit(wrong.length === 0 && all.length > 0 ? 0 : 1);
