/** A closed loop of HTTP requests over plain sockets: cheap enough to leave the processors to the server. */
import { connect } from 'node:net';

export type Load = { perSecond: number; p50: number; p99: number; failed: number };

/**
 * Sends prepared requests in turn over `connections` sockets for `seconds`; each socket waits for its answer.
 * Times in ms.
 */
export async function load(options: {
  port: number;
  connections: number;
  seconds: number;
  /** The bytes of the n-th request. */
  request: (n: number) => Buffer;
}): Promise<Load> {
  const { port, connections, seconds, request } = options;
  const times: number[] = [];
  let failed = 0;
  let sent = 0;
  const start = performance.now();
  const end = start + seconds * 1000;
  await overSockets(port, connections, () => {
    const begun = performance.now();
    if (begun >= end) return null;
    const answered = (answer: string) => {
      times.push(performance.now() - begun);
      if (!/^HTTP\/1\.1 2/.test(answer)) failed += 1;
    };
    return { bytes: request(sent++), answered };
  });
  const took = (performance.now() - start) / 1000;
  const at = percentiles(times);
  return { perSecond: times.length / took, p50: at(0.5), p99: at(0.99), failed };
}

type Exchange = { bytes: Buffer; answered: (answer: string) => void };

/**
 * Drives sockets, each with one exchange at a time, until `next` has no more for it. `next` may answer later.
 */
export async function overSockets(
  port: number,
  connections: number,
  next: () => Exchange | null | Promise<Exchange | null>,
): Promise<void> {
  function drive(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      let exchange: Exchange | null = null;
      let answer = '';
      const begin = (given: Exchange | null) => {
        exchange = given;
        answer = '';
        if (given) socket.write(given.bytes);
        else {
          socket.destroy();
          resolve();
        }
      };
      const go = () => {
        const given = next();
        if (given instanceof Promise) given.then(begin, reject);
        else begin(given);
      };
      socket.setNoDelay(true);
      socket.setEncoding('latin1');
      socket.on('connect', go);
      socket.on('error', reject);
      socket.on('data', (chunk: string) => {
        answer += chunk;
        if (!isWhole(answer)) return;
        exchange?.answered(answer);
        go();
      });
    });
  }
  await Promise.all(Array.from({ length: connections }, drive));
}

/** Answers the value that a share (0 to 1) of all of them does not exceed; 0 when there is none. */
export function percentiles(values: readonly number[]): (share: number) => number {
  const sorted = Float64Array.from(values).sort();
  return (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function isWhole(answer: string): boolean {
  const head = answer.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(answer.slice(0, head + 2));
  return answer.length >= head + 4 + Number(length?.[1] ?? 0);
}

/** A form POST as it goes over the wire. */
export function formPost(path: string, body: string, headers: Record<string, string> = {}): Buffer {
  const lines = Object.entries({
    host: '127.0.0.1',
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

/** A GET as it goes over the wire. */
export function get(path: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
}
