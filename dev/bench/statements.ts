/** Database time of a call: the statements that the product sends, each explained with its parameters on a warm database. */
import { type Call, decodeFields, encodeFields, type FormOf } from '@parley/contract';
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type { Db } from '../../packages/server/src/platform/db/database.ts';
import type { Context, Route } from '../../packages/server/src/platform/http/handler.ts';
import type { Services } from '../../packages/server/src/services.ts';

export type Measured = { name: string; ms: number };

/** A statement is run again while it is slow: what else the machine does must not be taken for its time. */
const RUNS = 3;
const MOST_RUNS = 12;
const SLOW_MS = 5;

/** Runs a call of the product and answers its database time in ms: the sum over its statements, each the best of its runs. */
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
    let best = Number.POSITIVE_INFINITY;
    for (let run = 0; run < RUNS || (run < MOST_RUNS && best > SLOW_MS); run += 1) {
      const { rows } = await services.pool.query(`explain (analyze, timing off, format json) ${sql}`, [
        ...parameters,
      ]);
      best = Math.min(best, Number(rows[0]['QUERY PLAN'][0]['Execution Time']));
    }
    return best;
  }
}

/** The slowest of them. */
export const slowest = (all: readonly Measured[]): Measured =>
  all.reduce((one, other) => (other.ms > one.ms ? other : one));
