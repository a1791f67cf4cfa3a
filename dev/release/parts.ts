/** What a release is made of: the packages of the server, without what only developers need. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');
/** The packages that run; the screens come built. */
export const RUNNING = ['rules', 'engine', 'contract', 'server'].map((name) => `packages/${name}`);

export type Manifest = {
  name?: string;
  version: string;
  license?: string;
  resolved?: string;
  integrity?: string;
  link?: true;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
};
export type Lock = { packages: Record<string, Manifest> };

export const readJson = <T>(path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as T;

/** Without what only developers need. */
function product(manifest: object, workspaces?: readonly string[]): object {
  const { devDependencies: _dev, scripts: _scripts, ...rest } = manifest as Record<string, unknown>;
  return workspaces ? { ...rest, workspaces } : rest;
}

/** Writes the manifests and the lock file of the product alone into a folder. */
export function writeManifests(folder: string): void {
  const write = (path: string, content: object) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${JSON.stringify(content, null, 2)}\n`);
  };
  write('package.json', product(readJson('package.json'), RUNNING));
  for (const name of RUNNING) write(`${name}/package.json`, product(readJson(`${name}/package.json`)));
  const lock = readJson<Lock>('package-lock.json');
  const packages = Object.entries(lock.packages).flatMap(([path, each]) => {
    const own = each.link ? (each.resolved ?? '') : path;
    const isOther = /^packages\/[^/]+$/.test(own) && !RUNNING.includes(own);
    if (isOther) return [];
    return [[path, path === '' ? product(each, RUNNING) : RUNNING.includes(path) ? product(each) : each]];
  });
  write('package-lock.json', { ...lock, packages: Object.fromEntries(packages) });
}

const isProduct = (path: string) => !/\.test\.tsx?$/.test(path) && basename(path) !== 'testing';

/** The files beside the source that runs: what an operator reads, and what is put into other programs. */
export const BESIDE = [
  'packages/server/migrations',
  'packages/web/dist',
  'LICENSE',
  'CHANGELOG.md',
  '.env.example',
  'ops/systemd',
  'ops/fail2ban',
  'ops/container',
  'ops/kubernetes',
  'ops/prometheus-rules.yml',
  'ops/prometheus-rules.test.yml',
  'ops/grafana-dashboard.json',
];

/** Messages, settings and each other name the documents, so all of them come along, and what they lead to. */
export const DOCUMENTS = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'packages/client/README.md',
  'docs',
];
/** Large, and no help in running it: the pictures, but that of the README, and the list of tests. */
const LEFT_OUT = /^docs\/(spec-coverage\.md|tour\/(?!flow-editor-1440-light).+)$/;

/** Copies the source that runs, its migrations, the built screens, and the documents. */
export function copyProgram(folder: string): void {
  for (const name of RUNNING) copyInto(folder, `${name}/src`);
  for (const path of [...BESIDE, ...DOCUMENTS]) copyInto(folder, path);
}

export function copyInto(folder: string, path: string): void {
  const isWanted = (from: string) => isProduct(from) && !LEFT_OUT.test(relative(ROOT, from));
  cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter: isWanted });
}
