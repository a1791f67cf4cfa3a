import type {} from '@fastify/helmet';
import { doneReply, refusedReply, TRIGGER_PATH } from '@parley/contract';
/** The trigger URL: a machine starts a campaign for one number (domain.md, "Calls"). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limitRing, startConversation } from '../conversation/index.ts';
import { checkCredentials } from '../credentials/index.ts';
import { AWAY_RETRY_SECONDS, whyAway } from '../platform/db/outage.ts';
import { Malformed, NotFound, Refusal, TooMany } from '../platform/errors.ts';
import type { Feature } from '../platform/feature.ts';
import { BodyError, FORM_BYTES } from '../platform/http/form.ts';
import { IDEMPOTENCY_HEADER, onceByKey, WrongIdempotencyKey } from '../platform/http/idempotency-key.ts';
import { MACHINE_HEADERS } from '../platform/http/machine-headers.ts';
import { networkOf } from '../platform/http/network-of.ts';
import { UNREADABLE, UNREADABLE_RETRY_SECONDS, UnreadableSecret } from '../platform/secrets.ts';
import type { Services } from '../platform/services.ts';
import { throttle } from '../platform/throttle.ts';
import { readFields, readPair, readTrigger } from './request.ts';

/** From one network address. */
const WRONG_PAIRS_AN_HOUR = 100;

export const feature: Feature = { http: serveTrigger };

function serveTrigger(app: FastifyInstance, services: Services): void {
  app.route({
    method: ['GET', 'POST'],
    url: TRIGGER_PATH,
    bodyLimit: FORM_BYTES,
    // Machines read these answers: most headers made for browsers would cost more than the rest of the
    // request.
    helmet: false,
    handler: async (request, reply) => {
      reply.headers(MACHINE_HEADERS);
      return trigger(services, request, reply);
    },
    errorHandler: (error, request, reply) => {
      void reply.send(explain(error, request, reply));
    },
  });
}

async function trigger(services: Services, request: FastifyRequest, reply: FastifyReply) {
  const fields = await readFields(request);
  const pair = readPair(fields, request.headers.authorization);
  const owner = pair && (await checkCredentials(services, pair.accessKey, pair.secret));
  if (!owner) {
    await noteWrongPair(services, request);
    reply.header('www-authenticate', 'Basic realm="Parley", charset="UTF-8"');
    return answer(reply, 401, 0, 'These API credentials aren’t valid.');
  }
  const { accountId } = owner;
  const { phone, campaignId, variables } = readTrigger(fields);
  const start = { accountId, campaignId, channelId: null, phone, variables, by: 'api' } as const;
  const { headers } = request;
  const keyed = {
    headers,
    accountId,
    program: `trigger ${pair.accessKey}`,
    asked: [campaignId, phone, variables],
    isKeptWithin: true,
  };
  const { queued } = await onceByKey(services, keyed, async (keep) => {
    await limitRing(services, headers['user-agent'], start);
    const answerOf = (messages: readonly unknown[]) => ({ queued: messages.length });
    const keepReply = keep && ((messages: readonly unknown[]) => keep(answerOf(messages)));
    return answerOf(await startConversation(services, { ...start, keepReply }));
  });
  return answer(
    reply,
    200,
    1,
    queued === 1 ? 'One message is on its way.' : `${queued} messages are on their way.`,
  );
}

/**
 * Pairs are too long to be guessed; whoever tries is noted, and told to wait, before it costs much. A right
 * pair always works: other programs may call from the same address.
 * @throws TooMany
 */
async function noteWrongPair({ db, clock, log }: Services, { ip }: FastifyRequest): Promise<void> {
  const tries = { key: `trigger:${networkOf(ip)}`, limit: WRONG_PAIRS_AN_HOUR, windowSeconds: 3600 };
  await throttle(db, clock.now(), tries);
  log.warn({ address: ip }, 'wrong API credentials were given');
}

function answer(reply: FastifyReply, status: number, result: 0 | 1, message: string, detail = '') {
  reply.status(status);
  return result === 1 ? doneReply(0, message) : refusedReply(message, detail);
}

function explain(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof UnreadableSecret) {
    reply.header('retry-after', String(UNREADABLE_RETRY_SECONDS));
    return answer(reply, 503, 0, UNREADABLE);
  }
  if (error instanceof Refusal) return answer(reply, 200, 0, error.message, error.detail);
  if (error instanceof TooMany) {
    reply.header('retry-after', String(error.retryAfterSeconds));
    return answer(reply, 429, 0, error.message);
  }
  if (error instanceof WrongIdempotencyKey)
    return answer(reply, error.isOfAnother ? 422 : 400, 0, error.message, IDEMPOTENCY_HEADER);
  if (error instanceof Malformed) return answer(reply, 400, 0, error.message, error.field);
  if (error instanceof NotFound) return answer(reply, 404, 0, 'That was not found.');
  if (error instanceof BodyError) return answer(reply, error.statusCode, 0, error.message, error.field);
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status === 413) return answer(reply, 413, 0, 'The request is too large.');
  if (status === 415) return answer(reply, 415, 0, 'The request must be form data or JSON.');
  if (status >= 400 && status < 500) return answer(reply, 400, 0, 'The request could not be read.');
  // The address of the request carries the secret: it stays out of the log.
  request.log.error({ err: error }, 'a trigger call failed');
  const away = whyAway(error);
  if (away) {
    reply.header('retry-after', String(AWAY_RETRY_SECONDS));
    return answer(reply, away.status, 0, away.message);
  }
  return answer(reply, 500, 0, 'Something went wrong on our side. Please try again.');
}
