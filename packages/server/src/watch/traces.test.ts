/** Traces, as a collector of OpenTelemetry gets them over HTTP. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { calls } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTwilioPeer } from '../carriers/testing/http-peers.ts';
import type { Peer } from '../carriers/testing/peer.ts';
import { storeConnection } from '../carriers/testing/subjects.ts';
import { firstChannel } from '../channels/index.ts';
import { createApiCaller } from '../conversation/api-call.ts';
import { createCallPump } from '../conversation/api-call-pump.ts';
import { startConversation } from '../conversation/index.ts';
import { closeTraces, tracesOf } from '../platform/traces/traces.ts';
import { storeSketch } from '../testing/flows.ts';
import { type Client, createHarness, eventually, type Harness } from '../testing/harness.ts';

const PUBLIC_URL = 'https://sms.example.com';
const TOKEN = 'a-token-of-webhooks';
const PHONE = '+12125550177';
const CALLER = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };

type Facts = { key: string; value: Record<string, unknown> }[];
type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Facts;
  links?: { traceId: string; spanId: string }[];
};
type Export = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };

let bodies: string[] = [];
let does: 'take' | 'refuse' | 'hang' = 'take';
const held: ServerResponse[] = [];
const collector = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += String(chunk);
  });
  request.on('end', () => {
    if (does === 'hang') return void held.push(response);
    if (does === 'refuse') return void response.writeHead(400).end();
    bodies.push(`${request.url} ${request.headers['x-key']} ${body}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});
/** Somebody else's service: tells what it was asked with. */
const asked: IncomingMessage['headers'][] = [];
const service = createServer((request, response) => {
  asked.push(request.headers);
  response.end('120 points');
});
let harness: Harness;
let owner: Client & { accountId: number };
let peer: Peer;

async function listen(server: typeof service): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
let serviceUrl = '';

beforeAll(async () => {
  harness = await createHarness({
    config: { privateCarriers: true, publicUrl: PUBLIC_URL },
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${await listen(collector)}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=open%20sesame',
    },
  });
  serviceUrl = await listen(service);
  owner = await harness.newUser();
  peer = await startTwilioPeer(harness.app, PUBLIC_URL, TOKEN);
  const channel = await firstChannel(harness.services.db, owner.accountId);
  const place = { accountId: owner.accountId, channelId: channel?.id ?? 0, place: 1 } as const;
  await storeConnection(harness, place, 'twilio', peer.settings);
});
afterAll(async () => {
  await harness.stop();
  await closeTraces(harness.services);
  await peer.stop();
  for (const server of [collector, service]) {
    server.closeAllConnections();
    server.close();
  }
});

async function spans(): Promise<Span[]> {
  await tracesOf(harness.services)?.flush();
  return bodies.flatMap((body) =>
    (JSON.parse(body.slice(body.indexOf('{'))) as Export).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    ),
  );
}
const named = (all: readonly Span[], name: string): Span => {
  const found = all.find((span) => span.name === name);
  if (!found) throw new Error(`There is no span "${name}" among: ${all.map((span) => span.name).join(', ')}`);
  return found;
};
const fact = (span: Span, name: string) =>
  Object.values(span.attributes.find(({ key }) => key === name)?.value ?? {})[0];

test('an API step tells the service of its trace, and what its answer leads to is linked with it', async () => {
  const { services } = harness;
  await storeSketch(services.db, owner.accountId, 1_000, [
    { type: 'api-call', id: 1_001, url: `${serviceUrl}/points` },
    { type: 'final-message', id: 1_002, text: 'Bye.' },
  ]);
  const start = { accountId: owner.accountId, campaignId: 1_000, channelId: null, phone: PHONE };
  await startConversation(services, { ...start, variables: {}, by: 'api' });
  const pump = createCallPump(
    services,
    'traced',
    createApiCaller(() => true),
  );
  await pump.begin();
  await pump.settled();
  const all = await spans();
  const call = named(all, 'API call of a conversation');
  expect(asked[0]?.traceparent).toBe(`00-${call.traceId}-${call.spanId}-01`);
  const queued = named(all, 'message queued');
  expect(queued.links).toMatchObject([{ traceId: call.traceId, spanId: call.spanId }]);
});

