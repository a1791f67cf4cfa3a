/**
 * A carrier that keeps a book of what it took, in Twilio's form, and cannot tell one request from its
 * repetition. Of its answers some hang (after the message is in the book, until the connection dies) and
 * some connections are reset at once. ANSWER_MS: how long it thinks about each. GET /book?body=… answers
 * {"<phone>": times}.
 *   node dev/faults/book-server.ts <seed> <share of bad answers, e.g. 0.02> [address to listen at]
 */
import { createServer } from 'node:http';
import { dice } from './dice.ts';

/** Longer, and a run takes as long as the hanging answers together. */
const HANG_MS = 5_000;

const random = dice(Number(process.argv[2] ?? 1));
const ANSWER_MS = Number(process.env.ANSWER_MS ?? 0);
const bad = Number(process.argv[3] ?? 0);
/** By text, then by phone. */
const books = new Map<string, Map<string, number>>();
let taken = 0;

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    const { searchParams, pathname } = new URL(request.url ?? '/', 'http://book');
    const book = pathname === '/book' ? books.get(searchParams.get('body') ?? '') : undefined;
    response.end(JSON.stringify(Object.fromEntries(book ?? [])));
    return;
  }
  let body = '';
  request.on('data', (chunk) => {
    body += String(chunk);
  });
  request.on('end', () => {
    const fields = new URLSearchParams(body);
    const text = fields.get('Body') ?? '';
    const phone = fields.get('To') ?? '';
    const book = books.get(text) ?? new Map<string, number>();
    books.set(text, book);
    book.set(phone, (book.get(phone) ?? 0) + 1);
    taken += 1;
    const throw_ = random();
    if (throw_ < bad / 2) {
      setTimeout(() => request.socket.destroy(), HANG_MS);
      return;
    }
    if (throw_ < bad) return request.socket.destroy();
    const sid = taken;
    setTimeout(() => {
      response.writeHead(201, { 'content-type': 'application/json' });
      response.end(`{"sid":"SM${sid}"}`);
    }, ANSWER_MS);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, process.argv[4] ?? '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as { port: number }).port}\n`);
});
