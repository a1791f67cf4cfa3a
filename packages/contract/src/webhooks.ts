/** Webhooks: addresses of the account's own that are told what happens to contacts. */
import { EVENT_KINDS, type EventKindName } from '@parley/rules/event-kinds.ts';
import { WEBHOOK_LIMITS } from '@parley/rules/limits.ts';
import * as z from 'zod/mini';
import { call, rows, wire } from './kernel/call.ts';
import { flag, id, ifGiven, int, json, mapped, oneOf, orElse, text } from './kernel/codec.ts';

export const WEBHOOK_KINDS = Object.keys(EVENT_KINDS) as [EventKindName, ...EventKindName[]];

/** `failed`: given up after days of tries. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

const kindList = mapped(
  json(
    z.array(z.enum(WEBHOOK_KINDS)).check(z.minLength(1), z.maxLength(WEBHOOK_KINDS.length)),
    'list of kinds of events',
  ),
  (kinds) => [...new Set(kinds)],
  (kinds: EventKindName[]) => kinds,
);

const endpoint = wire('inpWebhookId', id);
const delivery = wire('inpDeliveryId', id);
const fields = {
  url: wire('inpUrl', text(WEBHOOK_LIMITS.url)),
  description: wire('inpDesc', orElse(text(WEBHOOK_LIMITS.description), '')),
  kinds: wire('inpKinds', kindList),
  enabled: wire('inpEnabled', orElse(flag, true)),
};
const secret = { secret: wire('SECRET', text(100)) };
const shownDelivery = {
  id: wire('ID', int()),
  webhookId: wire('WEBHOOKID', text(40)),
  kind: wire('KIND', text(40)),
  at: wire('AT', text(40)),
  contact: wire('CONTACTADDRESSID', int()),
  state: wire('STATE', oneOf(...DELIVERY_STATES)),
  attempts: wire('ATTEMPTS', int()),
  tried: wire('TRIED', text(40)),
  due: wire('DUE', text(40)),
  status: wire('STATUS', int()),
  answer: wire('ANSWER', text(WEBHOOK_LIMITS.answerBytes)),
  durationMs: wire('DURATION', int()),
};
const owners = { ownersOnly: true };
const confirmedOwners = { ownersOnly: true, confirmed: true };

export const webhooks = {
  list: call(
    'webhooks/listWebhooks',
    {},
    {
      endpoints: wire(
        'WEBHOOKS',
        rows({
          id: wire('ID', int()),
          url: wire('URL', text(WEBHOOK_LIMITS.url)),
          description: wire('DESC', text(WEBHOOK_LIMITS.description)),
          kinds: wire('KINDS', json(z.array(z.enum(WEBHOOK_KINDS)), 'list of kinds', false)),
          enabled: wire('ENABLED', flag),
          lastSuccess: wire('LASTSUCCESS', text(40)),
          failingSince: wire('FAILINGSINCE', text(40)),
          lastFailure: wire('LASTFAILURE', text(200)),
          switchedOff: wire('SWITCHEDOFF', text(40)),
          formerUntil: wire('FORMERUNTIL', text(40)),
          waiting: wire('WAITING', int()),
        }),
      ),
    },
    {
      ...owners,
      about:
        'All endpoints, oldest first. Times are ISO 8601, empty for never. SWITCHEDOFF: by itself, after it failed for days. WAITING: how many deliveries wait, up to 1,000. FORMERUNTIL: the former secret signs, too, until then.',
    },
  ),
  add: call(
    'webhooks/addWebhook',
    fields,
    { id: wire('NEWWEBHOOKID', int()), ...secret },
    { ...confirmedOwners, about: 'Makes an endpoint. SECRET is what its requests are signed with.' },
  ),
  update: call(
    'webhooks/updateWebhook',
    {
      endpoint,
      url: wire('inpUrl', ifGiven(text(WEBHOOK_LIMITS.url))),
      description: wire('inpDesc', ifGiven(text(WEBHOOK_LIMITS.description))),
      kinds: wire('inpKinds', ifGiven(kindList)),
      enabled: wire('inpEnabled', ifGiven(flag)),
    },
    {},
    {
      ...confirmedOwners,
      about:
        'Changes what is given of an endpoint. One that was switched off and is on again gets what waited.',
    },
  ),
  remove: call(
    'webhooks/deleteWebhook',
    { endpoint },
    {},
    { ...confirmedOwners, about: 'Deletes an endpoint with its log.' },
  ),
  secret: call('webhooks/webhookSecret', { endpoint }, secret, {
    ...confirmedOwners,
    about: 'The secret of an endpoint.',
  }),
  rotate: call(
    'webhooks/rotateWebhookSecret',
    { endpoint },
    { ...secret, formerUntil: wire('FORMERUNTIL', text(40)) },
    {
      ...confirmedOwners,
      about: 'Gives an endpoint a new secret. The former one signs, too, until FORMERUNTIL.',
    },
  ),
  test: call(
    'webhooks/sendTestEvent',
    { endpoint },
    {
      ok: wire('OK', flag),
      status: wire('STATUS', int()),
      answer: wire('ANSWER', text(WEBHOOK_LIMITS.answerBytes)),
      durationMs: wire('DURATION', int()),
    },
    {
      ...owners,
      about:
        'Sends a test event to an endpoint, on or off, and waits for the answer. STATUS 0: there was none, and ANSWER says why.',
    },
  ),
  deliveries: call(
    'webhooks/listDeliveries',
    {
      endpoint,
      before: wire('inpBefore', orElse(int(0), 0)),
      state: wire('inpState', orElse(oneOf('all', ...DELIVERY_STATES), 'all')),
      kind: wire('inpKind', orElse(oneOf('all', ...WEBHOOK_KINDS), 'all')),
    },
    { deliveries: wire('DELIVERIES', rows(shownDelivery)), next: wire('NEXT', int()) },
    {
      ...owners,
      about:
        'What was sent to an endpoint, newest first; NEXT is the inpBefore of the next page, 0: there is none. STATUS 0: there was no answer, and ANSWER says why. DUE: when a pending one is tried next.',
    },
  ),
  delivery: call(
    'webhooks/deliveryInfo',
    { delivery },
    { body: wire('BODY', text(100_000)) },
    { ...owners, about: 'The body of a delivery, as it is sent.' },
  ),
  replay: call(
    'webhooks/replayDelivery',
    { delivery },
    {},
    { ...owners, about: 'Sends a delivery again, behind what waits, with the same id.' },
  ),
  replayFailed: call(
    'webhooks/replayFailed',
    { endpoint, since: wire('inpSince', text(40)) },
    { count: wire('COUNT', int()) },
    {
      ...owners,
      about: `Sends all that failed since a moment (ISO 8601) again, in their order, up to ${WEBHOOK_LIMITS.replays} of them.`,
    },
  ),
};
