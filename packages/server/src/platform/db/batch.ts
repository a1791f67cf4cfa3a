/**
 * Statements that PostgreSQL gets at once and answers at once: it wakes up, and wakes us up, once for all of
 * them.
 */
import pg from 'pg';
import { statementName } from './prepared.ts';

/** What a statement did, and what it read. */
export type StatementResult = { command: string; rowCount: number | null; rows: Record<string, unknown>[] };

type Asked = {
  text: string;
  /** As they go over the wire. */
  values: unknown[];
  answer: (answer: StatementResult) => void;
  fail: (error: unknown) => void;
};

/**
 * The columns of a statement's rows. They stay what they are as long as it is prepared, so PostgreSQL tells
 * them once.
 */
type Columns = { names: string[]; parsers: ((text: string) => unknown)[] };
const NONE: Columns = { names: [], parsers: [] };

/** What the driver's connection offers beyond its types. */
type Wire = {
  /** Names of statements that are prepared, or on their way. */
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  stream: { cork: () => void; uncork: () => void };
  parse: (statement: { name: string; text: string }) => void;
  bind: (portal: { statement: string; values: unknown[] }) => void;
  describe: (portal: { type: 'P' }) => void;
  execute: (portal: object) => void;
  close: (statement: { type: 'S'; name: string }) => void;
  sync: () => void;
};

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

export type Batches = {
  /**
   * Asks with the next batch, which goes out when all that can run now has run. Every statement is prepared
   * once per connection.
   */
  ask: (text: string, values: readonly unknown[]) => Promise<StatementResult>;
  /** Sends what waits now. */
  flush: () => void;
  /** What has not been sent is never sent, and fails. */
  drop: (reason: Error) => void;
};

/** By connection and name of a prepared statement. */
const known = new WeakMap<object, Map<string, Columns>>();

function columnsOn(connection: object): Map<string, Columns> {
  const columns = known.get(connection) ?? new Map<string, Columns>();
  known.set(connection, columns);
  return columns;
}

/**
 * Gathers statements for one connection. When one of a batch fails, PostgreSQL skips those behind it, and all
 * of the batch fail with its error.
 */
export function batchesOn(client: pg.PoolClient): Batches {
  let waiting: Asked[] = [];
  function flush(): void {
    if (waiting.length === 0) return;
    const asked = waiting;
    waiting = [];
    client.query(new Batch(asked));
  }
  return {
    ask: (text, values) =>
      new Promise((answer, fail) => {
        const wired = values.map(prepareValue);
        if (waiting.length === 0) process.nextTick(flush);
        waiting.push({ text, values: wired, answer, fail });
      }),
    flush,
    drop(reason) {
      for (const { fail } of waiting) fail(reason);
      waiting = [];
    },
  };
}

/** To the driver one query, with a result for each of its statements. */
class Batch extends pg.Query {
  readonly #asked: readonly Asked[];
  /** Prepared with this batch. */
  readonly #fresh: { name: string; text: string }[] = [];
  readonly #answers: StatementResult[] = [];
  #rows: StatementResult['rows'] = [];
  #failed: unknown;
  #columns = new Map<string, Columns>();
  /** Of the statement that is being answered, as it has just been told. */
  #told: Columns | undefined;

  constructor(asked: readonly Asked[]) {
    super({ text: '' });
    this.#asked = asked;
  }

  override submit = (connection: unknown): void => {
    const wire = connection as Wire;
    this.#columns = columnsOn(wire);
    wire.stream.cork();
    for (const { text, values } of this.#asked) {
      const name = statementName(text);
      if (!(wire.parsedStatements[name] ?? wire.submittedNamedStatements[name])) {
        wire.parse({ name, text });
        wire.submittedNamedStatements[name] = text;
        this.#fresh.push({ name, text });
        this.#columns.delete(name);
      }
      wire.bind({ statement: name, values });
      if (!this.#columns.has(name)) wire.describe({ type: 'P' });
      wire.execute({});
    }
    wire.sync();
    wire.stream.uncork();
  };

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.#told = {
      names: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, 'text')),
    };
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { names, parsers } = this.#told ?? this.#columns.get(this.#name) ?? NONE;
    const row: Record<string, unknown> = {};
    try {
      for (let n = 0; n < names.length; n += 1) {
        const value = fields[n] ?? null;
        row[names[n] as string] = value === null ? null : parsers[n]?.(value);
      }
      this.#rows.push(row);
    } catch (error) {
      this.#failed ??= error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const [command = '', ...counts] = text.split(' ');
    const count = counts.at(-1);
    this.#columns.set(this.#name, this.#told ?? this.#columns.get(this.#name) ?? NONE);
    this.#answers.push({ command, rowCount: count === undefined ? null : Number(count), rows: this.#rows });
    this.#rows = [];
    this.#told = undefined;
  }

  /** Of the statement that is being answered. */
  get #name(): string {
    return statementName(this.#asked[this.#answers.length]?.text ?? '');
  }

  handleReadyForQuery(connection: unknown): void {
    const wire = connection as Wire;
    for (const { name, text } of this.#fresh) {
      wire.parsedStatements[name] = text;
      delete wire.submittedNamedStatements[name];
    }
    for (const [n, { answer, fail }] of this.#asked.entries()) {
      const result = this.#answers[n];
      if (this.#failed === undefined && result) answer(result);
      else fail(this.#failed ?? new Error('PostgreSQL did not answer a statement.'));
    }
  }

  /** Whether those that were to be prepared are is not known: closing one that is not is no error. */
  handleError(error: unknown, connection: unknown): void {
    const wire = connection as Wire;
    for (const { name } of this.#fresh) {
      delete wire.submittedNamedStatements[name];
      wire.close({ type: 'S', name });
    }
    for (const { fail } of this.#asked) fail(error);
  }
}
