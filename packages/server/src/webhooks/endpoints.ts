/** Acts on endpoints: what screens and REST v1 do, each with its note in the History. */
import { randomBytes } from 'node:crypto';
import { TEST_EVENT } from '@parley/contract/api/webhook-payload.ts';
import { WEBHOOK_LIMITS } from '@parley/rules/limits.ts';
import { type Actor, recordAuditEvent } from '../audit/index.ts';
import { type Db, transact } from '../platform/db/database.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import * as log from './delivery-log.ts';
import { allAnew, allDueNow } from './delivery-store.ts';
import { healthAfter, isResting } from './endpoint-health.ts';
import * as store from './endpoint-store.ts';
import { listenForEndpoints } from './listen.ts';
import { endpointProblem, type Posted, postEvent } from './post-event.ts';
import { newWebhookSecret } from './signature.ts';

type Acting = Services & Actor;

/** @throws Refusal for an address that is not taken. */
function checkAddress(services: Services, url: string): void {
  const problem = endpointProblem(services, url);
  if (problem !== null) throw new Refusal(problem, 'inpUrl');
}

type EndpointChange = { [K in keyof store.EndpointFields]?: store.EndpointFields[K] | undefined };

/** Answers its id and the secret that its requests are signed with. */
export async function addEndpoint(
  context: Acting,
  fields: store.EndpointFields,
): Promise<{ id: number; secret: string }> {
  const { db, accountId, clock, secrets } = context;
  checkAddress(context, fields.url);
  const secret = newWebhookSecret();
  const id = await transact(db, async (trx) => {
    await store.lockEndpoints(trx, accountId);
    if ((await store.listEndpoints(trx, accountId)).length >= WEBHOOK_LIMITS.endpoints)
      throw new Refusal(`You already have ${WEBHOOK_LIMITS.endpoints} webhooks. Delete one you don’t need.`);
    const made = await store.insertEndpoint(trx, accountId, fields, secrets.encrypt(secret), clock.now());
    await recordAuditEvent(trx, context, { act: 'created', kind: 'webhook', id: made });
    await listenForEndpoints(trx, accountId);
    return made;
  });
  return { id, secret };
}

/**
 * Stores what is given. What waited while it was off goes out when it is on again.
 * @throws NotFound
 */
export async function changeEndpoint(context: Acting, id: number, given: EndpointChange): Promise<void> {
  const { db, accountId, clock, signals } = context;
  if (given.url !== undefined) checkAddress(context, given.url);
  await transact(db, async (trx) => {
    await store.lockEndpoints(trx, accountId);
    const before = await store.findEndpoint(trx, accountId, id, true);
    if (!before) throw new NotFound();
    const fields = {
      url: given.url ?? before.url,
      description: given.description ?? before.description,
      kinds: given.kinds ?? before.kinds,
      enabled: given.enabled ?? before.enabled,
    };
    if (fields.enabled) {
      await store.endpointsDue(trx, accountId, [id], clock.now(), true);
      const isAnew = !before.enabled || fields.url !== before.url;
      await (isAnew ? allAnew : allDueNow)(trx, { accountId, endpointId: id }, clock.now());
    }
    await store.updateEndpoint(trx, accountId, id, fields);
    const act =
      fields.enabled === before.enabled ? 'changed' : fields.enabled ? 'switched-on' : 'switched-off';
    await recordAuditEvent(trx, context, { act, kind: 'webhook', id });
    await listenForEndpoints(trx, accountId);
  });
  signals.wake('webhooks');
}

/** @throws NotFound */
export async function removeEndpoint(context: Acting, id: number): Promise<void> {
  const { db, accountId, clock } = context;
  await transact(db, async (trx) => {
    await store.lockEndpoints(trx, accountId);
    const before = await store.findEndpoint(trx, accountId, id);
    if (before) await recordAuditEvent(trx, context, { act: 'deleted', kind: 'webhook', id });
    if (!(await store.markEndpointDeleted(trx, accountId, id, clock.now()))) throw new NotFound();
    await listenForEndpoints(trx, accountId);
  });
}

/** @throws NotFound */
export async function secretOf({ db, accountId, clock, secrets }: Acting, id: number): Promise<string> {
  const stored = await store.findSecrets(db, accountId, id, clock.now());
  if (!stored) throw new NotFound();
  return secrets.decrypt(stored.current);
}

