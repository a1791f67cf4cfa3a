import { type Operations, writeId } from '@parley/contract/api/index.ts';
import type { Db } from '../platform/db/database.ts';
import { NotFound } from '../platform/errors.ts';
import {
  addEndpoint,
  changeEndpoint,
  type EndpointRow,
  findEndpoint,
  type LoggedDelivery,
  listDeliveries,
  listEndpoints,
  removeEndpoint,
  replayAllFailed,
  replayOne,
  rotateSecret,
} from '../webhooks/index.ts';
import { type ApiContext, type ApiHandlers, whenCurrent } from './context.ts';
import { behindOf, pageFrom, pageOfAll } from './cursor.ts';

type WebhookIds = Extract<keyof Operations, `${string}Webhook${string}`>;

const written = (at: Date | null) => at?.toISOString() ?? null;

const showWebhook = (row: EndpointRow) => ({
  id: writeId('webhook', row.id),
  url: row.url,
  description: row.description,
  events: row.kinds,
  enabled: row.enabled,
  last_success_at: written(row.lastSuccessAt),
  failing_since: written(row.failingSince),
  switched_off_at: written(row.switchedOffAt),
});

const showDelivery = (one: LoggedDelivery) => ({
  id: writeId('delivery', one.id),
  webhook_id: one.webhookId,
  type: one.kind,
  timestamp: one.at.toISOString(),
  state: one.state,
  attempts: one.attempts,
  last_attempt_at: written(one.triedAt),
  status: one.status || null,
  answer: one.answer,
  duration_ms: one.durationMs,
  data: one.data as Record<string, unknown>,
});

async function mustFindWebhook(db: Db, accountId: number, id: number, lock = false): Promise<EndpointRow> {
  const found = await findEndpoint(db, accountId, id, lock);
  if (!found) throw new NotFound();
  return found;
}

function whenWebhookIs<T>(context: ApiContext, id: number, change: (acting: ApiContext) => Promise<T>) {
  const { accountId } = context;
  const lock = (trx: Db) => findEndpoint(trx, accountId, id, true);
  const show = async (trx: Db) => showWebhook(await mustFindWebhook(trx, accountId, id));
  return whenCurrent(context, { lock, show }, change);
}

export const webhookHandlers: ApiHandlers<WebhookIds> = {
  async listWebhooks({ db, accountId }, { query }) {
    return pageOfAll(await listEndpoints(db, accountId), query, showWebhook);
  },

  async createWebhook(context, { body: { events: kinds, ...fields } }) {
    const { id, secret } = await addEndpoint(context, { ...fields, kinds });
    return { ...showWebhook(await mustFindWebhook(context.db, context.accountId, id)), secret };
  },

  getWebhook: async ({ db, accountId }, { ids }) =>
    showWebhook(await mustFindWebhook(db, accountId, ids.webhook)),

  updateWebhook: (context, { ids, body }) =>
    whenWebhookIs(context, ids.webhook, async (acting) => {
      const { db, accountId } = acting;
      const { events: kinds, ...fields } = body;
      await changeEndpoint(acting, ids.webhook, { ...fields, kinds });
      return showWebhook(await mustFindWebhook(db, accountId, ids.webhook));
    }),

  async deleteWebhook(context, { ids }) {
    await whenWebhookIs(context, ids.webhook, (acting) => removeEndpoint(acting, ids.webhook));
    return undefined;
  },

  async rotateWebhookSecret(context, { ids }) {
    const { secret, formerUntil } = await rotateSecret(context, ids.webhook);
    return { secret, former_valid_until: formerUntil.toISOString() };
  },

  async listWebhookDeliveries({ db, accountId }, { ids, query }) {
    await mustFindWebhook(db, accountId, ids.webhook);
    const { limit, state = 'all', event: kind = 'all' } = query;
    const page = { before: behindOf(query), limit: limit + 1, state, kind } as const;
    return pageFrom(await listDeliveries(db, accountId, ids.webhook, page), query, showDelivery);
  },

  async replayWebhookDelivery(context, { ids }) {
    await replayOne(context, ids.delivery);
    return undefined;
  },

  async replayWebhookDeliveries(context, { ids, body }) {
    return { replayed: await replayAllFailed(context, ids.webhook, body.since) };
  },
};
