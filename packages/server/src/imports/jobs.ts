/**
 * Runs imports, and takes them back, in the background: leased, batch by batch, taken up again after a
 * restart where the last batch ended.
 */

import { importPath, removeUpload, uploadsBefore } from '../platform/csv-upload.ts';
import { transact } from '../platform/db/database.ts';
import { releaseOnOutage } from '../platform/db/outage.ts';
import { Malformed } from '../platform/errors.ts';
import { startLoop } from '../platform/loop.ts';
import type { Background, Services } from '../platform/services.ts';
import { workerName } from '../platform/this-process.ts';
import { listTags } from '../tags/index.ts';
import { mappingOf } from './mapping.ts';
import { storeOptOuts } from './opt-outs.ts';
import { readFile } from './rows.ts';
import {
  type Claim,
  claimImport,
  dropImportClaim,
  dropImportLeases,
  endImport,
  findImport,
  forgetChanges,
  type Import,
  keepClaim,
  namedUploads,
  releaseClaim,
} from './store.ts';
import { takeBackNext } from './undo.ts';
import { type ImportProgress, type Newcomer, newcomerOf, writeBatch } from './write-batch.ts';

const BATCH_ROWS = 5_000;
/** Of values of tags: rows full of them go in smaller batches. */
const BATCH_CHARACTERS = 1_000_000;
/** Longer than any batch takes; after a crash the import rests this long. */
const LEASE_MS = 20_000;
const PAUSE_MS = 5_000;
const NEWS_EVERY_MS = 500;
/** Claims without one stored batch: then the import itself is at fault. */
const MOST_TRIES = 5;
const KEEP_DAYS = 30;
/**
 * What a process left that ended in the midst of an upload, or whose list was deleted: nobody can import it,
 * and the erasing of people does not find them in it.
 */
const NAMELESS_DAYS = 1;
const DAY_MS = 86_400_000;
const SWEEP_EVERY_MS = 3_600_000;

export function startImports(services: Services): Background[] {
  const { log, clock, db, config, signals } = services;
  const worker = workerName();
  const stopping = { now: false };
  async function runNext(): Promise<boolean> {
    const claim = await claimImport(db, worker, clock.now(), leaseEnd(services));
    if (!claim) return false;
    await runImport(services, claim, worker, stopping);
    return !stopping.now;
  }

  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);

  async function sweepUploads(): Promise<void> {
    const [old, resting] = await Promise.all(
      [KEEP_DAYS, NAMELESS_DAYS].map((days) => uploadsBefore(config.dataDir, daysAgo(days))),
    );
    const named = await namedUploads(db, resting ?? []);
    const nameless = (resting ?? []).filter((name) => !named.has(name));
    for (const name of new Set([...(old ?? []), ...nameless])) await removeUpload(config.dataDir, name);
  }

  const runner = startLoop({
    name: 'imports',
    log,
    pauseMs: PAUSE_MS,
    once: (isStopping) => runNext().catch(releaseOnOutage(() => dropImportLeases(db, worker), isStopping)),
  });
  signals.on('imports', runner.wake);
  const sweeper = startLoop({
    name: 'old imports',
    log,
    pauseMs: SWEEP_EVERY_MS,
    async once() {
      await forgetChanges(db, daysAgo(KEEP_DAYS));
      await sweepUploads();
      return false;
    },
  });
  return [
    {
      async stop() {
        stopping.now = true;
        await Promise.all([runner.stop(), sweeper.stop()]);
      },
    },
  ];
}

function leaseEnd({ clock }: Services): Date {
  return new Date(clock.now().getTime() + LEASE_MS);
}

/**
 * The import was cancelled, its list deleted, or another worker has it now: nothing of the batch is stored.
 */
class NoLongerOurs extends Error {}

/** Ends with the import done or failed, or given back when the server stops. */
export async function runImport(
  services: Services,
  claim: Claim,
  worker: string,
  stopping: { now: boolean },
): Promise<void> {
  const { db, clock, log } = services;
  const { accountId, importId } = claim;
  try {
    if (claim.tries > MOST_TRIES) throw new Malformed('file', 'The import was tried too often.');
    const found = await findImport(db, accountId, importId);
    const end = await workOn(found);
    if (end) await finish(end);
    else await releaseClaim(db, claim, worker);
  } catch (error) {
    if (error instanceof NoLongerOurs) return;
    // Its list was deleted while a batch was being stored.
    if (!(await findImport(db, accountId, importId))) return dropImportClaim(db, claim);
    const gone = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!gone && !(error instanceof Malformed)) throw error;
    log.error({ err: error, importId }, 'an import failed');
    await finish('failed');
  }

  /** The state it ends in; null when the server stops first. */
  async function workOn(found: Import | undefined): Promise<'done' | 'undone' | null> {
    if (found?.state === 'running')
      return (await storeRows(services, claim, found, worker, stopping)) ? 'done' : null;
    if (found?.state === 'undoing')
      return (await undoAll(services, claim, found, worker, stopping)) ? 'undone' : null;
    await dropImportClaim(db, claim);
    throw new NoLongerOurs();
  }

  async function finish(state: 'done' | 'failed' | 'undone'): Promise<void> {
    const found = await transact(db, async (trx) => {
      if (!(await keepClaim(trx, claim, worker, leaseEnd(services)))) return undefined;
      await endImport(trx, accountId, importId, state, clock.now());
      return findImport(trx, accountId, importId);
    });
    if (found)
      services.live.publish(accountId, {
        type: 'import',
        importId,
        state,
        rows: found.rows,
        done: found.done,
      });
  }
}