/** The former secret signs, too, until `formerUntil`. @throws NotFound */
export async function rotateSecret(
  context: Acting,
  id: number,
): Promise<{ secret: string; formerUntil: Date }> {
  const { db, accountId, clock, secrets } = context;
  const secret = newWebhookSecret();
  const formerUntil = new Date(clock.now().getTime() + WEBHOOK_LIMITS.formerSecretHours * 3_600_000);
  await transact(db, async (trx) => {
    if (!(await store.storeSecret(trx, accountId, id, secrets.encrypt(secret), formerUntil)))
      throw new NotFound();
    await recordAuditEvent(trx, context, { act: 'secret-rotated', kind: 'webhook', id });
  });
  return { secret, formerUntil };
}

/** Sends a test event at once, and waits for the answer. @throws NotFound */
export async function sendTestEvent(context: Acting, id: number): Promise<Posted> {
  const { db, accountId, clock, secrets } = context;
  const endpoint = await store.findEndpoint(db, accountId, id);
  const stored = await store.findSecrets(db, accountId, id, clock.now());
  if (!endpoint || !stored) throw new NotFound();
  const signedBy = [stored.current, ...(stored.former ? [stored.former] : [])];
  const webhookId = `msg_${randomBytes(20).toString('base64url')}`;
  const data = { contact: null, message: 'This is a test event from Parley.' };
  const posted = await postEvent(
    context,
    { url: endpoint.url, secrets: signedBy.map((each) => secrets.decrypt(each)) },
    { webhookId, type: TEST_EVENT, at: clock.now(), data },
  );
  await noteTest(context, id, { webhookId, data, posted, url: endpoint.url });
  return posted;
}

/** One that is back gets at once what waited for it. */
async function noteTest(
  { db, accountId, clock, signals }: Acting,
  id: number,
  { webhookId, data, posted, url }: { webhookId: string; data: unknown; posted: Posted; url: string },
): Promise<void> {
  const { ok, status, answer, durationMs } = posted;
  const triedAt = clock.now();
  const tried = { state: ok ? 'delivered' : 'failed', triedAt, status, answer, durationMs } as const;
  await transact(db, async (trx) => {
    if (ok) await store.endpointsDue(trx, accountId, [id], triedAt, true);
    const row = await store.findEndpoint(trx, accountId, id, true);
    if (!row) return;
    await log.insertTested(trx, accountId, id, { webhookId, data, ...tried });
    // Of an address that it was given meanwhile this tells nothing.
    if (!ok || row.url !== url) return;
    await store.storeHealth(trx, accountId, id, healthAfter(row, [tried]));
    if (isResting(row)) await allDueNow(trx, { accountId, endpointId: id }, triedAt);
  });
  if (ok) signals.wake('webhooks');
}

/** @throws NotFound */
export async function mustFindDelivery(db: Db, accountId: number, id: number): Promise<log.LoggedDelivery> {
  const found = await log.findDelivery(db, accountId, id);
  if (!found) throw new NotFound();
  return found;
}

/** Sends one again. @throws NotFound, Refusal while the endpoint is off */
export async function replayOne({ db, accountId, clock, signals }: Acting, id: number): Promise<void> {
  await transact(db, async (trx) => {
    const found = await mustFindDelivery(trx, accountId, id);
    if (found.kind === TEST_EVENT) throw new Refusal('Send a new test event instead.');
    await mustBeOn(trx, accountId, found.endpointId);
    await store.endpointsDue(trx, accountId, [found.endpointId], clock.now(), true);
    await log.replayDelivery(trx, accountId, found, clock.now());
  });
  signals.wake('webhooks');
}

/** Sends all that failed since a moment again. Answers how many. @throws NotFound, Refusal */
export async function replayAllFailed(
  { db, accountId, clock, signals }: Acting,
  endpointId: number,
  since: Date,
): Promise<number> {
  const count = await transact(db, async (trx) => {
    await mustBeOn(trx, accountId, endpointId);
    await store.endpointsDue(trx, accountId, [endpointId], clock.now(), true);
    return log.replayFailed(trx, accountId, endpointId, since, clock.now());
  });
  signals.wake('webhooks');
  return count;
}

async function mustBeOn(trx: Db, accountId: number, endpointId: number): Promise<void> {
  const endpoint = await store.findEndpoint(trx, accountId, endpointId);
  if (!endpoint) throw new NotFound();
  if (!endpoint.enabled) throw new Refusal('This webhook is off. Turn it on first.');
}
