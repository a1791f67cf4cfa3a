/** The installation itself: its version, its database's tables, what is put back and brought up to date. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../platform/config.ts';
import { migrate, migrationsAhead } from '../platform/db/migrate.ts';
import { askHealth } from '../platform/http/ask-health.ts';
import { PROGRAM_FOLDER, thisRelease } from '../platform/release.ts';
import type { Command, Ground, LoneCommand, Printed } from './commands.ts';
import { restore } from './restore.ts';
import { update } from './update-release.ts';

export const INSTALLATION_COMMANDS: Readonly<Record<string, Command | LoneCommand>> = {
  restore: {
    words: '<folder>',
    most: 1,
    about:
      'puts a backup in the place of the data, while Parley is stopped; the data there is kept beside it',
    alone: restore,
  },
  migrate: {
    words: '',
    most: 0,
    about: 'brings the database up to date, as each start does',
    anyVersion: true,
    run: bringUpToDate,
  },
  check: {
    words: '',
    most: 0,
    about: 'says whether this version can take the database over; changes nothing',
    anyVersion: true,
    run: checkDatabase,
  },
  update: {
    words: '<archive>|<folder>',
    most: 1,
    about: 'unpacks a release beside this one, checks it and makes it the current one, for the next start',
    alone: update,
  },
  health: {
    words: '',
    most: 0,
    about: 'asks the server on this machine whether it can serve; status 1 if not',
    alone: askHealth,
  },
  version: {
    words: '',
    most: 0,
    about: 'says which version this is',
    alone: async () => printedVersion(),
  },
};

function printedVersion(): Printed {
  const manifest = join(PROGRAM_FOLDER, 'package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const data = { version, platform: thisRelease?.platform ?? null, node: process.versions.node };
  return { text: `Parley ${version}, Node ${data.node}`, data };
}

async function bringUpToDate({ db }: Ground): Promise<Printed> {
  const applied = await migrate(db);
  const text = applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date already.';
  return { text, data: { applied } };
}

async function checkDatabase({ db }: Ground): Promise<Printed> {
  const data = await migrationsAhead(db);
  if (data.newer.length > 0)
    throw new ConfigError(
      `The database is of a newer Parley (${data.newer.join(', ')}), which this one cannot run on.`,
    );
  return { text: takenOver(data), data };
}

function takenOver({ missing, isNew }: { missing: string[]; isNew: boolean }): string {
  if (isNew) return 'The database is empty: the first start makes the tables.';
  return missing.length > 0
    ? `This version can take the database over. Its start will apply ${missing.join(', ')}.`
    : 'This version can take the database over as it is.';
}
