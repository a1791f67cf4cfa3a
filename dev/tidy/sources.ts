import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A source file of the repository; `path` from its root, with slashes. */
export type Source = {
  path: string;
  text: string;
  /** The text with comments blanked out, line for line. */
  code: string;
};

const SOURCE = /\.(ts|tsx|mts|mjs|js|css|sql)$/;
const SKIPPED = new Set(['node_modules', 'dist', '.git']);
/** Written by a library: `npm run client`. */
const GENERATED = 'packages/client/src/rest-v1.ts';

/** The source files under some folders, in order of path. */
export function sources(...folders: string[]): Source[] {
  return folders.flatMap(walk).map((path) => {
    const text = readFileSync(ROOT + path, 'utf8');
    return { path, text, code: withoutComments(text) };
  });
}

function walk(folder: string): string[] {
  return readdirSync(ROOT + folder, { withFileTypes: true })
    .filter(({ name }) => !SKIPPED.has(name))
    .sort((one, other) => one.name.localeCompare(other.name))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return walk(path);
      return SOURCE.test(path) && path !== GENERATED ? [path] : [];
    });
}

/** Block comments, and line comments that begin a line or follow a blank (so that `https://` stays). */
function withoutComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|\s)\/\/.*$/gm, '$1');
}

export const isTest = ({ path }: Source): boolean => /\.test\.tsx?$/.test(path) || path.includes('/testing/');

/** `path:line: what stands there` for every line of code in which a pattern occurs. */
export function places(files: readonly Source[], pattern: RegExp): string[] {
  return files.flatMap(({ path, code }) =>
    code.split('\n').flatMap((line, index) => {
      const found = pattern.exec(line);
      return found ? [`${path}:${index + 1}: ${found[0]}`] : [];
    }),
  );
}

export type Import = { from: string; line: number; target: string };

/** Every import and re-export of a file, dynamic ones too. */
export function importsOf({ path, code }: Source): Import[] {
  const found = code.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"\n]+)\1/g);
  return [...found].map((match) => ({
    from: path,
    line: code.slice(0, match.index).split('\n').length,
    target: match[2] ?? '',
  }));
}

/** Names of the files in a folder. */
export function filesIn(folder: string): string[] {
  return readdirSync(ROOT + folder);
}
