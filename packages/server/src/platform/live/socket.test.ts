import cookie from '@fastify/cookie';
import websocket from '@fastify/websocket';
import { calls, LIVE_PATH } from '@parley/contract';
import Fastify from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { findCaller, findEnded } from '../../access/callers.ts';
import { createHarness, type Harness, useHarness } from '../../testing/harness.ts';
import { openDatabase } from '../db/database.ts';
import { MOST_OF_A_USER, serveLive, socketFailed } from './socket.ts';

/** Long enough for the browser's answer on a busy machine: one that has none by the next beat is cut off. */
const BEAT_MS = 1_500;
const harness = useHarness();
let address = '';
/** Where connections are looked at only when somebody says so. */
let unhurried = '';
beforeAll(async () => {
  address = await harness().app.listen({ port: 0, host: '127.0.0.1' });
  const app = Fastify();
  await app.register(cookie);
  await app.register(websocket);
  await app.register(async (scope) =>
    serveLive(scope, harness().services, findCaller, async () => [], 600_000),
  );
  unhurried = await app.listen({ port: 0, host: '127.0.0.1' });
  return () => app.close();
});

test('a browser that sends too much is cut off, and that is no error of ours in the log', async () => {
  const user = await harness().newUser();
  const logged: { level: number; msg: string }[] = [];
  const stream = { write: (line: string) => void logged.push(JSON.parse(line)) };
  const app = Fastify({ logger: { level: 'debug', stream } });
  await app.register(cookie);
  await app.register(websocket, { options: { maxPayload: 1024 }, errorHandler: socketFailed });
  await app.register(async (scope) =>
    serveLive(scope, harness().services, findCaller, async () => [], 600_000),
  );
  const socket = connect(await app.listen({ port: 0, host: '127.0.0.1' }), user);
  const closed = new Promise((resolve) => socket.addEventListener('close', resolve));
  await expect.poll(() => socket.readyState).toBe(WebSocket.OPEN);
  socket.send('x'.repeat(2_000));
  await closed;
  await expect.poll(() => logged.map(({ msg }) => msg)).toContain('a live connection failed');
  expect(logged.filter(({ level }) => level >= 50)).toEqual([]);
  await app.close();
});

test('a browser that talks without end is cut off, and one that talks as pages do is not', async () => {
  const [floods, talks] = [await harness().newUser(), await harness().newUser()];
  const [flood, talk] = [connect(unhurried, floods), connect(unhurried, talks)];
  await expect.poll(() => [flood.readyState, talk.readyState]).toEqual([WebSocket.OPEN, WebSocket.OPEN]);
  const closed = new Promise((resolve) => flood.addEventListener('close', resolve));
  const heard: unknown[] = [];
  const stop = harness().services.live.listen(talks.accountId, (message) => heard.push(message));
  // With what each frame adds to it twice what is taken in a second, wherever that begins.
  for (let n = 0; n < 5_600; n += 1) flood.send('');
  await closed;
  for (let step = 1; step <= 20; step += 1)
    talk.send(JSON.stringify({ campaign: 1_000_000, isTemplate: false, step, asks: false }));
  await expect.poll(() => heard.length).toBe(20);
  expect(talk.readyState).toBe(WebSocket.OPEN);
  stop();
  talk.close();
});

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
      findEnded,
      BEAT_MS,
    ),
  );
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect(address, user);
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

test('what a page says at once is heard, and one that leaves at once leaves nothing behind', async () => {
  const { services } = harness();
  const user = await harness().newUser();
  const { promise: gone, resolve: leave } = Promise.withResolvers<void>();
  let isFirst = true;
  const app = Fastify();
  await app.register(cookie);
  await app.register(websocket);
  await app.register(async (scope) =>
    serveLive(
      scope,
      services,
      async (given, token) => {
        if (!isFirst) await gone;
        isFirst = false;
        return findCaller(given, token);
      },
      async () => [],
      600_000,
    ),
  );
  const heard: unknown[] = [];
  const stop = services.live.listen(user.accountId, (message) => heard.push(message));
  const socket = connect(await app.listen({ port: 0, host: '127.0.0.1' }), user);
  socket.addEventListener('open', () =>
    socket.send(JSON.stringify({ campaign: 5, isTemplate: false, step: 12, asks: true })),
  );
  await expect.poll(() => heard).toMatchObject([{ type: 'presence', campaign: 5 }]);
  socket.close();
  await expect.poll(() => app.websocketServer.clients.size).toBe(0);
  leave();
  await app.close();
  stop();
  expect(services.live.watching(user.userId)).toBe(0);
  expect(services.live.hasListeners(user.accountId)).toBe(false);
});

type User = Awaited<ReturnType<Harness['newUser']>>;
const PASSWORD = 'correct horse battery staple';

