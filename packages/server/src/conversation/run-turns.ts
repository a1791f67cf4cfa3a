/** Turns of conversations: one and five hundred are the same code. */

import { isLongWait } from '@parley/engine';
import { CATCH_ALLS } from '../catch-all/index.ts';
import { eventStatements, type NewEvent, stepVisitStatements } from '../events/index.ts';
import { feedStatement, mayBeHeard } from '../feed/index.ts';
import { flowsOf } from '../flow/index.ts';
import { issueLinks, linkBase, SIMULATED, TEXT_ONLY } from '../links/index.ts';
import { cancelUnpaid, lastsFor, type NewMessage } from '../messages/index.ts';
import { type Db, first, sql } from '../platform/db/database.ts';
import { run, type Statement } from '../platform/db/statement.ts';
import type { Services } from '../platform/services.ts';
import { idempotencyKey, type KeyedRequest } from './call-rules.ts';
import { type AccountFacts, type ApiRequest, runEngine, type TurnOutcome } from './run-engine.ts';
import {
  apiCallStatement,
  conversationStatements,
  replacingStatement,
  type StoredTurn,
  timerStatement,
} from './store.ts';
import { expandNotices, storeTags } from './store-effects.ts';
import { storeOptIns } from './store-opt-ins.ts';
import type { Turn, TurnResult } from './turn.ts';

/**
 * Runs the engine for each turn and stores everything that follows from it, except that messages are not
 * queued: that is the caller's, in the same transaction. At most one turn for each contact and channel;
 * stored conversations must have been locked. The results come in the order of the turns. Wake the signals
 * `timers` and `apiCalls` after the commit.
 */
export async function runTurns(
  trx: Db,
  services: Services,
  accountId: number,
  turns: readonly Turn[],
): Promise<TurnResult[]> {
  if (turns.length === 0) return [];
  const facts = await readFacts(trx, services, accountId);
  const { results, writes } = await playTurns(trx, services, accountId, turns, { facts });
  await Promise.all(writes.map((statement) => run(trx, statement)));
  return results;
}

export type Playing = {
  facts: AccountFacts;
  /** What must be stored before anything of the turns is; it is among `writes` or has been run. */
  before?: readonly Statement[];
  /** Events that are stored with those of the turns. */
  confirmed?: readonly NewEvent[];
};

/**
 * `runTurns` in two parts, for who has more to store in the same trip: `writes` must be run in the same
 * transaction, in their order.
 */
export async function playTurns(
  trx: Db,
  services: Services,
  accountId: number,
  turns: readonly Turn[],
  { facts, before = [], confirmed = [] }: Playing,
): Promise<{ results: TurnResult[]; writes: Statement[] }> {
  const now = services.clock.now();
  const batch = await runEngine(turns, facts, now, (ids) => flowsOf(trx, accountId, ids));
  const { tags, optIns, notices, played } = batch;
  const hasLinks = played.some((each) => each.messages.some(({ links = [] }) => links.length > 0));
  const isPlain = tags.length + optIns.length + notices.length === 0 && !hasLinks;
  if (!isPlain) for (const statement of before) await run(trx, statement);
  await storeTags(trx, accountId, facts.tags, batch, now);
  batch.events.push(...confirmed);
  await expandNotices(trx, accountId, batch, now);
  const said = played.reduce((count, { messages }) => count + messages.length, 0);
  await storeOptIns(trx, accountId, batch, now, lastsFor(facts.balance, said + optIns.length));
  const messages = batch.played.flatMap((played) => played.messages);
  await issueLinks(trx, services, { accountId, simulated: facts.simulated }, messages, now);
  const results = batch.played.map(({ turn, session, messages, faults }) => ({
    contactId: turn.contact.id,
    messages,
    ended: session.status === 'ended',
    calls: session.waiting?.for === 'api',
    faults,
  }));
  const writes = [
    ...(isPlain ? before : []),
    ...sessionStatements(trx, accountId, facts, batch.played, now),
    ...eventStatements(trx, accountId, facts.timeZone, batch.events),
    ...stepVisitStatements(trx, accountId, batch.visits),
    ...fedEnds(trx, accountId, batch.played, now),
  ];
  return { results, writes };
}

