/**
 * Puts one fault at a time into a folder's code and runs the tests that come by its place, until one fails. What no test sees is listed.
 *
 *   npm run mutation -- gate [--seed 1] [--sample 30] [--only file.ts:12] [--again result.json] [--tests packages/…] [--to result.json]
 *
 * Without `--sample` every fault is tried; `--again` tries what passed in an earlier result; `--tests` are run instead
 * of the folder's. The code on the disk is left as it is.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { chooseFaults, type Fault, plantFaults } from './faults.ts';
import { FOLDERS } from './folders.ts';
import { openTests } from './tests.ts';

type Tried = Fault & { seenBy: string; reached: string[]; seconds: number };

const { values, positionals } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    sample: { type: 'string' },
    only: { type: 'string', multiple: true, default: [] },
    again: { type: 'string' },
    tests: { type: 'string', multiple: true },
    to: { type: 'string' },
  },
  allowPositionals: true,
});
const say = (line: string) => process.stdout.write(`${line}\n`);
const name = positionals[0] ?? '';
const folder = FOLDERS[name];
if (!folder) throw new Error(`Which folder? ${Object.keys(FOLDERS).join(', ')}`);

const { code, faults } = await plantFaults(folder.sources);
const keyOf = ({ file, kind, was, now }: Fault) => [file, kind, was, now].join(' ');
const before = values.again ? (JSON.parse(readFileSync(values.again, 'utf8')) as Tried[]) : [];
const passedBefore = new Set(before.filter(({ seenBy }) => seenBy === '').map(keyOf));
const isAsked = (fault: Fault) =>
  (values.only.length === 0 || values.only.some((end) => `${fault.file}:${fault.line}`.endsWith(end))) &&
  (!values.again || passedBefore.has(keyOf(fault)));
const chosen = chooseFaults(
  faults.filter(isAsked),
  Number(values.seed),
  values.sample ? Number(values.sample) : faults.length,
);
say(`${name}: ${chosen.length} of ${faults.length} faults, seed ${values.seed}`);

const tests = await openTests({ ...folder, tests: values.tests ?? folder.tests }, code);
const tried: Tried[] = [];
try {
  const reach = await tests.reach();
  for (const fault of chosen) {
    const began = Date.now();
    const reached = reach(fault.id);
    const seenBy = await tests.failing(fault.id, reached);
    const seconds = Math.round((Date.now() - began) / 1000);
    const names = reached.map(({ file, tests }) => `${basename(file.moduleId)}: ${tests.length}`);
    tried.push({ ...fault, seenBy, reached: names, seconds });
    if (values.to) writeFileSync(values.to, JSON.stringify(tried, null, 1));
    say(`${seenBy ? 'caught' : 'PASSED'} ${fault.file}:${fault.line} ${fault.kind}, ${seconds} s ${seenBy}`);
  }
} finally {
  await tests.close();
}

const passed = tried.filter(({ seenBy }) => seenBy === '');
for (const { file, line, was, now, reached } of passed)
  say(
    `\n${file}:${line}, tests that come by: ${reached.join(', ') || 'none'}\n- ${was.trim()}\n+ ${now.trim()}`,
  );
say(`\n${name}: ${tried.length - passed.length} of ${tried.length} caught`);