test.each<[string, (user: User, email: string) => Promise<unknown>]>([
  ['she signs out', (user) => user.ask(calls.access.signOut, {})],
  ['the link to sign out is followed', (user) => user.get('../logout')],
  ['somebody else signs in', (user, email) => signIn(user, email)],
  [
    'she signs out everywhere else',
    async (_user, email) => {
      const elsewhere = harness().stranger();
      await signIn(elsewhere, email);
      return elsewhere.ask(calls.sessions.endOthers, {});
    },
  ],
  [
    'she ends this session elsewhere',
    async (_user, email) => {
      const elsewhere = harness().stranger();
      await signIn(elsewhere, email);
      const { sessions } = (await elsewhere.ask(calls.sessions.list, {})).values;
      const id = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? 0;
      return elsewhere.ask(calls.sessions.end, { id });
    },
  ],
  [
    'she changes her password elsewhere',
    async (_user, email) => {
      const elsewhere = harness().stranger();
      await signIn(elsewhere, email);
      return elsewhere.ask(calls.account.changePassword, { current: PASSWORD, next: 'another good horse' });
    },
  ],
  [
    'she sets a forgotten password anew',
    async (user, email) => {
      await harness().services.pool.query('update users set phone_verified = true where id = $1', [
        user.userId,
      ]);
      const elsewhere = harness().stranger();
      await elsewhere.ask(calls.access.sendPasswordCode, { email });
      const form = { email, code: harness().codeInLog('password'), next: 'another good horse' };
      return elsewhere.ask(calls.access.resetPassword, form);
    },
  ],
  [
    'she goes on in another account',
    async (user) => {
      const other = await harness().newUser();
      await harness().services.pool.query(
        "insert into account_users (account_id, user_id, role) values ($1, $2, 'member')",
        [other.accountId, user.userId],
      );
      return user.ask(calls.team.switchTo, { account: other.accountId });
    },
  ],
])('a live connection is closed at once when %s', async (_, leave) => {
  const email = `live-${crypto.randomUUID()}@example.com`;
  const user = await harness().newUser({ email });
  const { services } = harness();
  const socket = connect(unhurried, user);
  const closed = new Promise<CloseEvent>((resolve) => socket.addEventListener('close', resolve));
  await expect.poll(() => socket.readyState).toBe(WebSocket.OPEN);
  expect(await leave(user, email)).toMatchObject({ status: 200 });
  expect((await closed).code).toBe(4401);
  await expect.poll(() => services.live.hasListeners(user.accountId)).toBe(false);
});

test.each([
  ['ended', 'delete from sessions where user_id = $1'],
  ['let expire', 'update sessions set expires_at = created_at where user_id = $1'],
  ['put out of the account', 'delete from account_users where user_id = $1'],
])(
  'a live connection is closed within seconds when another process has it %s',
  { timeout: 20_000 },
  async (_, statement) => {
    const [user, other] = [await harness().newUser(), await harness().newUser()];
    const [socket, stays] = [connect(address, user), connect(address, other)];
    await expect.poll(() => [socket.readyState, stays.readyState]).toEqual([WebSocket.OPEN, WebSocket.OPEN]);
    const closed = new Promise<CloseEvent>((resolve) => socket.addEventListener('close', resolve));
    await harness().services.pool.query(statement, [user.userId]);
    expect((await closed).code).toBe(4401);
    expect(stays.readyState).toBe(WebSocket.OPEN);
    stays.close();
  },
);

function signIn(client: Pick<User, 'ask'>, email: string) {
  return client.ask(calls.access.signIn, { email, password: PASSWORD, remember: false });
}

/** Node's own client takes headers, which its types do not know. */
function connect(address: string, { cookie }: User): WebSocket {
  const options = { headers: { cookie: cookie() } } as unknown as string[];
  return new WebSocket(`${address.replace('http', 'ws')}${LIVE_PATH}`, options);
}

test('where a page is goes to the others of the account over their connections, and to nobody else', async () => {
  const { services } = harness();
  const [ada, bob, foreign] = [
    await harness().newUser(),
    await harness().newUser(),
    await harness().newUser(),
  ];
  await services.pool.query(
    "insert into account_users (account_id, user_id, role) values ($1, $2, 'member')",
    [ada.accountId, bob.userId],
  );
  await bob.ask(calls.team.switchTo, { account: ada.accountId });
  const heard: Record<string, unknown[]> = { ada: [], bob: [], foreign: [] };
  const listening = {
    ada: connect(address, ada),
    bob: connect(address, bob),
    foreign: connect(address, foreign),
  };
  for (const [name, socket] of Object.entries(listening))
    socket.addEventListener('message', ({ data }) => heard[name]?.push(JSON.parse(String(data))));
  await expect
    .poll(() => Object.values(listening).map(({ readyState }) => readyState))
    .toEqual([WebSocket.OPEN, WebSocket.OPEN, WebSocket.OPEN]);
  listening.ada.send(JSON.stringify({ campaign: 5, isTemplate: false, step: 12, asks: true }));
  await expect
    .poll(() => heard.bob)
    .toMatchObject([{ type: 'presence', user: ada.userId, campaign: 5, step: 12 }]);
  listening.ada.close();
  await expect.poll(() => heard.bob).toMatchObject([{ campaign: 5 }, { user: ada.userId, campaign: 0 }]);
  listening.bob.close();
  listening.foreign.close();
  expect([heard.ada, heard.foreign]).toEqual([[], []]);
});

test('a user has so many live connections and no more, and another one when one of them is closed', async () => {
  const harness = await createHarness();
  const user = await harness.newUser();
  const address = await harness.app.listen({ port: 0, host: '127.0.0.1' });
  const options = { headers: { cookie: user.cookie() } } as unknown as string[];
  const codes: number[] = [];
  const open = () => {
    const socket = new WebSocket(`${address.replace('http', 'ws')}${LIVE_PATH}`, options);
    socket.addEventListener('close', ({ code }) => codes.push(code));
    return socket;
  };
  const isOpen = ({ readyState }: WebSocket) => readyState === WebSocket.OPEN;
  try {
    const sockets = Array.from({ length: MOST_OF_A_USER + 1 }, open);
    await expect.poll(() => codes).toEqual([1013]);
    await expect.poll(() => sockets.filter(isOpen).length).toBe(MOST_OF_A_USER);
    sockets.find(isOpen)?.close();
    await expect.poll(() => codes.length).toBe(2);
    const another = open();
    await expect.poll(() => isOpen(another)).toBe(true);
  } finally {
    await harness.stop();
  }
});
