import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { notShown } from '../coverage/ran.ts';
import { isMeant, ROOT, references } from '../coverage/rows.ts';

/**
 * The first argument of `test`, `it` and `describe`, also behind `.each(…)`: a string in quotation marks, or
 * a name or call.
 */
const TITLE =
  /(?:\b(?:it|test|describe)(?:\.\w+)*\(|[)`]\()\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`|[\w.]+)\s*,/g;
/** What stands for a value in a title: `%s`, `$name`, `${value}`. */
const VALUE = /%[\d.]*[sdifjo]|\$\{[^}]*\}|\$\w+/;

/**
 * The titles in a file, `…` where a value goes in. That a test of this title runs and passes is checked by
 * `npm test` at its end (dev/spec-coverage.ts); here a title that was changed is seen at once.
 */
function titlesOf(path: string): string[] {
  return [...readFileSync(ROOT + path, 'utf8').matchAll(TITLE)].map(([, one, two, three]) =>
    (one ?? two ?? three ?? '…').replace(/\\(.)/g, '$1').split(VALUE).join('…'),
  );
}

it('every statement of the requirement names tests by titles that are there', () => {
  const wrong = references().flatMap(({ place, path, title }) => {
    if (!/\.(test|spec)\.tsx?$/.test(path) || title === '') return [`${place}: "${path}" names no test`];
    if (!existsSync(ROOT + path)) return [`${place}: ${path} does not exist`];
    const titles = titlesOf(path);
    const tails = title.split(' > ').map((_, from, names) => names.slice(from).join(' > '));
    const found = titles.some(
      (one) => one === '…' || tails.some((tail) => isMeant(tail, one) || isMeant(one, tail)),
    );
    return found ? [] : [`${place}: no test of ${path} is called "${title}"`];
  });
  expect(wrong, wrong.join('\n')).toEqual([]);
});

function ran(title: string, status = 'passed') {
  const test = { ancestorTitles: ['a group'], title, status };
  return [{ testResults: [{ name: `${ROOT}some.test.ts`, assertionResults: [test] }] }];
}

it.each([
  ['itself', 'a thing happens', 'a thing happens'],
  ['itself in its group', 'a group > a thing happens', 'a thing happens'],
  ['one case of many', 'a … happens', 'a thing happens'],
])('a statement is shown by a test that passed and is called %s', (_, title, called) => {
  expect(notShown([{ place: 'row 1', path: 'some.test.ts', title }], ran(called))).toEqual([]);
});

it.each([
  ['a part of its title', 'a thing', ran('a thing happens')],
  ['its group', 'a group', ran('a thing happens')],
  ['nothing but a case', '…', ran('a thing happens')],
  ['a test that failed', 'a thing happens', ran('a thing happens', 'failed')],
  ['a test that was left out', 'a thing happens', ran('a thing happens', 'skipped')],
  ['a test that did not run', 'a thing happens', []],
])('and not by %s', (_, title, reports) => {
  const wrong = notShown([{ place: 'row 1', path: 'some.test.ts', title }], reports);
  expect(wrong).toEqual([expect.stringMatching(/no test of some\.test\.ts/)]);
});
