/**
 * A carrier that takes everything and remembers when it heard of each number first. GET /seen: {number: ms
 * since 1970}.
 */
import { createServer } from 'node:http';

const seen = new Map<string, number>();
let taken = 0;

const server = createServer((request, response) => {
  const began = Date.now();
  if (request.method === 'GET') {
    const body = request.url === '/count' ? { taken } : Object.fromEntries(seen);
    response.end(JSON.stringify(body));
    return;
  }
  let body = '';
  request.on('data', (chunk) => {
    body += String(chunk);
  });
  request.on('end', () => {
    taken += 1;
    const fields = new URLSearchParams(body);
    const to = fields.get('To') ?? '';
    // The confirmation of the STOP itself is no message of the blast.
    if (!fields.get('Body')?.includes('opted out') && !seen.has(to)) seen.set(to, began);
    response.writeHead(201, { 'content-type': 'application/json' });
    response.end(`{"sid":"SM${taken}"}`);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : 0}\n`);
});
process.on('SIGTERM', () => process.exit(0));
