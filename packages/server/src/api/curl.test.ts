/** The calls at the head of docs/api.md, run as they stand there. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { apiKeyOf } from '../testing/api-world.ts';
import { useHarness } from '../testing/harness.ts';

const harness = useHarness();
const DOCUMENT = new URL('../../../../docs/api.md', import.meta.url);
const run = promisify(execFile);

test('five calls work, one after the other', async () => {
  const { app } = harness();
  const key = await apiKeyOf(await harness().newUser());
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const [, ...commands] = [...readFileSync(DOCUMENT, 'utf8').matchAll(/```sh\n(.+?)```/gs)].map(
    ([, command = '']) => command,
  );
  expect(commands.length).toBe(5);
  const env = { PATH: process.env.PATH ?? '', PARLEY: `http://127.0.0.1:${port}`, KEY: key };
  const answers: unknown[] = [];
  for (const command of commands)
    answers.push(JSON.parse((await run('sh', ['-c', command], { env })).stdout));
  expect(answers).toMatchObject([
    { name: 'City' },
    { name: 'Newsletter' },
    { phone: '+12125550142', tags: { City: 'Boston' } },
    { created: 1, updated: 1 },
    { data: [{ phone: '+12125550142', tags: { City: 'Chicago' } }] },
  ]);
});
