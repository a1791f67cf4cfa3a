/**
 * A carrier in Twilio's form for the soak: keeps a book of what it took, by our own number of the message,
 * sends receipts within seconds (some of them twice), and hands in the texts of people.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { twilioSignature } from '../../packages/server/src/carriers/twilio.ts';

const TAKES_MS = 5;
const RECEIPT_MS = 1_500;
/** Every so-many-th receipt comes twice, and every so-many-th message fails. */
const [TWICE, FAILS] = [10, 100] as const;

export type SoakCarrier = Awaited<ReturnType<typeof startCarrier>>;

/** `webhooks`: where the server takes texts of this carrier, asked when it is needed. */
export async function startCarrier(webhooks: () => string, secret: string, random: () => number) {
  /** How often each message was handed over. */
  const taken = new Map<string, number>();
  /** Messages of which the server has acknowledged a last receipt. */
  const told = new Set<string>();
  const texts = { sent: 0, refused: 0 };
  const receipts = { refused: 0 };
  const waiting = new Set<Promise<void>>();
  let count = 0;

  async function post(address: string, given: Record<string, string>): Promise<boolean> {
    const body = new URLSearchParams(given);
    const headers = { 'x-twilio-signature': twilioSignature(secret, address, body) };
    const response = await fetch(address, { method: 'POST', body, headers }).catch(() => null);
    await response?.arrayBuffer();
    return response?.ok ?? false;
  }

  async function tell(callback: string, sid: string, n: number): Promise<void> {
    const receipt: Record<string, string> =
      n % FAILS === 0
        ? { MessageSid: sid, MessageStatus: 'undelivered', ErrorCode: '30003' }
        : { MessageSid: sid, MessageStatus: 'delivered' };
    for (let time = 0; time < (n % TWICE === 0 ? 2 : 1); time += 1) {
      await sleep(random() * RECEIPT_MS);
      if (await post(callback, receipt)) told.add(refOf(callback));
      else receipts.refused += 1;
    }
  }

  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      // The server asks whether the carrier is there.
      if (request.method === 'GET') return void response.end('{}');
      const callback = new URLSearchParams(body).get('StatusCallback') ?? '';
      count += 1;
      const [n, sid] = [count, `SM${count}`];
      taken.set(refOf(callback), (taken.get(refOf(callback)) ?? 0) + 1);
      setTimeout(() => {
        response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ sid }));
        const telling = tell(callback, sid, n).finally(() => waiting.delete(telling));
        waiting.add(telling);
      }, random() * TAKES_MS);
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  server.keepAliveTimeout = 60_000;

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    told,
    texts,
    receipts,
    /** A person writes; every twentieth text comes twice, as carriers do. */
    async text(from: string, words: string): Promise<void> {
      texts.sent += 1;
      const sid = `MO${texts.sent}`;
      const fields = { MessageSid: sid, From: from, To: '', Body: words };
      const times = texts.sent % 20 === 0 ? 2 : 1;
      for (let time = 0; time < times; time += 1)
        if (!(await post(`${webhooks()}/inbound`, fields))) texts.refused += 1;
    },
    /** All receipts are told. */
    async quiet(): Promise<void> {
      while (waiting.size > 0) await Promise.all(waiting);
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const refOf = (callback: string) => new URL(callback).searchParams.get('ref') ?? '';
