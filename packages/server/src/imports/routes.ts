import { calls } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { countryFrom, countryOfAccount } from '../accounts/index.ts';
import { recordAuditEvent } from '../audit/index.ts';
import { findList } from '../lists/index.ts';
import { readRows } from '../platform/csv-file.ts';
import { importPath, keptUpload, removeUpload, shownName, storeUpload } from '../platform/csv-upload.ts';
import { type Db, isUniqueViolation, transact } from '../platform/db/database.ts';
import { Malformed, NotFound, Refusal } from '../platform/errors.ts';
import { type Context, routesOf } from '../platform/http/handler.ts';
import { nameKey } from '../platform/names.ts';
import { insertTag, listTags } from '../tags/index.ts';
import { dryRun } from './dry-run.ts';
import { errorFile } from './error-file.ts';
import { describeFile } from './file-columns.ts';
import { checkMapping, isNewTag, mappingOf, newTagName, type Tags } from './mapping.ts';
import type { ImportFile } from './rows.ts';
import * as store from './store.ts';

export const routes = routesOf(calls.imports, {
  async upload(context, { list }) {
    const { db, accountId, clock, config, file } = context;
    if (!file) throw new Malformed('file', 'Choose a CSV file.');
    if (!(await findList(db, accountId, list))) {
      file.stream.resume();
      throw new NotFound();
    }
    const storedAs = await storeUpload(config.dataDir, file);
    try {
      const { ids } = await tagsOf(db, accountId);
      const country = await countryOfAccount(db, accountId);
      const { columns, delimiter, hasHeader, rows } = await describeFile(
        importPath(config.dataDir, storedAs),
        ids,
        country,
      );
      const fileName = shownName(file.name);
      const id = await store.insertImport(db, accountId, {
        listId: list,
        fileName,
        storedAs,
        delimiter,
        hasHeader,
        country,
        rows,
        now: clock.now(),
      });
      if (id === undefined) throw new NotFound();
      return { id, columns, rows, country };
    } catch (error) {
      await removeUpload(config.dataDir, storedAs);
      throw error;
    }
  },

  async dryRun(context, { id, mapping, country: chosen }) {
    const { db, accountId } = context;
    const found = await find(db, accountId, id);
    const tags = await tagsOf(db, accountId);
    const country = countryFrom(chosen, found.country);
    const targets = checkMapping(mapping, await columnsOf(context, found), tags);
    const result = await dryRun(
      db,
      context.secrets,
      accountId,
      fileOf(context, { ...found, country }, targets, tags),
    );
    if (!(await store.storeMapping(db, accountId, id, targets, country)))
      throw new Refusal('This import has already started.');
    const problems = result.problems.map((problem) => ({
      ...problem,
      value: problem.value.slice(0, TEXT_LIMITS.tagValue),
    }));
    return { ...result, problems };
  },

  async start(context, { id, consent, consentNote }) {
    const { db, accountId, caller, clock, signals } = context;
    const start = async (trx: Db) => {
      const found = await lock(trx, accountId, id);
      if (found.state === 'uploaded') throw new Refusal('Choose the columns and check the import first.');
      if (found.state !== 'tried') throw new Refusal('This import has already started.');
      const tags = await tagsOf(trx, accountId);
      const mapping: store.ColumnTarget[] = [];
      for (const { index, target } of found.mapping)
        mapping.push({ index, target: await storedTarget(trx, accountId, target, tags, clock.now()) });
      const starting = { mapping, userId: caller.userId, hasConsent: consent, note: consentNote.trim() };
      await store.startImport(trx, accountId, id, starting, clock.now());
      const detail = startedDetail(found.rows, starting);
      await recordAuditEvent(trx, context, { act: 'import-started', kind: 'import', id, detail });
    };
    await transact(db, start).catch((error) => {
      // Somebody else added one of its new tags in this very moment: the next look finds it.
      if (!isUniqueViolation(error, 'tags_account_id_name_key_key')) throw error;
      return transact(db, start);
    });
    signals.wake('imports');
    return {};
  },

  async progress({ db, accountId }, { id }) {
    return find(db, accountId, id);
  },

  async cancel(context, { id }) {
    const { db, accountId, clock, live } = context;
    const found = await transact(db, async (trx) => {
      // In the order in which a batch locks both, so that neither ends the other.
      await store.lockImportJob(trx, accountId, id);
      const locked = await lock(trx, accountId, id);
      if (locked.state === 'cancelled') return locked;
      if (!['uploaded', 'tried', 'running', 'undoing'].includes(locked.state))
        throw new Refusal('This import is finished. You can undo it.');
      await store.endImport(trx, accountId, id, 'cancelled', clock.now());
      await recordAuditEvent(trx, context, { act: 'import-cancelled', kind: 'import', id });
      return locked;
    });
    live.publish(accountId, {
      type: 'import',
      importId: id,
      state: 'cancelled',
      rows: found.rows,
      done: found.done,
    });
    return {};
  },

  async undo(context, { id }) {
    const { db, accountId, clock, signals } = context;
    await transact(db, async (trx) => {
      const { state, createdAt } = await lock(trx, accountId, id);
      if (state === 'undone' || state === 'undoing') return;
      if (!['done', 'cancelled', 'failed'].includes(state))
        throw new Refusal('This import isn’t finished yet. Cancel it before you undo it.');
      if (clock.now().getTime() - createdAt.getTime() > UNDO_DAYS * 86_400_000)
        throw new Refusal(`An import can be taken back for ${UNDO_DAYS} days.`);
      await store.startUndo(trx, accountId, id, clock.now());
      await recordAuditEvent(trx, context, { act: 'import-undone', kind: 'import', id });
    });
    signals.wake('imports');
    return {};
  },

  async errors(context, { id }) {
    const { db, accountId } = context;
    const found = await find(db, accountId, id);
    if (found.mapping.length === 0) throw new Refusal('Choose the columns and check the import first.');
    const tags = await tagsOf(db, accountId);
    return {
      fileName: `not-imported-${id}.csv`,
      contentType: 'text/csv; charset=utf-8',
      body: await errorFile(fileOf(context, found, found.mapping, tags)),
    };
  },
});