/** What turns need to know of their account. */
export async function readFacts(trx: Db, { config }: Services, accountId: number): Promise<AccountFacts> {
  const facts = await first(
    trx,
    sql<Omit<AccountFacts, 'linkBase'>>`
      select a.time_zone as "timeZone", a.opt_out_words as "optOutWords", coalesce((
          select jsonb_object_agg(ch.id, ch.opt_out_words) from channels ch
          where ch.account_id = ${accountId} and ch.opt_out_words <> '{}'), '{}') as "channelOptOutWords", coalesce(
          (select jsonb_object_agg(t.id, t.name) from tags t where t.account_id = ${accountId}), '{}'
        ) as tags, coalesce((select b.balance from balances b where b.account_id = ${accountId}), 0) as balance,
        ${TEXT_ONLY(accountId)} as "textOnly", ${SIMULATED(accountId)} as simulated,
        ${CATCH_ALLS(accountId)} as "catchAlls",
        exists (select from unpaid_replies u where u.account_id = ${accountId}) as "hasUnpaid"
      from accounts a where a.id = ${accountId}`,
  );
  if (!facts) throw new Error(`There is no account ${accountId}.`);
  return { ...facts, linkBase: linkBase(config) };
}

/** A conversation is told apart from others of its contact by its dice. */
function fedEnds(db: Db, accountId: number, all: readonly TurnOutcome[], at: Date): Statement[] {
  if (!mayBeHeard(db, accountId, 'conversation.ended')) return [];
  const ended = all.filter(({ session }) => session.status === 'ended');
  const fed = feedStatement(
    db,
    accountId,
    ended.map(({ turn: { channelId, contact }, session }) => ({
      kind: 'conversation.ended',
      contactId: contact.id,
      at,
      fact: `${channelId} ${session.seed}`,
      properties: { campaign: session.campaignId, channel: channelId },
    })),
  );
  return fed ? [fed] : [];
}

/** A conversation that a blast opened and that ended at once gets no row: there may be millions. */
function sessionStatements(
  db: Db,
  accountId: number,
  facts: AccountFacts,
  all: readonly TurnOutcome[],
  now: Date,
): Statement[] {
  const kept: (StoredTurn & Following)[] = [];
  const passing: { channelId: number; contactId: number }[] = [];
  for (const { turn, flow, session, request, messages } of all) {
    const place = { channelId: turn.channelId, contactId: turn.contact.id };
    const hasRow = session.waiting !== null || turn.turnNumber > 0 || turn.blastId === null;
    if (hasRow)
      kept.push({
        ...place,
        session,
        blastId: turn.blastId,
        automatonStartId: turn.automatonStartId ?? null,
        turn: nextTurn(turn),
        follows: turn.turnNumber,
        request,
        reply: turn.reply ?? false,
        isSend: isLongWait(flow, session.waiting) || (turn.isSend === true && messages.every(isToOthers)),
      });
    else passing.push(place);
  }
  const timers = kept.flatMap((each) => {
    const { waiting } = each.session;
    return waiting && waiting.for !== 'api' && waiting.until !== null
      ? [{ ...each, dueAt: waiting.until }]
      : [];
  });
  const calls = kept.flatMap((each) =>
    each.request && each.session.waiting?.for === 'api'
      ? [{ ...each, request: keyed(each.request, { ...each, accountId, seed: each.session.seed }) }]
      : [],
  );
  const fresh = [...passing, ...kept.filter(({ follows }) => follows === 0)];
  return [
    ...(facts.hasUnpaid && fresh.length > 0 ? [cancelUnpaid(db, accountId, fresh, now)] : []),
    ...conversationStatements(db, accountId, kept, now),
    ...(passing.length > 0 ? [replacingStatement(db, accountId, passing, now)] : []),
    ...(timers.length > 0 ? [timerStatement(db, accountId, timers)] : []),
    ...(calls.length > 0 ? [apiCallStatement(db, accountId, calls, now)] : []),
  ];
}

/** What comes after a turn; `isSend`: what is said then by itself is one. */
type Following = { request: ApiRequest | null; reply: boolean; isSend: boolean };

const isToOthers = ({ origin }: NewMessage) => origin === 'notify';

/** A call that may be made twice says that it is the same one. */
function keyed(
  request: ApiRequest,
  run: Parameters<typeof idempotencyKey>[0] & Pick<Following, 'isSend'>,
): KeyedRequest {
  const given = run.isSend ? { ...request, isSend: true as const } : request;
  return request.rules?.isRepeatable ? { ...given, key: idempotencyKey(run) } : given;
}

/**
 * Turns of a fresh conversation count from its dice on, so that a timer or a call of an earlier conversation
 * fits none of them.
 */
function nextTurn({ turnNumber, session }: Turn): number {
  return turnNumber > 0 ? turnNumber + 1 : ((session.seed >>> 0) % 1_000_000_000) + 1;
}
