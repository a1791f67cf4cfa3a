/**
 * Carriers over HTTP for tests: one in Twilio's form, one in Kannel's, both on real sockets, their webhooks
 * sent to the app.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { twilioSignature } from '../twilio.ts';
import { endsWith, type Peer, type PeerStatus, type Taken } from './peer.ts';

type Form = { fields: URLSearchParams; authorization: string };
type Answers = {
  accepted: (response: ServerResponse, n: number) => void;
  refused: (response: ServerResponse) => void;
  transient: (response: ServerResponse) => void;
  isKnown: (form: Form) => boolean;
  denied: (response: ServerResponse) => void;
  names: { to: string; from: string; text: string; callback: string };
  early: (taken: Taken) => Promise<void>;
};

async function startServer(answers: Answers) {
  const taken: Taken[] = [];
  const tried = new Set<string>();
  const server = createServer((request, response) => void handle(request, response));

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const url = new URL(request.url ?? '/', 'http://peer');
    const fields = body === '' ? url.searchParams : new URLSearchParams(body);
    const form = { fields, authorization: request.headers.authorization ?? '' };
    if (!answers.isKnown(form)) return answers.denied(response);
    const to = fields.get(answers.names.to) ?? '';
    if (to === '') return void response.writeHead(200).end('{}');
    const one = {
      to,
      from: fields.get(answers.names.from) ?? '',
      text: fields.get(answers.names.text) ?? '',
      reference: fields.get(answers.names.callback) ?? '',
      media: fields.get('MediaUrl'),
      validity: fields.get('ValidityPeriod') ?? fields.get('validity') ?? undefined,
    };
    if (endsWith(to, 'refused')) answers.refused(response);
    else if (endsWith(to, 'optedOut'))
      json(response, 400, { code: 21610, message: 'Attempt to send to unsubscribed recipient' });
    else if (endsWith(to, 'transient')) answers.transient(response);
    else if (endsWith(to, 'throttled') && !tried.has(to)) {
      tried.add(to);
      response.writeHead(429, { 'retry-after': '1' }).end();
    } else {
      taken.push(one);
      if (endsWith(to, 'hangs')) return;
      if (endsWith(to, 'reset')) return void response.destroy();
      if (endsWith(to, 'early')) await answers.early(one);
      answers.accepted(response, taken.length);
    }
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    taken,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const json = (response: ServerResponse, status: number, body: unknown) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

export async function startTwilioPeer(app: FastifyInstance, publicUrl: string, token: string): Promise<Peer> {
  const post = async (path: string, given: Record<string, string>) => {
    const fields = new URLSearchParams(given);
    await app.inject({
      method: 'POST',
      url: path,
      payload: fields.toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': twilioSignature('secret', publicUrl + path, fields),
      },
    });
  };
  const receipt = (reference: string, status: PeerStatus) =>
    post(reference.slice(publicUrl.length) || `/carriers/twilio/${token}/status?ref=999999999`, {
      MessageSid: 'SM1',
      MessageStatus: status,
      ErrorCode: status === 'delivered' ? '' : '30003',
    });
  const server = await startServer({
    names: { to: 'To', from: 'From', text: 'Body', callback: 'StatusCallback' },
    accepted: (response, n) => json(response, 201, { sid: `SM${n}` }),
    refused: (response) => json(response, 400, { code: 21211, message: "The 'To' number is not valid." }),
    // This form has no answer that says so.
    transient: (response) => void response.writeHead(429).end(),
    isKnown: ({ authorization }) => authorization === `Basic ${Buffer.from('AC1:secret').toString('base64')}`,
    denied: (response) => json(response, 401, { code: 20003, message: 'Authenticate' }),
    early: ({ reference }) => receipt(reference, 'delivered'),
  });
  return {
    ...server,
    settings: { baseUrl: server.origin, accountSid: 'AC1', authToken: 'secret', webhookToken: token },
    receipt,
    text: (from, words, id) =>
      post(`/carriers/twilio/${token}/inbound`, {
        MessageSid: id,
        From: from,
        To: '+12125550100',
        Body: words,
      }),
  };
}

export async function startGatewayPeer(
  app: FastifyInstance,
  publicUrl: string,
  token: string,
): Promise<Peer> {
  const get = async (path: string) => void (await app.inject({ method: 'GET', url: path }));
  const receipt = (reference: string, status: PeerStatus) => {
    const address = reference || `${publicUrl}/carriers/gateway/${token}/receipt?ref=999999999&status=%d`;
    const path = address
      .slice(publicUrl.length)
      .replace('%d', status === 'delivered' ? '1' : '2')
      .replace('%F', 'KANNEL-1')
      .replace(
        '%A',
        encodeURIComponent(status === 'delivered' ? 'stat:DELIVRD err:000' : 'stat:UNDELIV err:069'),
      );
    return get(path);
  };
  const server = await startServer({
    names: { to: 'to', from: 'from', text: 'text', callback: 'dlr-url' },
    accepted: (response) => void response.writeHead(202).end('0: Accepted for delivery'),
    refused: (response) => void response.writeHead(400).end('Invalid receiver number'),
    transient: (response) => void response.writeHead(503).end('Temporal failure, try again later.'),
    isKnown: ({ fields }) => fields.size === 0 || fields.get('password') === 'secret',
    denied: (response) => void response.writeHead(403).end('Authorization failed for sendsms'),
    early: ({ reference }) => receipt(reference, 'delivered'),
  });
  return {
    ...server,
    settings: {
      url: `${server.origin}/cgi-bin/sendsms`,
      username: 'peer',
      password: 'secret',
      webhookToken: token,
    },
    receipt,
    text(from, words, id) {
      const query = new URLSearchParams({ from, to: '12125550100', text: words, charset: 'UTF-8', id });
      return get(`/carriers/gateway/${token}/inbound?${query}`);
    },
  };
}