/**
 * Stores the rows that are not stored yet; false when the server stops first. The next batch is read while
 * one is being stored.
 */
async function storeRows(
  services: Services,
  claim: Claim,
  found: Import,
  worker: string,
  stopping: { now: boolean },
): Promise<boolean> {
  const { db, config, clock } = services;
  const { accountId, importId } = claim;
  const names = new Map((await listTags(db, accountId, '')).map(({ id, name }) => [id, name]));
  const mapping = mappingOf(found.mapping, names);
  // A tag that was deleted meanwhile takes no values.
  mapping.tags = mapping.tags.filter(({ tag }) => names.has(Number(tag)));
  const file = {
    path: importPath(config.dataDir, found.storedAs),
    delimiter: found.delimiter,
    hasHeader: found.hasHeader,
    country: found.country,
    mapping,
  };
  const tell = newsTeller(services, claim);

  async function store(rows: Rows): Promise<void> {
    const batch = { importId, listId: found.listId, ...rows };
    const progress = await transact(db, async (trx) => {
      if (!(await keepClaim(trx, claim, worker, leaseEnd(services)))) throw new NoLongerOurs();
      const stored = await writeBatch(trx, accountId, batch, clock.now());
      if (!stored) throw new NoLongerOurs();
      await storeOptOuts(trx, accountId, found, rows.optOuts, clock.now());
      return stored;
    });
    tell('running', progress);
  }

  let batch = noRows();
  let row = 0;
  let storing: Promise<void> = Promise.resolve();
  for await (const reading of readFile(file)) {
    row += 1;
    if (row <= found.done) continue;
    if (reading.optOut !== null) batch.optOuts.push(reading.optOut);
    if (reading.kind === 'person') {
      const { person } = reading;
      batch.people.push(newcomerOf(services.secrets, accountId, person));
      for (const value of Object.values(person.tags)) batch.characters += value.length;
    } else if (reading.kind === 'invalid') batch.invalid += 1;
    else batch.duplicates += 1;
    if (sizeOf(batch) < BATCH_ROWS && batch.characters < BATCH_CHARACTERS) continue;
    await storing;
    if (stopping.now) return false;
    storing = store(batch);
    // Whoever awaits it below learns of the failure; until then it is not unheard.
    storing.catch(() => undefined);
    batch = noRows();
  }
  await storing;
  if (sizeOf(batch) > 0) await store(batch);
  return true;
}

type Rows = {
  people: Newcomer[];
  invalid: number;
  duplicates: number;
  /** Numbers that the file says opted out. */
  optOuts: string[];
  characters: number;
};

const noRows = (): Rows => ({ people: [], invalid: 0, duplicates: 0, optOuts: [], characters: 0 });

const sizeOf = ({ people, invalid, duplicates }: Rows) => people.length + invalid + duplicates;

/** Takes everything back that is not yet; false when the server stops first. */
async function undoAll(
  services: Services,
  claim: Claim,
  found: Import,
  worker: string,
  stopping: { now: boolean },
): Promise<boolean> {
  const { accountId } = claim;
  const tell = newsTeller(services, claim);
  while (!stopping.now) {
    const undone = await transact(services.db, async (trx) => {
      if (!(await keepClaim(trx, claim, worker, leaseEnd(services)))) throw new NoLongerOurs();
      return takeBackNext(trx, accountId, found, services.clock.now());
    });
    if (!undone) return true;
    tell('undoing', undone);
  }
  return false;
}

/** Tells the account's browsers how far the work is, at most twice a second. */
function newsTeller({ live }: Services, { accountId, importId }: Claim) {
  let toldAt = 0;
  return (state: 'running' | 'undoing', { rows, done }: ImportProgress): void => {
    const now = performance.now();
    if (now - toldAt < NEWS_EVERY_MS) return;
    toldAt = now;
    live.publish(accountId, { type: 'import', importId, state, rows, done });
  };
}
