/** Where a user is signed in: all SQL that lists and ends sessions by their public id. */

import { calls } from '@parley/contract';
import { recordAuditEventOfUser } from '../audit/index.ts';
import { type Db, rows, sql, transact } from '../platform/db/database.ts';
import { invariant, NotFound } from '../platform/errors.ts';
import { routesOf } from '../platform/http/handler.ts';
import { endOtherSessions, endSessionById } from './ended-sessions.ts';

type Session = {
  id: number;
  agent: string;
  address: string;
  started: Date;
  lastUsed: Date;
  hash: Buffer;
};

const elsewhere = (at: Date) => ({ why: 'signed-out-elsewhere', at }) as const;

export const sessionRoutes = routesOf(calls.sessions, {
  async list({ db, caller, clock }) {
    const found = await listSessions(db, caller.userId, clock.now());
    return {
      sessions: found.map(({ hash, started, lastUsed, ...session }) => ({
        ...session,
        started: started.toISOString(),
        lastUsed: lastUsed.toISOString(),
        isCurrent: caller.sessionHash?.equals(hash) ?? false,
      })),
    };
  },

  async end(context, { id }) {
    const { db, live, caller, clock } = context;
    await transact(db, async (trx) => {
      if ((await endSessionById(trx, caller.userId, id, elsewhere(clock.now()))) === 0) throw new NotFound();
      await recordAuditEventOfUser(trx, context, caller.userId, { act: 'session-ended' });
    });
    live.recheck(caller.userId);
    return {};
  },

  async endOthers(context) {
    const { db, live, caller, clock } = context;
    const { userId, sessionHash } = caller;
    invariant(sessionHash, 'a signed-in caller has a session');
    await transact(db, async (trx) => {
      if ((await endOtherSessions(trx, userId, sessionHash, elsewhere(clock.now()))) === 0) return;
      await recordAuditEventOfUser(trx, context, userId, { act: 'session-ended', detail: 'all others' });
    });
    live.recheck(caller.userId);
    return {};
  },
});

/** The open sessions of a user in all their accounts, the one used last first. */
function listSessions(db: Db, userId: number, at: Date): Promise<Session[]> {
  return rows(
    db,
    sql<Session>`
      select id, agent, address, created_at as started, last_used_at as "lastUsed", token_hash as hash
      from sessions where user_id = ${userId} and complete and expires_at > ${at}
      order by last_used_at desc, id desc`,
  );
}
