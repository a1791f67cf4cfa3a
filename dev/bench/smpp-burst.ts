/**
 * An SMPP centre whose people text in a burst: so many texts, at most `window` of them unacknowledged, each
 * from a number of its own. Prints the port of its HTTP side: GET /port tells the SMPP port, /bound whether
 * somebody receives, /run?n=&window=&first=&to=&text= sends and answers when all replies have come.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSmsc } from '../../packages/server/src/carriers/testing/smsc.ts';
import { percentiles } from './http-load.ts';

/** Nothing came for so long: nothing comes any more. */
const SILENT_MS = 15_000;
const LOOK_EVERY_MS = 250;

export type Burst = {
  acknowledged: number;
  refused: number;
  replied: number;
  /** Replies to somebody who has one, or to nobody who wrote. */
  surplus: number;
  /** From the first text to the last reply. */
  perSecond: number;
  /** From a text to its reply, in ms. */
  p50: number;
  p99: number;
};

const centre = await startSmsc();
let next = 1_000_000;
let onReply: (to: number) => void = () => undefined;
centre.answer((pdu, session) => {
  next += 1;
  session.send(pdu.response({ message_id: String(next) }));
  onReply(Number(pdu.destination_addr));
  return true;
});

async function burst(options: URLSearchParams): Promise<Burst> {
  const [n = 0, window = 0, first = 0] = ['n', 'window', 'first'].map((name) => Number(options.get(name)));
  const sent = new Map<number, number>();
  const took: number[] = [];
  const counts = { acknowledged: 0, refused: 0, replied: 0, surplus: 0 };
  const start = performance.now();
  let last = start;
  onReply = (to) => {
    const at = sent.get(to);
    if (at === undefined) counts.surplus += 1;
    else {
      sent.delete(to);
      counts.replied += 1;
      last = performance.now();
      took.push(last - at);
    }
  };
  let begun = 0;
  const sender = async (): Promise<void> => {
    while (begun < n) {
      const phone = first + begun;
      begun += 1;
      sent.set(phone, performance.now());
      const status = await centre.deliver({
        source_addr: String(phone),
        source_addr_ton: 1,
        source_addr_npi: 1,
        destination_addr: options.get('to'),
        dest_addr_ton: 1,
        dest_addr_npi: 1,
        data_coding: 0,
        short_message: options.get('text'),
      });
      if (status === 0) counts.acknowledged += 1;
      else counts.refused += 1;
    }
  };
  await Promise.all(Array.from({ length: window }, sender));
  while (counts.replied < n && performance.now() - last < SILENT_MS) await sleep(LOOK_EVERY_MS);
  // What comes twice comes now.
  await sleep(LOOK_EVERY_MS);
  const at = percentiles(took);
  return { ...counts, perSecond: (counts.replied * 1_000) / (last - start), p50: at(0.5), p99: at(0.99) };
}

const control = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const answers: Record<string, () => unknown> = {
    '/port': () => Number(centre.settings.port),
    '/bound': () => centre.binds.some((role) => role !== 'transmitter'),
    '/run': () => burst(searchParams),
  };
  response.end(JSON.stringify((await answers[pathname]?.()) ?? null));
}).listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(control.address() as AddressInfo).port}\n`);
});
