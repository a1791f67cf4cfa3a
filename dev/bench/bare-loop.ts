/**
 * The floor of the send pump: a bare loop that posts the same bodies to the same sink over 64 connections,
 * with nothing around it. With SHARE=0/2 every second one.
 */
import { readFileSync } from 'node:fs';
import { Pool } from 'undici';

const CONNECTIONS = 64;

const bodies = JSON.parse(readFileSync(process.env.BODIES ?? '', 'utf8')) as string[];
const pool = new Pool(process.env.SINK ?? '', { connections: CONNECTIONS, pipelining: 1 });
const headers = { authorization: 'Basic QUMxOnRva2Vu', 'content-type': 'application/x-www-form-urlencoded' };
const [share = 0, shares = 1] = (process.env.SHARE ?? '0/1').split('/').map(Number);
let next = share;
const begun = process.cpuUsage();

async function lane(): Promise<void> {
  for (;;) {
    const body = bodies[next];
    next += shares;
    if (body === undefined) return;
    const answer = await pool.request({
      path: '/2010-04-01/Accounts/AC1/Messages.json',
      method: 'POST',
      headers,
      body,
    });
    JSON.parse(await answer.body.text());
  }
}

await Promise.all(Array.from({ length: CONNECTIONS }, lane));
await pool.close();
const { user, system } = process.cpuUsage(begun);
process.stdout.write(`${Math.round((user + system) / 1000)}\n`);