/** For History: how many rows, and whether somebody attested that these people agreed. */
function startedDetail(rows: number, { hasConsent, note }: store.Starting): string {
  const consent = hasConsent ? 'confirmed their consent' : 'nobody confirmed their consent';
  const size = `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`;
  return `${size}; ${consent}${note === '' ? '' : `: ${note}`}`;
}

/** What an import changed is kept this long, see `jobs.ts`. */
const UNDO_DAYS = 30;

async function find(db: Db, accountId: number, id: number): Promise<store.Import> {
  const found = await store.findImport(db, accountId, id);
  if (!found) throw new NotFound();
  return found;
}

async function lock(trx: Db, accountId: number, id: number): Promise<store.Import> {
  const found = await store.lockImport(trx, accountId, id);
  if (!found) throw new NotFound();
  return found;
}

async function tagsOf(db: Db, accountId: number): Promise<Tags> {
  const tags = await listTags(db, accountId, '');
  return {
    names: new Map(tags.map(({ id, name }) => [id, name])),
    ids: new Map(tags.map(({ id, name }) => [nameKey(name), id])),
  };
}

/** The target with the id of its tag; a new tag is added now. */
async function storedTarget(
  trx: Db,
  accountId: number,
  target: string,
  tags: Tags,
  now: Date,
): Promise<string> {
  if (!isNewTag(target)) return target;
  const name = newTagName(target);
  const known = tags.ids.get(nameKey(name));
  return `tag:${known ?? (await insertTag(trx, accountId, name, now))}`;
}

function fileOf(
  { config }: Context,
  { storedAs, delimiter, hasHeader, country }: store.Import,
  targets: readonly store.ColumnTarget[],
  tags: Tags,
): ImportFile {
  const path = keptUpload(config.dataDir, storedAs);
  return { path, delimiter, hasHeader, country, mapping: mappingOf(targets, tags.names) };
}

async function columnsOf({ config }: Context, { storedAs, delimiter }: store.Import): Promise<number> {
  const path = keptUpload(config.dataDir, storedAs);
  for await (const { cells, fault } of readRows(path, delimiter))
    if (fault === undefined) return cells.length;
  return 0;
}
