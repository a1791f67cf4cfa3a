/** The documents of a release lead nowhere that it does not have. */
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { SETTINGS } from '../../packages/server/src/platform/settings.ts';
import { BESIDE, copyInto, DOCUMENTS, ROOT } from './parts.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-parts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('what the documents of a release link to, and what its messages and settings name, is in it', () => {
  // The screens are built elsewhere, and no document leads to them.
  for (const path of [...BESIDE, ...DOCUMENTS]) if (path !== 'packages/web/dist') copyInto(folder, path);
  const named = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, path = '']) => path);
  const documents = globSync('**/*.md', { cwd: folder });
  const dead = documents.flatMap((path) =>
    named(readFileSync(join(folder, path), 'utf8'), /\]\((?!https?:)([^)\s#]+)[^)\s]*\)/g)
      .map((link) => join(dirname(path), link))
      .filter((target) => !existsSync(join(folder, target)))
      .map((target) => `${path}: ${target}`),
  );
  expect(dead).toEqual([]);
  const source = globSync('packages/server/src/**/*.ts', { cwd: ROOT });
  const words = [...source.map((path) => readFileSync(join(ROOT, path), 'utf8')), JSON.stringify(SETTINGS)];
  const told = new Set(words.flatMap((text) => named(text, /(?<![\w/])(docs\/[\w/-]+\.md)/g)));
  expect(told).toContain('docs/changing-the-key.md');
  expect([...told].filter((path) => !existsSync(join(folder, path)))).toEqual([]);
});
