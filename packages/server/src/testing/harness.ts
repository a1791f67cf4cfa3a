/**
 * A whole Parley for one test file: its own database, a clock that can be moved, and a client that speaks the
 * contract.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import {
  BASE,
  type Call,
  decodeFields,
  type Envelope,
  encodeFields,
  type FieldMap,
  type FormOf,
  type ReplyOf,
} from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { buildApp, startBackground } from '../app.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { type Config, readConfig } from '../platform/config.ts';
import { openDatabase } from '../platform/db/database.ts';
import { openReportReads } from '../platform/db/report-reads.ts';
import { createMessageIds } from '../platform/ids.ts';
import { createLiveHub } from '../platform/live/hub.ts';
import { createLog, writeLine } from '../platform/log.ts';
import { Runtime } from '../platform/runtime.ts';
import { createSecrets } from '../platform/secrets.ts';
import type { Background, Services } from '../platform/services.ts';
import { createSignals } from '../platform/signals.ts';
import { cloneDatabase, dropDatabase, inDatabase } from './databases.ts';
import { explainNew } from './explained-statements.ts';
import { TEMPLATE } from './global-setup.ts';
import { wrongBlocks } from './rollups.ts';

/** On a busy machine each statement may take so much longer. */
const PATIENCE = 6;
const LINES_KEPT = 200;
/** Pino's level. */
const WARN = 40;

export type Answer<R> = Envelope & { status: number; body: Record<string, unknown>; values: R };

/** Somebody with a cookie jar. */
export type Client = {
  /** Asks a call in our words; `values` is set when RESULT is 1. */
  ask: <F extends FieldMap, R extends FieldMap>(
    call: Call<F, R>,
    form: Partial<FormOf<Call<F, R>>>,
  ) => Promise<Answer<ReplyOf<Call<F, R>>>>;
  /** Posts raw wire fields to a path below the base. */
  post: (path: string, fields: Record<string, string>) => Promise<Answer<undefined>>;
  get: (path: string) => Promise<{ status: number; text: string }>;
  cookie: () => string;
};

export type Harness = {
  services: Services;
  app: FastifyInstance;
  /** A client without a session. */
  stranger: () => Client;
  /** Signs a new user up; every account is apart from all others. */
  newUser: (options?: {
    email?: string;
    phone?: string;
  }) => Promise<Client & { userId: number; accountId: number }>;
  /**
   * The last code of a kind (sign-in, confirmation, password) that a simulated channel left in the log; '':
   * none.
   */
  codeInLog: (kind: string) => string;
  /** What the log says from information up, as JSON lines. */
  logged: () => readonly string[];
  /** Runs the background loops (delivery, timers, blasts …), once for the harness, and ends with it. */
  startBackground: () => void;
  stop: () => Promise<void>;
};

