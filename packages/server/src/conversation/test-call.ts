/** The test call of an API step: one real call, whose answer its author alone sees. */
import type { calls, FormOf, ReplyOf } from '@parley/contract';
import { API_STEP_LIMITS } from '@parley/rules/limits.ts';
import { readFlow } from '../flow/index.ts';
import { NotFound } from '../platform/errors.ts';
import type { Context } from '../platform/http/handler.ts';
import { throttle } from '../platform/throttle.ts';
import type { ApiCaller } from './api-call.ts';

type Test = typeof calls.apiSteps.test;

/**
 * Makes the call once and tells what came back. Nothing of it is stored.
 * @throws NotFound for a campaign that the account does not have; TooMany beyond so many a minute.
 */
export async function testCall(
  { db, accountId, caller, clock, whenAbandoned }: Context,
  { campaign, isTemplate, ...request }: FormOf<Test>,
  callApi: ApiCaller,
): Promise<ReplyOf<Test>> {
  if (!(await readFlow(db, accountId, campaign, isTemplate))) throw new NotFound();
  const { testsAMinute, accountTestsAMinute, shownAnswer } = API_STEP_LIMITS;
  const began = clock.now();
  await throttle(db, began, {
    key: `api-test:${accountId}:${caller.userId}`,
    windowSeconds: 60,
    limit: testsAMinute,
  });
  await throttle(db, began, { key: `api-test:${accountId}`, windowSeconds: 60, limit: accountTestsAMinute });
  const leaving = new AbortController();
  whenAbandoned(() => leaving.abort());
  const result = await callApi({ do: 'callApi', step: 0, ...request }, leaving.signal);
  const body = result.ok ? result.text : (result.body ?? '');
  return {
    ok: result.ok,
    status: result.status ?? 0,
    milliseconds: Math.max(0, clock.now().getTime() - began.getTime()),
    contentType: (result.contentType ?? '').slice(0, 200),
    body: body.slice(0, shownAnswer).toWellFormed(),
    isCut: body.length > shownAnswer,
    problem: result.ok ? '' : result.text,
  };
}
