/** What handlers of REST v1 are given, and how they are declared. */
import type { AnswerOf, GivenTo, Operations } from '@parley/contract/api/index.ts';
import type { Actor } from '../audit/index.ts';
import { type Db, transact } from '../platform/db/database.ts';
import type { KeptReply } from '../platform/http/intents.ts';
import type { Services } from '../platform/services.ts';

export type ApiContext = Services &
  Actor & {
    /** @throws ApiFault when If-Match names another version of what is shown. */
    checkVersion: (shown: unknown) => void;
    /** The request's User-Agent. */
    agent: string | undefined;
    /**
     * For operations of {@link KEEPS_ITSELF}, where the request has an Idempotency-Key: makes what is to be
     * stored in the transaction that does what is asked.
     */
    keepAnswer?: ((answer: unknown) => KeptReply) | undefined;
    /** The request has an If-Match. */
    isConditional: boolean;
  };

export type ApiHandlers<Ids extends keyof Operations> = {
  [Id in Ids]: (
    context: ApiContext,
    given: GivenTo<Operations[Id]>,
  ) => Promise<AnswerOf<Operations[Id]> | undefined>;
};

/**
 * The answer to a write with an Idempotency-Key is stored in the transaction that does what is asked, so that
 * a retry never finds it unknown. These have a transaction of their own, and do it there.
 */
export const KEEPS_ITSELF: ReadonlySet<string> = new Set<keyof Operations>([
  'createBlast',
  'sendMessage',
  'startConversation',
]);

/** These take several transactions, or tell of what they did before they end: theirs is stored afterwards. */
export const KEPT_AFTERWARDS: ReadonlySet<string> = new Set<keyof Operations>([
  'cancelBlast',
  'eraseContact',
  'pauseBlast',
  'resumeBlast',
]);

/** For operations of {@link KEEPS_ITSELF} that answer with what they made, as it is shown. */
export function keepShown({ accountId, keepAnswer }: ApiContext, show: Show) {
  return keepAnswer && (async (trx: Db, id: number) => keepAnswer(await show(trx, accountId, id)));
}
type Show = (db: Db, accountId: number, id: number) => Promise<unknown>;

/**
 * Changes something in one transaction, if it is still what If-Match says. `lock`: nobody else changes it
 * before the end.
 */
export function whenCurrent<T>(
  context: ApiContext,
  { lock, show }: { lock: (trx: Db) => Promise<unknown>; show: (trx: Db) => Promise<unknown> },
  change: (acting: ApiContext) => Promise<T>,
): Promise<T> {
  return transact(context.db, async (trx) => {
    if (context.isConditional) {
      await lock(trx);
      context.checkVersion(await show(trx));
    }
    return change({ ...context, db: trx });
  });
}