export async function createHarness(
  options: { clock?: Clock; config?: Partial<Config>; env?: Record<string, string> } = {},
): Promise<Harness> {
  const ownerUrls = inject('ownerUrls');
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  await cloneDatabase(ownerUrls, name, TEMPLATE);
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-data-'));
  const config = {
    ...readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...options.env }, []),
    ...options.config,
  };
  const url = inDatabase(inject('appUrl'), name);
  const database = openDatabase(url, 8, PATIENCE);
  const ids = openDatabase(url, 1, PATIENCE);
  let lines: string[] = [];
  const note = (line: string) => {
    lines = [...lines.slice(-LINES_KEPT), line];
    if ((JSON.parse(line) as { level: number }).level >= WARN) writeLine(line);
  };
  const clock = options.clock ?? systemClock;
  const log = createLog('info', note);
  const places = { url, replicaUrl: config.reportDatabaseUrl, connections: 3, patience: PATIENCE };
  const reports = openReportReads(places, { clock, log });
  const services: Services = {
    config,
    db: database.db,
    pool: database.pool,
    reports,
    clock,
    log,
    live: createLiveHub(),
    secrets: createSecrets('a secret key for tests, long enough'),
    messageIds: createMessageIds(ids.db),
    signals: createSignals(),
    runtime: new Runtime(),
  };
  const app = await buildApp(services);
  await app.ready();
  let background: Background[] = [];
  let users = 0;
  return {
    services,
    app,
    stranger: () => createClient(app),
    async newUser(given = {}) {
      users += 1;
      const client = createClient(app);
      const answer = await client.post('registration/RegisterNewUser', {
        inpEmail: given.email ?? `user${users}-${name}@example.com`,
        inpPassword: 'correct horse battery staple',
        inpPhoneNumber: given.phone ?? `212555${String(1000 + users)}`,
      });
      if (answer.RESULT !== 1) throw new Error(`sign-up failed: ${answer.MESSAGE}`);
      const userId = Number((await client.get('authentication/checklogin')).text);
      const found = await database.pool.query('select account_id from account_users where user_id = $1', [
        userId,
      ]);
      return { ...client, userId, accountId: found.rows[0].account_id as number };
    },
    logged: () => lines,
    codeInLog(kind) {
      const line = lines.findLast((each) => each.includes(`${kind} code sent through the simulator`));
      return line ? (JSON.parse(line) as { code: string }).code : '';
    },
    startBackground() {
      // Of two sets of loops only one would be ended.
      if (background.length === 0) background = startBackground(services);
    },
    async stop() {
      await Promise.all(background.map((part) => part.stop()));
      await app.close();
      await explainNew(database.pool);
      await ids.close();
      await reports.close();
      await database.close();
      await dropDatabase(ownerUrls, name);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** One harness for all tests of a file. */
export function useHarness(options: Parameters<typeof createHarness>[0] = {}): () => Harness {
  let harness: Harness | null = null;
  beforeAll(async () => {
    harness = await createHarness(options);
  });
  afterAll(async () => {
    if (!harness) return;
    const wrong = await wrongBlocks(harness.services.db);
    await harness.stop();
    expect(wrong, 'blocks of lists that a writer did not count').toEqual([]);
  });
  return () => {
    if (!harness) throw new Error('The harness is used outside a test.');
    return harness;
  };
}

const without = (cookies: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(cookies).filter(([key]) => key !== name));

/** The clients of tests are browsers, which keep more than one cookie. */
const BROWSER = { 'sec-fetch-site': 'same-origin' };

function createClient(app: FastifyInstance): Client {
  let cookies: Record<string, string> = {};

  async function send(method: 'GET' | 'POST', path: string, fields: Record<string, string>) {
    const query = new URLSearchParams(fields).toString();
    const response = await app.inject({
      method,
      url: method === 'GET' && query ? `${BASE}${path}?${query}` : `${BASE}${path}`,
      cookies,
      ...(method === 'POST'
        ? { payload: query, headers: { ...BROWSER, 'content-type': 'application/x-www-form-urlencoded' } }
        : { headers: BROWSER }),
    });
    for (const { name, value } of response.cookies as { name: string; value: string }[])
      cookies = { ...without(cookies, name), ...(value && { [name]: value }) };
    return response;
  }

  async function post(path: string, fields: Record<string, string>): Promise<Answer<undefined>> {
    const response = await send('POST', path, fields);
    const body = response.json() as Record<string, unknown> & Envelope;
    return { ...body, body, status: response.statusCode, values: undefined };
  }

  return {
    post,
    cookie: () =>
      Object.entries(cookies)
        .map(([key, value]) => `${key}=${value}`)
        .join('; '),
    async get(path) {
      const response = await send('GET', path, {});
      return { status: response.statusCode, text: response.body };
    },
    async ask(call, form) {
      const given = Object.fromEntries(Object.entries(call.form).filter(([key]) => key in form));
      const wire = encodeFields(given, form as never);
      const fields = Object.fromEntries(Object.entries(wire).map(([key, value]) => [key, String(value)]));
      const answer = await post(call.path, fields);
      const values = answer.RESULT === 1 ? decodeFields(call.reply, answer.body) : undefined;
      return { ...answer, values: values as never };
    },
  };
}

const LOOK_EVERY_MS = 25;

/**
 * Waits until what `read` answers is truthy, or what `isIt` says yes to, and answers it. Fails after
 * `timeoutMs`, by itself as long as a busy machine may need, and says then what was asked and what was seen
 * last.
 */
export async function eventually<T>(
  read: () => Promise<T> | T,
  isIt: (seen: T) => boolean = Boolean,
  timeoutMs = 60_000,
): Promise<NonNullable<T>> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const seen = await read();
    if (isIt(seen)) return seen as NonNullable<T>;
    if (Date.now() > deadline)
      throw new Error(
        `It did not happen within ${timeoutMs / 1000} s.\nAsked: ${read}\nWanted: ${isIt}\nSeen last: ${inspect(seen, { depth: 4 })}`,
      );
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
