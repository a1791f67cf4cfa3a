/**
 * One Vitest, one PostgreSQL and one process that stays, with all modules loaded, for one job after the
 * other.
 */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createVitest } from 'vitest/node';
import type { Job, Outcome } from './worker-side.ts';

export type Worker = {
  /** `most`: milliseconds after which the process is given up as hanging. */
  run: (job: Job, most: number) => Promise<Outcome>;
  /** A new process, with a fault awake while modules are loaded. */
  restart: (fault: string) => Promise<void>;
  close: () => Promise<void>;
};

const HUNG: Outcome = {
  failure: { test: '', text: 'timed out: the process hung or died' },
  hits: 1,
  tests: [],
  seen: {},
};
const here = (file: string) => join(import.meta.dirname, file);

export async function openWorker(code: Map<string, string>, withDatabase: boolean): Promise<Worker> {
  const vitest = await createVitest(
    {
      config: false,
      watch: false,
      // Keeps the code of a file as it was without faults.
      fsModuleCache: false,
      isolate: false,
      include: [here('first.ts')],
      runner: here('worker-side.ts'),
      globalSetup: withDatabase ? ['packages/server/src/testing/global-setup.ts'] : [],
      pool: 'forks',
      maxWorkers: 1,
      reporters: [{}],
      onConsoleLog: () => false,
    },
    { plugins: [{ name: 'faults', enforce: 'pre', load: (id) => code.get(id.split('?')[0] ?? '') }] },
  );
  let pid = 0;
  let idle = Promise.withResolvers<ServerResponse>();
  let done = Promise.withResolvers<Outcome>();
  const server = createServer(async (request, response) => {
    const said = JSON.parse(await text(request)) as { pid: number; outcome: Outcome | null };
    pid = said.pid;
    if (said.outcome) done.resolve(said.outcome);
    idle.resolve(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  vitest.provide('jobs', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  let ended: Promise<unknown> | null = null;

  async function start(fault: string): Promise<void> {
    vitest.provide('fault', fault);
    vitest.state.filesMap.clear();
    idle = Promise.withResolvers();
    ended = vitest.runTestSpecifications(await vitest.globTestSpecifications()).catch(() => undefined);
    const failed = ended.then(() => Promise.reject(new Error('The worker did not start.')));
    await Promise.race([idle.promise, failed]);
    failed.catch(() => undefined);
  }

  async function say(job: Job | null): Promise<void> {
    const response = await idle.promise;
    idle = Promise.withResolvers();
    response.end(JSON.stringify(job));
  }

  async function stop(): Promise<void> {
    if (!ended) return;
    await say(null);
    await ended;
    ended = null;
  }

  async function run(job: Job, most: number): Promise<Outcome> {
    if (!ended) await start('');
    done = Promise.withResolvers();
    await say(job);
    const watchdog = setTimeout(() => process.kill(pid, 'SIGKILL'), most);
    const died = (ended as unknown as Promise<unknown>).then(() => HUNG);
    const outcome = await Promise.race([done.promise, died]);
    clearTimeout(watchdog);
    if (outcome === HUNG) ended = null;
    return outcome;
  }

  return {
    run,
    async restart(fault) {
      await stop();
      await start(fault);
    },
    async close() {
      await stop();
      server.close();
      await vitest.close();
    },
  };
}
