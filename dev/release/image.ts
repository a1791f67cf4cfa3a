/** The image for containers, built by buildah without a daemon, as a file that any of them loads. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, readJson } from './parts.ts';

/** As containers call the processors. */
const PROCESSORS = { x64: 'amd64', arm64: 'arm64' } as const;

type Processor = keyof typeof PROCESSORS;

/** Those whose Linux archives are named; where none is, this machine’s. */
export function processorsOfImages(named: readonly string[], own: string = process.arch): Processor[] {
  const known = Object.keys(PROCESSORS) as Processor[];
  const asked = known.filter((cpu) => named.includes(`linux-${cpu}`));
  return asked.length > 0 ? asked : known.filter((cpu) => cpu === own);
}

/** Builds it of the Linux archive for a processor that lies in a folder, and answers the file. */
export function buildImage(out: string, cpu: Processor, base: string | undefined): string {
  const { version } = readJson<{ version: string }>('package.json');
  const archive = readdirSync(out).find(
    (name) => name.endsWith(`-linux-${cpu}.tar.gz`) && !name.includes('image'),
  );
  if (archive === undefined) throw new Error(`First make the archive: npm run release -- linux-${cpu}`);
  const arch = PROCESSORS[cpu];
  const tag = `parley:${version}-${arch}`;
  const context = mkdtempSync(join(tmpdir(), 'parley-image-'));
  mkdirSync(join(context, 'data'));
  cpSync(join(out, archive), join(context, archive));
  const file = join(out, `parley-${version}-image-${arch}.tar`);
  buildah([
    'build',
    ...['--format', 'docker', '--arch', arch, '--tag', tag],
    ...['--file', join(ROOT, 'ops/container/Dockerfile')],
    ...['--build-arg', `ARCHIVE=${archive}`],
    ...(base === undefined ? [] : ['--build-arg', `BASE=${base}`]),
    context,
  ]);
  rmSync(context, { recursive: true });
  rmSync(file, { force: true });
  buildah(['push', tag, `docker-archive:${file}:${tag}`]);
  const { status } = spawnSync('gzip', ['-nf', file], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The image could not be packed.');
  return `${file}.gz`;
}

/** Without a kernel’s overlays and without namespaces, so that it works in a container, too. */
function buildah(args: readonly string[]): void {
  const env = { ...process.env, STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' };
  const { status, error } = spawnSync('buildah', args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw error ?? new Error(`"buildah ${args[0]}" failed.`);
}
