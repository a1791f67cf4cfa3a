/**
 * Another release comes into the place of this one without touching what runs: it is unpacked into a folder
 * of its own, checked there, and the link `current` is turned to it. The next start runs it.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type Config, ConfigError } from '../platform/config.ts';
import { placesIn } from '../platform/db/embedded.ts';
import {
  INSTALLATION_FOLDER,
  PROGRAM,
  PROGRAM_FOLDER,
  type Release,
  releaseIn,
  thisRelease,
} from '../platform/release.ts';

const SUMS = 'SHA256SUMS';
const CURRENT = 'current';

/**
 * Takes an archive, or a release that is unpacked already (to go back). Answers what is printed.
 *
 * @throws ConfigError when the archive is damaged, for another platform, or cannot take the database over;
 * everything is as it was then.
 */
export async function update(config: Config, [given = '']: readonly string[]): Promise<string> {
  if (!thisRelease)
    throw new ConfigError('This is a clone of the source. Only an unpacked release can be updated so.');
  if (given === '') throw new ConfigError('Name the archive of the new release.');
  const path = resolve(given);
  if (!existsSync(path)) throw new ConfigError(`There’s no ${path}.`);
  const isArchive = !statSync(path).isDirectory();
  const folder = isArchive ? unpack(path) : path;
  try {
    const checked = check(folder, config);
    turnTo(basename(folder));
    return [
      checked,
      `${basename(folder)} is the current one; nothing that runs was touched. Restart Parley to run it.`,
      `${thisRelease.name} is kept. To go back: ${PROGRAM} update ${PROGRAM_FOLDER}`,
    ].join('\n');
  } catch (error) {
    if (isArchive) rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Under another name until it is whole. */
function unpack(archive: string): string {
  requireSum(archive);
  const fresh = mkdtempSync(join(INSTALLATION_FOLDER, '.unpacking-'));
  try {
    const { status, stderr } = spawnSync('tar', ['-xzf', archive, '-C', fresh], { encoding: 'utf8' });
    if (status !== 0) throw new ConfigError(`${archive} could not be unpacked: ${stderr.trim()}`);
    const [name = '', ...more] = readdirSync(fresh);
    const release = releaseIn(join(fresh, name));
    if (!release || more.length > 0 || release.name !== name)
      throw new ConfigError(`${archive} is no release of Parley.`);
    requirePlatform(release);
    const place = join(INSTALLATION_FOLDER, name);
    if (existsSync(place))
      throw new ConfigError(
        `${place} is there already. To make it the current one: ${PROGRAM} update ${place}`,
      );
    renameSync(join(fresh, name), place);
    return place;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

function requireSum(archive: string): void {
  const file = join(dirname(archive), SUMS);
  if (!existsSync(file))
    throw new ConfigError(`${SUMS} of the release must lie beside the archive, so that it can be checked.`);
  const line = readFileSync(file, 'utf8')
    .split('\n')
    .find((each) => each.endsWith(`  ${basename(archive)}`));
  const sum = createHash('sha256').update(readFileSync(archive)).digest('hex');
  if (line?.split(' ')[0] !== sum)
    throw new ConfigError(`${basename(archive)} is not what ${SUMS} says: it is damaged, or another one.`);
}

function requirePlatform({ name, platform }: Release): void {
  if (platform !== thisRelease?.platform)
    throw new ConfigError(`${name} is for ${platform}; this machine runs ${thisRelease?.platform}.`);
}

/** The new one itself says whether it runs here and can take the database over. */
function check(folder: string, { dataDir, databaseUrl }: Config): string {
  const release = releaseIn(folder);
  if (!release || dirname(folder) !== INSTALLATION_FOLDER)
    throw new ConfigError(`${folder} is no release beside this one.`);
  requirePlatform(release);
  const isNew = databaseUrl === null && !existsSync(placesIn(dataDir).cluster);
  const asked = spawnSync(join(folder, 'bin/parley'), [isNew ? 'version' : 'check'], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: dataDir },
  });
  if (asked.status !== 0)
    throw new ConfigError(`${release.name} cannot run here: ${(asked.stderr || String(asked.error)).trim()}`);
  return asked.stdout.trim();
}

/** In one step: whoever starts meanwhile gets the one or the other. */
function turnTo(name: string): void {
  const fresh = join(INSTALLATION_FOLDER, `.${CURRENT}-${process.pid}`);
  rmSync(fresh, { force: true });
  symlinkSync(name, fresh);
  renameSync(fresh, join(INSTALLATION_FOLDER, CURRENT));
}
