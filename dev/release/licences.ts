/** The licences of what a release has of others, in one file: libraries, fonts, Node, PostgreSQL. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Part } from './bill.ts';
import { ROOT } from './parts.ts';

const LICENCE_FILE = /^(licen[cs]e|copying|copyright|notice|ofl)/i;
const LINE = '='.repeat(80);

/** @throws Error that names every part whose package says neither a licence nor has its text. */
export function thirdPartyLicences(parts: readonly Part[], release: string): string {
  const unknown = parts.filter(({ licence }) => licence === 'NOASSERTION' || licence === 'UNLICENSED');
  if (unknown.length > 0)
    throw new Error(`No licence is known of ${unknown.map(({ name }) => name).join(', ')}.`);
  const own = (path: string) => readFileSync(join(ROOT, path), 'utf8').trim();
  return [
    'Parley itself is under the licence in LICENSE. It comes with these parts of others:',
    ...parts.map((part) => {
      const text = part.path === null ? '' : textsOf(part.path, release);
      return section(`${part.name} ${part.version} (${part.licence})`, text);
    }),
    section(
      'Node.js',
      'runtime/LICENSE has its licence, and those of what it is made of (ICU and zlib among them).',
    ),
    section('PostgreSQL and the libraries that come with it', own('ops/release/postgresql-licences.txt')),
    section('The list of common passwords', own('packages/server/src/access/common-passwords.license.txt')),
  ].join('\n\n');
}

const section = (title: string, text: string) =>
  [LINE, title, ...(text === '' ? [] : [LINE, '', text])].join('\n');

/** Those of a package, which lies in the release or, built into the screens, where they were built. */
function textsOf(path: string, release: string): string {
  const folder = [release, ROOT].map((base) => join(base, path)).find((each) => existsSync(each));
  if (folder === undefined) return '';
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
    .map(({ name }) => readFileSync(join(folder, name), 'utf8').trim());
  return files.sort().join('\n\n');
}
