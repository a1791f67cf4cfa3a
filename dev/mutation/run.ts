/**
 * Puts one fault at a time into folders' code and runs the tests that come by its place, until one fails.
 * What no test sees is listed.
 *
 *   npm run mutation -- policy access [--seed 1] [--sample 30] [--only file.ts:12] [--again result.json] [--tests packages/…] [--to result.json]
 *                            [--reach reach.json] [--patience 60]
 *
 * Without `--sample` (faults of each folder) every fault is tried, ten of each folder in turn; `--again`
 * tries what passed in an earlier result; `--tests` are run instead of the folder's; `--reach` keeps which
 * tests come by which place for the next folder; `--patience`: seconds after which no further test file is
 * begun for a fault. The code on the disk is left as it is.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { chooseFaults, type Fault, plantFaults } from './faults.ts';
import { FOLDERS, sourcesWith } from './folders.ts';
import { createJudge, type Verdict } from './judge.ts';
import { createMeasure, nearTo, type Reach, reachOf, testFilesIn } from './reach.ts';
import { openWorker } from './worker.ts';

type Tried = Fault & Verdict & { folder: string; reached: string[]; seconds: number };

const { values, positionals } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    sample: { type: 'string' },
    only: { type: 'string', multiple: true, default: [] },
    again: { type: 'string' },
    tests: { type: 'string', multiple: true },
    to: { type: 'string' },
    reach: { type: 'string' },
    patience: { type: 'string', default: '60' },
  },
  allowPositionals: true,
});
const say = (line: string) => process.stdout.write(`${line}\n`);
const chosenFolders = positionals.map((name) => {
  const folder = FOLDERS[name];
  if (!folder) throw new Error(`Which folder? ${Object.keys(FOLDERS).join(', ')}`);
  return { name, ...folder };
});
const withDatabase = chosenFolders.some((folder) => folder.withDatabase);

const { code, faults } = await plantFaults(sourcesWith(chosenFolders));
const keyOf = ({ file, kind, was, now }: Fault) => [file, kind, was, now].join(' ');
const before = values.again ? (JSON.parse(readFileSync(values.again, 'utf8')) as Tried[]) : [];
const passedBefore = new Set(before.filter(({ seenBy }) => seenBy === '').map(keyOf));
const isAsked = (fault: Fault) =>
  (values.only.length === 0 || values.only.some((end) => `${fault.file}:${fault.line}`.endsWith(end))) &&
  (!values.again || passedBefore.has(keyOf(fault)));

const AT_A_TIME = 10;
const left = chosenFolders.map((folder) => {
  const all = faults.filter(({ file }) => folder.sources.some((path) => `${file}/`.startsWith(`${path}/`)));
  const asked = all.filter(isAsked);
  const chosen = chooseFaults(asked, Number(values.seed), Number(values.sample ?? asked.length));
  say(`${folder.name}: ${chosen.length} of ${all.length} faults, seed ${values.seed}`);
  return {
    folder,
    chosen,
    own: testFilesIn(folder.sources),
    tests: testFilesIn(values.tests ?? folder.tests),
  };
});

const tried: Tried[] = [];
const worker = await openWorker(code, withDatabase);
try {
  const measure = createMeasure(worker, code, values.reach, say);
  const { judge, judgeLoaded } = createJudge(worker, Number(values.patience), !withDatabase);
  while (left.some(({ chosen }) => chosen.length > 0))
    for (const { folder, chosen, own, tests } of left) {
      const measured = await measure(tests);
      for (const fault of chosen.splice(0, AT_A_TIME)) {
        const began = Date.now();
        const all = reachOf(measured, fault.id);
        // The folder's own tests first.
        const isOwn = ({ file }: Reach) => own.includes(file);
        const reached = [...all.filter(isOwn), ...all.filter((reach) => !isOwn(reach))];
        const inFile = faults.filter(({ file }) => file === fault.file).map(({ id }) => id);
        const verdict =
          reached.length > 0
            ? await judge(fault.id, reached)
            : await judgeLoaded(fault.id, nearTo(measured, fault.file, inFile));
        const seconds = Math.round((Date.now() - began) / 1000);
        const names = reached.map(({ file, tests: some }) => `${basename(file)}: ${some?.length ?? 'all'}`);
        tried.push({ folder: folder.name, ...fault, ...verdict, reached: names, seconds });
        if (values.to) writeFileSync(values.to, JSON.stringify(tried, null, 1));
        const { seenBy } = verdict;
        say(
          `${seenBy ? 'caught' : 'PASSED'} ${fault.file}:${fault.line} ${fault.kind}, ${seconds} s ${seenBy}`,
        );
      }
    }
} finally {
  await worker.close();
}

for (const { name } of chosenFolders) {
  const mine = tried.filter(({ folder }) => folder === name);
  const passed = mine.filter(({ seenBy }) => seenBy === '');
  for (const { file, line, was, now, reached, left: notRun, atLoad } of passed) {
    const how = `${atLoad ? ', come by while loading' : ''}${notRun ? `, files not run: ${notRun}` : ''}`;
    say(`\n${file}:${line}${how}, tests that come by: ${reached.join(', ') || 'none'}`);
    say(`- ${was.trim()}\n+ ${now.trim()}`);
  }
  say(`\n${name}: ${mine.length - passed.length} of ${mine.length} caught`);
}
