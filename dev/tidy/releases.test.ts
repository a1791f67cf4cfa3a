/** One version everywhere, and what was released stays as it was. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { RELEASES } from '../releases.ts';
import { filesIn } from './sources.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };

it('all packages have the version of the whole', () => {
  const names = readdirSync(`${ROOT}packages`);
  const lock = JSON.parse(read('package-lock.json'));
  const found = names.flatMap((name) => {
    const own = JSON.parse(read(`packages/${name}/package.json`));
    const ours = Object.entries({ ...own.dependencies, ...own.devDependencies }).filter(([of]) =>
      of.startsWith('@parley/'),
    );
    return [own.version, lock.packages[`packages/${name}`].version, ...ours.map(([, wanted]) => wanted)];
  });
  expect(new Set([...found, lock.version])).toEqual(new Set([version]));
});

it('manifests and documents name the archive and the image of this version, or of a release', () => {
  const named = ['ops/container', 'ops/kubernetes', 'docs']
    .flatMap((folder) => filesIn(folder).map((name) => `${folder}/${name}`))
    .filter((path) => /\.(?:md|ya?ml)$/.test(path))
    .flatMap((path) => [...read(path).matchAll(/parley[:-](\d+\.\d+\.\d+)/g)].map(([, of = '']) => of));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((of) => of !== version && !RELEASES[of])).toEqual([]);
});

it('the changelog begins with this version, and names every release by its day', () => {
  const titles = [...read('CHANGELOG.md').matchAll(/^## (\S+) (.*)$/gm)].map(([, of, when]) => ({
    of,
    when,
  }));
  expect(titles[0]?.of).toBe(version);
  const released = titles.filter(({ when }) => when !== '(unreleased)');
  expect(released.map(({ of }) => of)).toEqual(Object.keys(RELEASES).toReversed());
  expect(titles.slice(1)).toEqual(released.slice(-(titles.length - 1)));
  for (const { when } of released) expect(when).toMatch(/^– \d{4}-\d\d-\d\d$/);
});

it('what a release brought to databases stays as it was', () => {
  const files = readdirSync(`${ROOT}packages/server/migrations`)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  for (const [of, { last, sha256 }] of Object.entries(RELEASES)) {
    const all = files
      .filter((name) => name.slice(0, 4) <= last)
      .map((name) => read(`packages/server/migrations/${name}`));
    const found = createHash('sha256').update(all.join('')).digest('hex');
    expect(found, `Migrations of ${of} were changed: write a new one.`).toBe(sha256);
  }
});
