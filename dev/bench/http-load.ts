/** A closed loop of HTTP requests over plain sockets: cheap enough to leave the processors to the server. */
import { connect } from 'node:net';

export type Load = { perSecond: number; p50: number; p99: number; failed: number };

/** Sends prepared requests in turn over `connections` sockets for `seconds`; each socket waits for its answer. Times in ms. */
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

  function drive(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      let begun = 0;
      let answer = '';
      const next = () => {
        begun = performance.now();
        if (begun >= end) {
          socket.destroy();
          resolve();
          return;
        }
        answer = '';
        socket.write(request(sent++));
      };
      socket.setNoDelay(true);
      socket.setEncoding('latin1');
      socket.on('connect', next);
      socket.on('error', reject);
      socket.on('data', (chunk: string) => {
        answer += chunk;
        if (!isWhole(answer)) return;
        times.push(performance.now() - begun);
        if (!/^HTTP\/1\.1 2/.test(answer)) failed += 1;
        next();
      });
    });
  }

  await Promise.all(Array.from({ length: connections }, drive));
  const took = (performance.now() - start) / 1000;
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { perSecond: times.length / took, p50: at(0.5), p99: at(0.99), failed };
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