test('a text can be followed from its webhook to the receipt of its answer, in one trace without its words', async () => {
  const { services } = harness;
  bodies = [];
  harness.startBackground();
  await storeSketch(
    services.db,
    owner.accountId,
    2_000,
    [{ type: 'final-message', id: 2_001, text: 'The answer that nobody else reads.' }],
    'sesame',
  );
  await peer.text(PHONE, 'Sesame', 'MO1');
  const taken = () => peer.taken.find(({ text }) => text.startsWith('The answer'));
  await eventually(() => taken() !== undefined);
  await peer.receipt(taken()?.reference ?? '', 'delivered');
  const all = await spans();
  const webhook = named(all, 'POST /carriers/twilio/:token/inbound');
  const trace = all.filter(({ traceId }) => traceId === webhook.traceId);
  const [text, queued] = [named(trace, 'text received'), named(trace, 'message queued')];
  const receipt = named(trace, 'POST /carriers/twilio/:token/status');
  const parentOf = (name: string) => named(trace, name).parentSpanId;
  expect(webhook.parentSpanId ?? '').toBe('');
  expect(text.parentSpanId).toBe(webhook.spanId);
  expect(queued.parentSpanId).toBe(text.spanId);
  expect(parentOf('message claimed')).toBe(queued.spanId);
  expect(parentOf('message handed over')).toBe(queued.spanId);
  expect(receipt.parentSpanId).toBe(queued.spanId);
  expect(parentOf('receipt stored')).toBe(receipt.spanId);
  expect(trace).toHaveLength(7);
  expect(fact(named(trace, 'message handed over'), 'parley.carrier.answer')).toBe('accepted');
  const group = named(all, 'texts played together');
  expect(group.links).toMatchObject([{ traceId: text.traceId, spanId: text.spanId }]);
  const told = bodies.join('\n');
  expect(told).toMatch(/^\/v1\/traces open sesame /);
  for (const word of [PHONE.slice(2), TOKEN, 'esame"', 'The answer', 'correct horse', '"secret'])
    expect(told).not.toContain(word);
});

test('a request stands under its caller’s span, with its id; a webhook tells its receiver of its trace', async () => {
  bodies = [];
  const traceparent = `00-${CALLER.traceId}-${CALLER.spanId}-01`;
  const { headers } = await harness.app.inject({
    url: '/session/api/authentication/checklogin?secret=1',
    headers: { host: 'sms.example.com', traceparent },
  });
  const form = { url: `${serviceUrl}/hook`, description: '', kinds: ['list.joined' as const], enabled: true };
  const { id } = (await owner.ask(calls.webhooks.add, form)).values;
  expect((await owner.ask(calls.webhooks.test, { endpoint: id })).values.ok).toBe(true);
  const all = await spans();
  const request = named(all, 'GET /session/api/authentication/checklogin');
  expect(request).toMatchObject({ traceId: CALLER.traceId, parentSpanId: CALLER.spanId, kind: 2 });
  expect(fact(request, 'parley.request.id')).toBe(headers['x-request-id']);
  const posted = named(all, 'webhook posted');
  expect(asked.at(-1)?.traceparent).toBe(`00-${posted.traceId}-${posted.spanId}-01`);
});

test('a collector that is silent or refuses harms nothing, and the log says so once', async () => {
  const warned = () => harness.logged().filter((line) => line.includes('traces are not taken')).length;
  does = 'hang';
  await peer.text('+12125550162', 'sesame', 'MO2');
  const flushed = tracesOf(harness.services)?.flush();
  await eventually(() => held.length > 0);
  await peer.text('+12125550163', 'sesame', 'MO3');
  await eventually(() => peer.taken.filter(({ text }) => text.startsWith('The answer')).length === 3);
  does = 'refuse';
  for (const response of held) response.writeHead(400).end();
  await flushed;
  await peer.text('+12125550164', 'sesame', 'MO4');
  await tracesOf(harness.services)?.flush();
  expect(warned()).toBe(1);
  does = 'take';
  await peer.text('+12125550165', 'sesame', 'MO5');
  await tracesOf(harness.services)?.flush();
  expect(harness.logged().join('\n')).toContain('traces are taken by their collector again');
});
