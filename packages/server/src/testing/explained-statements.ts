/**
 * Where the statements of the product run when Citus spreads the tables: each is explained once with the
 * parameters that a test gave it, on that test's database. `npm run test:citus` judges what was found
 * (dev/citus/statements.ts).
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CompiledQuery, PostgresQueryCompiler } from 'kysely';
import pg from 'pg';
import { REFERENCE_TABLES } from '../platform/db/placement.ts';

/** The folder for findings; without it nothing is explained. */
const FOLDER = process.env.PARLEY_TEST_STATEMENTS;

/** A file for each statement, named by its text. */
export type ExplainedStatement = {
  /** The function that makes it: `server/tags/store.ts: readTags`. */
  place: string;
  /** With all that differs from one time to the next as `…`. */
  text: string;
  /** Parts of tables that its widest step reads or writes; 0: it touches none that are spread. */
  parts: number;
  /** Why Citus takes it not at all; null: it does. */
  refusal: string | null;
  /** What Citus does wrong with it without a word; null: nothing. */
  harm: string | null;
};

type Pending = { sql: string; parameters: readonly unknown[]; text: string; place: string };

/** What is explained at all. */
const EXPLAINED = /^\s*(?:--.*\n\s*)*(?:with|select|insert|update|delete|merge)\b/i;

const seen = new Set<string>();
let pending: Pending[] = [];

if (FOLDER) noteCompiled();

/** Notes every statement when its text is made: then it is still known who makes it. */
function noteCompiled(): void {
  const compile = PostgresQueryCompiler.prototype.compileQuery;
  PostgresQueryCompiler.prototype.compileQuery = function (...given) {
    const compiled = compile.apply(this, given);
    note(compiled);
    return compiled;
  };
}

function note({ sql, parameters }: CompiledQuery): void {
  if (seen.has(sql)) return;
  seen.add(sql);
  const text = normalised(sql);
  if (seen.has(text) || !EXPLAINED.test(sql)) return;
  const place = placeOf(new Error().stack ?? '');
  if (place === null) return;
  seen.add(text);
  pending.push({ sql, parameters, text, place });
}

/** One text for what differs by values that stand in it, and by how many there are. */
const normalised = (sql: string) =>
  sql
    .replace(/--.*$/gm, '')
    .replace(/\s+/g, ' ')
    .replace(/\$\d+/g, '$')
    .replace(/\b\d+\b/g, '…')
    .replace(/(\(?\$(?:::\w+(?:\[\])?)?\)?)(?:, \1)+/g, '$1, …')
    .trim();

/** Tools that statements pass through on their way. */
const TOOLS =
  /\/platform\/db\/(?:database|statement|pipeline|prepared|batch)\.ts|\/testing\/explained-statements/;

/** Who makes a statement; null: a test. */
function placeOf(stack: string): string | null {
  const frames = [...stack.matchAll(/([\w/.-]*\/packages\/(server\/src\/[\w/.-]+)):(\d+):\d+/g)];
  const [, file = '', path = 'unknown', line = '0'] = frames.find(([, name = '']) => !TOOLS.test(name)) ?? [];
  if (/\.test\.ts$|\/testing\//.test(path)) return null;
  return `${path.replace('/src/', '/')}: ${functionAt(file, Number(line))}`;
}

/** The name at the beginning of a line that is the nearest above. */
function functionAt(file: string, line: number): string {
  const above = file === '' ? [] : readFileSync(file, 'utf8').split('\n').slice(0, line).reverse();
  for (const each of above) {
    const name = /^(?:export )?(?:async )?(?:function\*? |const |class )(\w+)/.exec(each)?.[1];
    if (name) return name;
  }
  return '?';
}

/** Explains what is new since the last time, on a database with the same tables. */
export async function explainNew(pool: pg.Pool): Promise<void> {
  const statements = pending;
  pending = [];
  for (const statement of statements) {
    const { place, text } = statement;
    const file = join(FOLDER ?? '', `${createHash('sha1').update(text).digest('hex')}.json`);
    try {
      // Others explain beside us: who writes the file first does it.
      writeFileSync(file, '', { flag: 'wx' });
    } catch {
      continue;
    }
    const told = await explain(pool, statement);
    const finding: ExplainedStatement = { place, text, ...told };
    writeFileSync(file, JSON.stringify(finding));
  }
}

/** Some are explained only with the values in their text, though they run with parameters. */
export async function explain(
  pool: pg.Pool,
  { sql, parameters }: Pick<Pending, 'sql' | 'parameters'>,
): Promise<Pick<ExplainedStatement, 'parts' | 'refusal' | 'harm'>> {
  try {
    const { rows } = await pool
      .query(`explain (verbose, format json) ${sql}`, [...parameters])
      .catch(() => pool.query(`explain (verbose, format json) ${withValues(sql, parameters)}`));
    const steps = [...stepsIn(rows[0]['QUERY PLAN'])];
    const parts = Math.max(0, ...steps.map((step) => Number(step['Task Count'] ?? 0)));
    const harm = steps.some(({ Query }) => isHarmful(String(Query))) ? HARM : null;
    return { parts, refusal: null, harm };
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return { parts: 0, refusal: `${code}: ${message}`, harm: null };
  }
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

const withValues = (sql: string, parameters: readonly unknown[]) =>
  sql.replace(/\$(\d+)/g, (_, n) => {
    const value = prepareValue(parameters[Number(n) - 1]);
    return value === null ? 'null' : pg.escapeLiteral(String(value));
  });

type Step = Record<string, unknown>;

/** What a plan is made of, at whatever depth. */
function* stepsIn(plan: unknown): Generator<Step> {
  if (typeof plan !== 'object' || plan === null) return;
  if (!Array.isArray(plan)) yield plan as Step;
  for (const part of Object.values(plan)) yield* stepsIn(part);
}

const COPIED = REFERENCE_TABLES.join('|');
const WRITES_COPIED = new RegExp(
  `(?:insert into|update|delete from) (?:only )?public\\.(?:${COPIED})_\\d+`,
  'i',
);
const READS_OTHER = new RegExp(`public\\.(?!(?:${COPIED})_\\d)\\w+_\\d{5,}`);

/** What one machine is told to do: such a table may only be changed by itself, then it is on each machine. */
const isHarmful = (query: string) => WRITES_COPIED.test(query) && READS_OTHER.test(query);
const HARM = 'changes a table that each machine has on one machine alone';
