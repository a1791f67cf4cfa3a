/** Statements that PostgreSQL gets at once and answers at once: it wakes up, and wakes us up, once for all of them. */
import pg from 'pg';
import { statementName } from './prepared.ts';

type Asked = {
  text: string;
  /** As they go over the wire. */
  values: unknown[];
  answer: (result: pg.QueryResult) => void;
  fail: (error: unknown) => void;
};

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
  /** Asks with the next batch, which goes out when all that can run now has run. Every statement is prepared once per connection. */
  ask: (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>;
  /** Sends what waits now. */
  flush: () => void;
  /** What has not been sent is never sent, and fails. */
  drop: (reason: Error) => void;
};

/** Gathers statements for one connection. When one of a batch fails, PostgreSQL skips those behind it, and all of the batch fail with its error. */
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
  readonly #results: pg.Result[] = [];
  #result = newResult();
  #failed: unknown;

  constructor(asked: readonly Asked[]) {
    super({ text: '' });
    this.#asked = asked;
  }

  override submit = (connection: unknown): void => {
    const wire = connection as Wire;
    wire.stream.cork();
    for (const { text, values } of this.#asked) {
      const name = statementName(text);
      if (!(wire.parsedStatements[name] ?? wire.submittedNamedStatements[name])) {
        wire.parse({ name, text });
        wire.submittedNamedStatements[name] = text;
        this.#fresh.push({ name, text });
      }
      wire.bind({ statement: name, values });
      wire.describe({ type: 'P' });
      wire.execute({});
    }
    wire.sync();
    wire.stream.uncork();
  };

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    internals(this.#result).addFields(fields);
  }

  handleDataRow({ fields }: { fields: unknown[] }): void {
    const result = internals(this.#result);
    try {
      result.addRow(result.parseRow(fields));
    } catch (error) {
      this.#failed ??= error;
    }
  }

  handleCommandComplete(message: unknown): void {
    internals(this.#result).addCommandComplete(message);
    this.#results.push(this.#result);
    this.#result = newResult();
  }

  handleReadyForQuery(connection: unknown): void {
    const wire = connection as Wire;
    for (const { name, text } of this.#fresh) {
      wire.parsedStatements[name] = text;
      delete wire.submittedNamedStatements[name];
    }
    for (const [n, { answer, fail }] of this.#asked.entries()) {
      const result = this.#results[n];
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

const newResult = () => new pg.Result('', pg.types);

type ResultInternals = {
  addFields: (fields: pg.FieldDef[]) => void;
  parseRow: (fields: unknown[]) => unknown;
  addRow: (row: unknown) => void;
  addCommandComplete: (message: unknown) => void;
};
const internals = (result: pg.Result) => result as unknown as ResultInternals;
