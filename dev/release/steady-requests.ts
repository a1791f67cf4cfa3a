/**
 * Visitors who never pause: each asks over and over, on a connection that it keeps or on a new one each time.
 * What is not answered as it should be is kept with its moment.
 */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 50;
const PATIENCE_MS = 10_000;

export type Visit = {
  path: string;
  headers: Record<string, string>;
  isGood: (status: number, body: string) => boolean;
};

export function startVisitors(base: string, visit: Visit, count: { kept: number; fresh: number }) {
  let isOver = false;
  let asked = 0;
  let slowest = 0;
  const failed: string[] = [];
  const visitors = [
    ...Array.from({ length: count.kept }, () => true),
    ...Array.from({ length: count.fresh }, () => false),
  ];
  const run = async (keepAlive: boolean) => {
    const agent = new Agent({ keepAlive, maxSockets: 1 });
    while (!isOver) {
      const begun = performance.now();
      const { status, body } = await ask(new URL(visit.path, base), agent, visit.headers);
      asked += 1;
      slowest = Math.max(slowest, performance.now() - begun);
      if (!visit.isGood(status, body)) {
        const kind = keepAlive ? 'kept' : 'new';
        failed.push(`${new Date().toISOString().slice(11, 23)} ${kind} ${status} ${body.slice(0, 100)}`);
      }
      await sleep(PAUSE_MS);
    }
    agent.destroy();
  };
  const all = Promise.all(visitors.map(run));
  return {
    /** What was counted since the last time. */
    take() {
      const seen = { asked, slowest: Math.round(slowest), failed: failed.splice(0) };
      asked = 0;
      slowest = 0;
      return seen;
    },
    async stop() {
      isOver = true;
      await all;
    },
  };
}

/** Status 0: there was no answer, and `body` says why. */
function ask(
  url: URL,
  agent: Agent,
  headers: Record<string, string>,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve) => {
    const asking = request(url, { method: 'POST', agent, headers, timeout: PATIENCE_MS }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      response.on('error', (error) => resolve({ status: 0, body: error.message }));
    });
    asking.on('timeout', () => asking.destroy(new Error('no answer in time')));
    asking.on('error', (error) => resolve({ status: 0, body: error.message }));
    asking.end();
  });
}
