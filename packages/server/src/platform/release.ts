/**
 * An unpacked release: a folder with Parley and all it needs, beside others of its kind and the data of the
 * installation (`npm run release` makes it).
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import type { SettingsFile } from './settings.ts';

/** The folder that everything lies in: a release, or a clone of the source. */
export const PROGRAM_FOLDER = join(import.meta.dirname, '../../../..');
const DESCRIPTION = 'release.json';

export type Release = {
  /** That of its folder: `parley-0.2.0-linux-x64`. */
  name: string;
  version: string;
  /** What it runs on: `linux-x64`. */
  platform: string;
};

/** What a folder says of itself; null: it is no release. */
export function releaseIn(folder: string): Release | null {
  const file = join(folder, DESCRIPTION);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Release) : null;
}

export const thisRelease: Release | null = releaseIn(PROGRAM_FOLDER);

/** Where releases, data and settings of an installation lie beside each other. */
export const INSTALLATION_FOLDER = dirname(PROGRAM_FOLDER);

/** What stands in the file of settings that a release is started with; null: there is none. */
export function installedSettings(): SettingsFile | null {
  const file = join(INSTALLATION_FOLDER, 'parley.env');
  if (!thisRelease || !existsSync(file)) return null;
  return { folder: INSTALLATION_FOLDER, values: parseEnv(readFileSync(file, 'utf8')) };
}

/** A release keeps its data beside itself, so that the next one finds it; a clone where it is started. */
export const USUAL_DATA_DIR = thisRelease ? join(INSTALLATION_FOLDER, 'data') : './data';

/** How the commands are called. */
export const PROGRAM = thisRelease ? 'parley' : 'npm run manage --';
