import { calls, type DeliveryState } from '@parley/contract';
import { LAST_DAY } from '@parley/rules/time-zone.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import { routesOf } from '../platform/http/handler.ts';
import { countPending, type LoggedDelivery, listDeliveries } from './delivery-log.ts';
import { findEndpoint, listEndpoints } from './endpoint-store.ts';
import * as endpoints from './endpoints.ts';
import { bodyOf } from './post-event.ts';

const PAGE = 50;
const MOST_COUNTED = 1_000;

export const routes = routesOf(calls.webhooks, {
  async list({ db, accountId, clock }) {
    const now = clock.now();
    const waiting = await countPending(db, accountId, MOST_COUNTED);
    return {
      endpoints: (await listEndpoints(db, accountId)).map((row) => ({
        id: row.id,
        url: row.url,
        description: row.description,
        kinds: row.kinds,
        enabled: row.enabled,
        lastSuccess: written(row.lastSuccessAt),
        failingSince: written(row.failingSince),
        lastFailure: row.lastFailure,
        switchedOff: written(row.switchedOffAt),
        formerUntil: row.formerUntil && row.formerUntil > now ? written(row.formerUntil) : '',
        waiting: waiting.get(row.id) ?? 0,
      })),
    };
  },

  add: (context, fields) => endpoints.addEndpoint(context, fields),

  async update(context, { endpoint, ...fields }) {
    await endpoints.changeEndpoint(context, endpoint, fields);
    return {};
  },

  async remove(context, { endpoint }) {
    await endpoints.removeEndpoint(context, endpoint);
    return {};
  },

  secret: async (context, { endpoint }) => ({ secret: await endpoints.secretOf(context, endpoint) }),

  async rotate(context, { endpoint }) {
    const { secret, formerUntil } = await endpoints.rotateSecret(context, endpoint);
    return { secret, formerUntil: formerUntil.toISOString() };
  },

  test: (context, { endpoint }) => endpoints.sendTestEvent(context, endpoint),

  async deliveries({ db, accountId }, { endpoint, before, state, kind }) {
    if (!(await findEndpoint(db, accountId, endpoint))) throw new NotFound();
    const page = { before, limit: PAGE + 1, state, kind };
    const found = await listDeliveries(db, accountId, endpoint, page);
    const deliveries = found.slice(0, PAGE);
    return {
      deliveries: deliveries.map(shownDelivery),
      next: found.length > PAGE ? (deliveries.at(-1)?.id ?? 0) : 0,
    };
  },

  async delivery({ db, accountId }, { delivery }) {
    const { kind: type, at, data, webhookId } = await endpoints.mustFindDelivery(db, accountId, delivery);
    return { body: bodyOf({ webhookId, type, at, data }) };
  },

  async replay(context, { delivery }) {
    await endpoints.replayOne(context, delivery);
    return {};
  },

  async replayFailed(context, { endpoint, since }) {
    const at = new Date(since);
    if (Number.isNaN(at.getTime())) throw new Refusal('Choose a moment.', 'inpSince');
    if (at.getUTCFullYear() > Number(LAST_DAY.slice(0, 4)))
      throw new Refusal(`That’s too late: the last day that can be chosen is ${LAST_DAY}.`, 'inpSince');
    return { count: await endpoints.replayAllFailed(context, endpoint, at) };
  },
});

const written = (at: Date | null) => at?.toISOString() ?? '';

const shownDelivery = ({ contactId, dueAt, triedAt, at, ...delivery }: LoggedDelivery) => ({
  ...delivery,
  state: delivery.state as DeliveryState,
  contact: contactId ?? 0,
  at: at.toISOString(),
  tried: written(triedAt),
  due: delivery.state === 'pending' ? dueAt.toISOString() : '',
});
