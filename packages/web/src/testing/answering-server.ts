/** A real HTTP server that answers what a test tells it to; the page of the test lives on its origin. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Heard = { method: string; url: string; body: string };
export type Answer = { status?: number; body: unknown };

export type AnsweringServer = {
  /** Everything it was asked, in order. */
  heard: Heard[];
  /** How it answers from now on. */
  answer: (respond: (request: Heard) => Answer | Promise<Answer>) => void;
  stop: () => Promise<void>;
};

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

export async function startAnsweringServer(): Promise<AnsweringServer> {
  const heard: Heard[] = [];
  let respond: (request: Heard) => Answer | Promise<Answer> = () => ({
    status: 500,
    body: 'not told what to answer',
  });
  const server = createServer(async (request, response) => {
    const one = { method: request.method ?? '', url: request.url ?? '', body: await readBody(request) };
    heard.push(one);
    const { status = 200, body } = await respond(one);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(
    `http://127.0.0.1:${port}/`,
  );
  return {
    heard,
    answer: (next) => {
      respond = next;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A reply of the session API. */
export const reply = (fields: Record<string, unknown> = {}) => ({
  RESULT: 1,
  MESSAGE: '',
  DETAIL: '',
  SUSER: 7,
  ...fields,
});
