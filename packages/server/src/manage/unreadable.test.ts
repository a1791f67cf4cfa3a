/** A server that was started with another SECRET_KEY: nothing is lost, and the log says what to do. */

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { storeConnection } from '../carriers/testing/subjects.ts';
import { twilioSignature } from '../carriers/twilio.ts';
import { first, sql } from '../platform/db/database.ts';
import { Runtime } from '../platform/runtime.ts';
import { createSecrets } from '../platform/secrets.ts';
import { useHarness } from '../testing/harness.ts';
import { PROGRAM_ENVIRONMENT } from '../testing/program-environment.ts';
import { countUnreadable } from './unreadable.ts';

const PUBLIC_URL = 'https://sms.example.com';
const OTHER_KEY = 'another key than the one before it';
const harness = useHarness({ config: { publicUrl: PUBLIC_URL } });
const folder = mkdtempSync(join(tmpdir(), 'parley-key-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function callIn(app: FastifyInstance, id: string) {
  const path = '/carriers/twilio/token-of-keys/inbound';
  const fields = new URLSearchParams({
    MessageSid: id,
    From: '+12125557001',
    To: '+12125550100',
    Body: 'STOP',
  });
  const { statusCode, headers } = await app.inject({
    method: 'POST',
    url: path,
    payload: fields.toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': twilioSignature('secret', PUBLIC_URL + path, fields),
    },
  });
  return [statusCode, headers['retry-after']];
}

test('with another key carriers and machines are told to come again, and with the old one all is as before', async () => {
  const { services, app } = harness();
  const user = await harness().newUser();
  const { accountId } = user;
  const channel = await first(
    services.db,
    sql<{ id: number }>`select id from channels where account_id = ${accountId}`,
  );
  await storeConnection(harness(), { accountId, channelId: channel?.id ?? 0, place: 1 }, 'twilio', {
    baseUrl: 'https://carrier.example',
    accountSid: 'AC1',
    authToken: 'secret',
    webhookToken: 'token-of-keys',
  });
  await user.ask(calls.credentials.add, { name: 'Shop' });
  const [pair] = (await user.ask(calls.credentials.list, {})).values.credentials;
  const trigger = async (at: FastifyInstance) => {
    const { statusCode, headers } = await at.inject({
      url: '/api/v1/triggerSMS?inpContactString=%2B12125557009&inpBatchId=1',
      headers: {
        authorization: `Basic ${Buffer.from(`${pair?.accessKey}:${pair?.secretKey}`).toString('base64')}`,
      },
    });
    return [statusCode, headers['retry-after']];
  };
  expect(await countUnreadable(services.db, services.secrets)).toEqual({ all: 2, unreadable: 0 });

  const secrets = createSecrets(OTHER_KEY);
  expect(await countUnreadable(services.db, secrets)).toEqual({ all: 2, unreadable: 2 });
  // A process keeps what it has looked up for a moment; this one has not.
  const other = await buildApp({ ...services, runtime: new Runtime(), secrets });
  expect(await callIn(other, 'MM1')).toEqual([503, '60']);
  expect(await trigger(other)).toEqual([503, '60']);
  await other.close();

  expect(await callIn(app, 'MM1')).toEqual([200, undefined]);
  // The campaign is not there; the credentials are right.
  expect(await trigger(app)).toEqual([404, undefined]);
});

test('a start with another key says in one line of the log what to do, and serves', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: {
      ...PROGRAM_ENVIRONMENT,
      DATABASE_URL: String(harness().services.pool.options.connectionString),
      DATA_DIR: folder,
      SECRET_KEY: OTHER_KEY,
      LOG_LEVEL: 'error',
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += String(chunk);
  });
  await expect.poll(() => said).toContain('Parley is ready');
  child.kill('SIGTERM');
  expect(
    said.match(/^\{.*$/gm)?.filter((line) => line.includes('cannot be read with this SECRET_KEY')),
  ).toHaveLength(1);
});
