/**
 * A carrier that takes everything: answers each POST with an id. GET /count tells how many since the last GET
 * /reset, and when. ANSWER_MS: how long it thinks about each.
 */
import { createServer } from 'node:http';

const ANSWER_MS = Number(process.env.ANSWER_MS ?? 0);
let count = 0;
let first = 0;
let last = 0;

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    if (request.url === '/reset') {
      count = 0;
      first = 0;
    }
    response.end(JSON.stringify({ count, first, last }));
    return;
  }
  request.resume();
  request.on('end', () => {
    count += 1;
    last = Date.now();
    first ||= last;
    const answer = `{"sid":"SM${String(count).padStart(32, '0')}","status":"queued"}`;
    const say = () => {
      response.writeHead(201, { 'content-type': 'application/json', 'content-length': answer.length });
      response.end(answer);
    };
    if (ANSWER_MS === 0) say();
    else setTimeout(say, ANSWER_MS);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as { port: number }).port}\n`);
});
