import { connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerBrokenRequest } from './early.ts';
import { endSlowBodies } from './slow-bodies.ts';

const app = Fastify({ clientErrorHandler: answerBrokenRequest, forceCloseConnections: true });
let port = 0;
let begun = 0;
const open = new Set<Socket>();
app.server.on('connection', (socket: Socket) => {
  open.add(socket);
  socket.on('close', () => open.delete(socket));
});
beforeAll(async () => {
  // A byte earns a second: who has sent a few thousand may rest for as long as this test may take.
  endSlowBodies(app, { graceMs: 0, bytesPerSecond: 1 });
  app.addHook('onRequest', async () => {
    begun += 1;
  });
  app.post('/', async ({ body }) => `${String(body).length} bytes`);
  app.post(
    '/closed',
    { onRequest: async (_request, reply) => reply.code(401).send('no') },
    async () => 'yes',
  );
  app.get('/', async () => 'here');
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as { port: number }).port;
});
afterAll(() => app.close());

/** A client that keeps its side open after it was told to stop. */
async function begin(path: string, length: number) {
  const before = begun;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let heard = '';
  socket.on('data', (bytes) => {
    heard += String(bytes);
  });
  socket.on('error', () => undefined);
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: ${length}\r\n\r\n`,
  );
  await expect.poll(() => begun).toBe(before + 1);
  return { socket, heard: () => heard };
}

test('a body that does not come is given up with 408, and one that rests after it came quickly is not', async () => {
  const quick = await begin('/', 10_000);
  quick.socket.write('x'.repeat(5_000));
  const slow = await begin('/', 10_000);
  await expect.poll(slow.heard).toMatch(/^HTTP\/1\.1 408 /);
  // Ours is closed, whatever becomes of theirs.
  await expect.poll(() => open.size).toBe(1);
  quick.socket.write('x'.repeat(5_000));
  await expect.poll(quick.heard).toContain('10000 bytes');
  quick.socket.destroy();
  slow.socket.destroy();
  await expect.poll(() => open.size).toBe(0);
});

test('a body that goes on after its answer holds no connection', async () => {
  const refused = await begin('/closed', 10_000);
  await expect.poll(refused.heard).toMatch(/^HTTP\/1\.1 401 /);
  await expect.poll(() => open.size).toBe(0);
  expect(refused.heard()).not.toContain('408');
  refused.socket.destroy();
});

test('requests without a body, and the next one over the same connection, are served as before', async () => {
  const { socket, heard } = await begin('/', 3);
  socket.write('xyz');
  await expect.poll(heard).toContain('3 bytes');
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await expect.poll(heard).toContain('here');
  socket.destroy();
});

test('who is told that a request is broken, and goes on sending, holds no connection', async () => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let heard = '';
  socket.on('data', (bytes) => {
    heard += String(bytes);
  });
  socket.on('error', () => undefined);
  socket.write(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}`);
  await expect.poll(() => heard).toMatch(/^HTTP\/1\.1 431 /);
  await expect.poll(() => open.size).toBe(0);
  socket.destroy();
});
