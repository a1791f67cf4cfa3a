/**
 * Faults: those that Stryker's instrumenter puts into code, those in SQL of our own, and a choice among them.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { sqlFaults, VALUE } from './sql-faults.ts';

export type Fault = { id: string; file: string; line: number; kind: string; was: string; now: string };

/**
 * The files' code with all faults in it, each asleep until `globalThis.__stryker__.activeMutant` names it.
 */
export type Planted = { code: Map<string, string>; faults: Fault[] };

/**
 * Words, lists and objects: changing them shows how little is pinned of what people read, not what can go
 * wrong.
 */
const LEFT_OUT = ['StringLiteral', 'ArrayDeclaration', 'ObjectLiteral'];

type Template = {
  tag: { name?: string };
  quasi: { quasis: { value: { raw: string; cooked: string } }[] };
};
type Mutator = {
  name: string;
  mutate: (path: { isTaggedTemplateExpression: () => boolean; node: Template }) => Iterable<unknown>;
};

const sqlMutator: Mutator = {
  name: 'Sql',
  *mutate(path) {
    if (!path.isTaggedTemplateExpression() || path.node.tag.name !== 'sql') return;
    const { node } = path;
    const { quasi } = node;
    for (const text of sqlFaults(quasi.quasis.map(({ value }) => value.raw).join(VALUE))) {
      const parts = text.split(VALUE).map((raw) => ({ raw, cooked: raw }));
      const quasis = quasi.quasis.map((part, place) => ({ ...part, value: parts[place] }));
      yield { ...node, quasi: { ...quasi, quasis } };
    }
  },
};

/** Stryker has no plugin for faults of one's own: they are one more in its list. */
async function addSqlFaults(): Promise<void> {
  const list = new URL('./mutators/index.js', import.meta.resolve('@stryker-mutator/instrumenter'));
  const { allMutators } = (await import(list.href)) as { allMutators: Mutator[] };
  allMutators.push(sqlMutator);
}

const silent = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {} };

function sourcesIn(paths: string[]): string[] {
  return paths
    .flatMap((path) => (statSync(path).isFile() ? [path] : globSync(`${path}/**/*.ts`).toSorted()))
    .filter((path) => !path.endsWith('.test.ts') && !/\/(testing|texts)\//.test(path))
    .map((path) => join(process.cwd(), path));
}

export async function plantFaults(paths: string[]): Promise<Planted> {
  await addSqlFaults();
  const files = sourcesIn(paths).map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') }));
  const instrumenter = new Instrumenter(silent as unknown as ConstructorParameters<typeof Instrumenter>[0]);
  const { files: planted, mutants } = await instrumenter.instrument(files, {
    plugins: null,
    ignorers: [],
    excludedMutations: LEFT_OUT,
  });
  const lines = new Map(files.map(({ name, content }) => [name, content.split('\n')]));
  const faults = mutants
    .filter(({ status }) => status !== 'Ignored')
    .map(({ id, fileName, location: { start, end }, mutatorName, replacement }) => ({
      id,
      file: relative(process.cwd(), fileName),
      line: start.line + 1,
      kind: mutatorName,
      was: (lines.get(fileName) ?? []).slice(start.line, end.line + 1).join('\n'),
      now: replacement,
    }));
  return { code: new Map(planted.map(({ name, content }) => [name, content])), faults };
}

/** The same faults for the same seed, as long as their lines and those of their neighbours are the same. */
export function chooseFaults(faults: Fault[], seed: number, count: number): Fault[] {
  const place = ({ file, line, kind, now }: Fault) =>
    createHash('sha256').update(`${seed} ${file} ${line} ${kind} ${now}`).digest('hex');
  return faults
    .map((fault) => ({ fault, place: place(fault) }))
    .toSorted((a, b) => (a.place < b.place ? -1 : 1))
    .slice(0, count)
    .map(({ fault }) => fault);
}
