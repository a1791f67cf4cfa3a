/**
 * Answers from the first moment of a start until the server itself does: after a crash PostgreSQL may take
 * minutes, and people and machines ask meanwhile.
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { refusedReply } from '@parley/contract';

export type StartupServer = {
  /** Where it listens. */
  port: number;
  /** Says what is waited for: a sentence that people read. */
  explain: (reason: string) => void;
  /** Answers no longer. */
  close: () => Promise<void>;
  /** What the server listens at afterwards. */
  place: () => ListenOptions;
};

/** Fastify hands to Node whatever it is given. */
export type ListenOptions = { port: number; host: string } | { fd: number; host: string } | HandedOn;
/** The socket of another server, as Node's `listen` takes it: “any object with an underlying _handle”. */
type HandedOn = { _handle: unknown; host: string };

const STARTING = 'Parley is starting. Please try again in a moment.';
const RETRY_SECONDS = 5;
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  // A body that nobody reads is in the way of the next request.
  connection: 'close',
};

/** @throws what the system says of a port that cannot be listened at. */
export async function openStartupServer(port: number, host: string): Promise<StartupServer> {
  let reason = '';
  const server = answering(() => reason);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const taken = (server.address() as { port: number }).port;
  return {
    port: taken,
    place: () => ({ port: taken, host }),
    explain(words) {
      reason = words;
    },
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}

/** Answers everything by what is waited for. */
export const answering = (reason: () => string) =>
  createServer((request, response) => answer(request, response, reason()));

function answer(request: IncomingMessage, response: ServerResponse, reason: string): void {
  const path = (request.url ?? '').split('?', 1)[0];
  const isAlive = path === '/healthz';
  const isPage =
    request.method === 'GET' && request.headers.accept?.includes('text/html') && path !== '/readyz';
  response.writeHead(isAlive ? 200 : 503, {
    ...HEADERS,
    ...(isAlive ? undefined : { 'retry-after': String(RETRY_SECONDS) }),
    'content-type': `${isPage && !isAlive ? 'text/html' : 'application/json'}; charset=utf-8`,
  });
  if (isAlive) response.end(JSON.stringify({ status: 'alive' }));
  else if (isPage) response.end(page(reason));
  else if (path === '/readyz') response.end(JSON.stringify({ status: `starting. ${reason}`.trim() }));
  else response.end(JSON.stringify(refusedReply(STARTING, reason)));
}

/** It asks again by itself. The reason is one of our own sentences. */
function page(reason: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${RETRY_SECONDS}">
<title>Parley is starting</title>
<style>
body { margin: 0; min-height: 100vh; display: grid; place-content: center; font: 1rem/1.6 system-ui, sans-serif; }
main { max-width: 32rem; padding: 2rem; }
h1 { margin: 0 0 0.5rem; font-size: 1.5rem; line-height: 1.3; }
p { margin: 0 0 0.5rem; }
</style>
</head>
<body>
<main role="status">
<h1>Parley is starting</h1>
<p>${reason || 'This takes a moment.'}</p>
<p>This page opens by itself as soon as it is ready. Nothing is lost: messages that were on their way go on then.</p>
</main>
</body>
</html>
`;
}
