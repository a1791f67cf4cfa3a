/**
 * Database time of a call: the statements that the product sends, each explained with its parameters on a
 * warm database.
 */

import { readFileSync } from 'node:fs';
import { type Call, decodeFields, encodeFields, type FormOf } from '@parley/contract';
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type { Db } from '../../packages/server/src/platform/db/database.ts';
import type { Context, Route } from '../../packages/server/src/platform/http/handler.ts';
import type { Services } from '../../packages/server/src/platform/services.ts';

export type Measured = { name: string; ms: number };

/**
 * A statement is run again while it is slow: what else the machine does must not be taken for its time. What
 * takes seconds is run once.
 */
const RUNS = 3;
const MOST_RUNS = 12;
const SLOW_MS = 5;
const VERY_SLOW_MS = 1_000;

/**
 * BENCH_CPU=1: the processor time of a statement's connection (Linux) instead of the clock, where other work
 * keeps the machine busy.
 */
const BY_PROCESSOR = process.env.BENCH_CPU === '1';

/** Milliseconds that a process has run. */
const ranFor = (pid: number) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

/**
 * Runs a call of the product and answers its database time in ms: the sum over its statements, each the best
 * of its runs.
 */
export function createMeter(services: Services, routes: readonly Route[], accountId: number) {
  const sent: CompiledQuery[] = [];
  const db: Db = new Kysely({
    dialect: new PostgresDialect({ pool: services.pool }),
    log: (event) => {
      if (event.level === 'query') sent.push(event.query);
    },
  });

  return async <C extends Call>(name: string, call: C, form: Partial<FormOf<C>>): Promise<Measured> => {
    const route = routes.find((each) => each.call.path === call.path);
    if (!route) throw new Error(`Nothing serves ${call.path}.`);
    sent.length = 0;
    const context = { ...services, db, accountId, caller: { accountId, userId: 1 } } as unknown as Context;
    await route.handle(context, decodeFields(call.form, encodeFields(call.form, form as FormOf<Call>)));
    let ms = 0;
    for (const query of sent.splice(0))
      if (/^\s*(select|with|\()/i.test(query.sql)) ms += await explain(query);
    return { name, ms };
  };

  async function explain({ sql, parameters }: CompiledQuery): Promise<number> {
    const client = await services.pool.connect();
    try {
      const pid = (await client.query('select pg_backend_pid() as pid')).rows[0].pid;
      let best = Number.POSITIVE_INFINITY;
      for (let run = 0; run < runsFor(best); run += 1) {
        const before = ranFor(pid);
        const { rows } = await client.query(`explain (analyze, timing off, format json) ${sql}`, [
          ...parameters,
        ]);
        const [plan] = rows[0]['QUERY PLAN'];
        const took = Number(plan['Planning Time']) + Number(plan['Execution Time']);
        best = Math.min(best, BY_PROCESSOR ? ranFor(pid) - before : took);
      }
      return best;
    } finally {
      client.release();
    }
  }
}

const runsFor = (best: number) =>
  best === Number.POSITIVE_INFINITY || best < SLOW_MS ? RUNS : best < VERY_SLOW_MS ? MOST_RUNS : 1;

/** The slowest of them. */
export const slowest = (all: readonly Measured[]): Measured =>
  all.reduce((one, other) => (other.ms > one.ms ? other : one));
