/** A receiver of webhooks on loopback: it checks signatures with the public library, and answers as told. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export type Received = {
  id: string;
  type: string;
  timestamp: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects
  data: any;
  headers: IncomingHttpHeaders;
  body: string;
};
type Answer = { status: number; headers?: Record<string, string>; body?: string };

export type Receiver = {
  url: string;
  /** All that came, in the order in which it came, refused ones included. */
  received: Received[];
  /** What is answered from now on; 'hang': nothing, until {@link Receiver.letGo}. */
  answers: (answer: (received: Received) => Answer | 'hang') => void;
  letGo: (status?: number, headers?: Record<string, string>) => void;
  /** How many requests were open at once, at most. */
  mostOpen: () => number;
  stop: () => Promise<void>;
};

export async function startReceiver(port = 0): Promise<Receiver> {
  const received: Received[] = [];
  const hanging: ((status: number, headers?: Record<string, string>) => void)[] = [];
  let answer: (one: Received) => Answer | 'hang' = () => ({ status: 204 });
  let open = 0;
  let most = 0;
  const server = createServer((request, response) => {
    open += 1;
    most = Math.max(most, open);
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    response.on('close', () => {
      open -= 1;
    });
    request.on('end', () => {
      const { type, timestamp, data } = JSON.parse(body);
      const { headers } = request;
      const one = { id: String(headers['webhook-id']), type, timestamp, data, headers, body };
      received.push(one);
      const told = answer(one);
      if (told === 'hang') hanging.push((status, given) => response.writeHead(status, given).end());
      else response.writeHead(told.status, told.headers).end(told.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answers(next) {
      answer = next;
    },
    letGo(status = 204, headers) {
      for (const end of hanging.splice(0)) end(status, headers);
    },
    mostOpen: () => most,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Whether the public library takes a request for one that was signed with the secret. */
export function isSignedWith(secret: string, { body, headers }: Received): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}
