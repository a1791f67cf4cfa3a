import cookie from '@fastify/cookie';
import websocket from '@fastify/websocket';
import { LIVE_PATH } from '@parley/contract';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { findCaller } from '../../access/index.ts';
import { createHarness } from '../../testing/harness.ts';
import { openDatabase } from '../db/database.ts';
import { serveLive } from './socket.ts';

const BEAT_MS = 50;

test('a live connection outlives a database that is away, and ends with its session', async () => {
  const harness = await createHarness();
  const { services } = harness;
  const user = await harness.newUser();
  const away = openDatabase('postgres://nobody@127.0.0.1:9/none', 1);
  const moody = { ...services };
  let beats = 0;
  const app = Fastify();
  await app.register(cookie);
  await app.register(websocket);
  await app.register(async (scope) =>
    serveLive(
      scope,
      moody,
      (given, token) => {
        beats += 1;
        return findCaller(given, token);
      },
      BEAT_MS,
    ),
  );
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  // Node's own client takes headers, which its types do not know.
  const options = { headers: { cookie: user.cookie() } } as unknown as string[];
  const socket = new WebSocket(`${address.replace('http', 'ws')}${LIVE_PATH}`, options);
  const closed = new Promise<CloseEvent>((resolve) => socket.addEventListener('close', resolve));
  try {
    await expect.poll(() => socket.readyState).toBe(WebSocket.OPEN);
    moody.db = away.db;
    const before = beats;
    await expect.poll(() => beats).toBeGreaterThan(before + 2);
    expect(socket.readyState).toBe(WebSocket.OPEN);
    moody.db = services.db;
    await services.pool.query('delete from sessions');
    expect((await closed).code).toBe(4401);
  } finally {
    await app.close();
    await away.close();
    await harness.stop();
  }
});
