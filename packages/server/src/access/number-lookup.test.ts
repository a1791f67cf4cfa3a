import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { calls } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHarness, type Harness } from '../testing/harness.ts';

/** A provider in the manner of Twilio Lookup v2. */
let provider: Server;
let url: string;
let heard: { path: string; authorization: string | undefined }[] = [];
let answer: { status: number; body: string };

beforeAll(async () => {
  provider = createServer((request, response) => {
    heard.push({ path: request.url ?? '', authorization: request.headers.authorization });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => provider.close(resolve)));

async function lookUp(own: Harness) {
  const user = await own.newUser();
  return (await user.ask(calls.access.lookupCarrier, { phone: '(212) 555-0100' })).values;
}

test('without a provider: what the number says, and that its carrier is not known', async () => {
  const own = await createHarness();
  try {
    expect(await lookUp(own)).toMatchObject({
      phone: '+12125550100',
      country: 'United States',
      region: 'New York',
      timeZone: 'America/New_York',
      carrier: '',
      source:
        'Based on the number alone. No lookup provider is set up on this server, so the carrier is unknown.',
    });
  } finally {
    await own.stop();
  }
});

test('with a provider: its carrier and kind of number; silence is said, not guessed', async () => {
  const own = await createHarness({
    env: { LOOKUP_URL: `${url}/`, LOOKUP_USER: 'AC1', LOOKUP_PASSWORD: 'key', LOG_LEVEL: 'silent' },
  });
  try {
    heard = [];
    answer = {
      status: 200,
      body: JSON.stringify({
        phone_number: '+12125550100',
        line_type_intelligence: { carrier_name: 'T-Mobile USA, Inc.', type: 'mobile', error_code: null },
      }),
    };
    expect(await lookUp(own)).toMatchObject({
      carrier: 'T-Mobile USA, Inc.',
      numberType: 'Mobile',
      timeZone: 'America/New_York',
      source: 'The lookup provider, just now.',
    });
    expect(heard).toEqual([
      {
        path: '/v2/PhoneNumbers/%2B12125550100?Fields=line_type_intelligence',
        authorization: `Basic ${Buffer.from('AC1:key').toString('base64')}`,
      },
    ]);
    for (const failing of [
      { status: 500, body: '{}' },
      { status: 200, body: 'not JSON' },
    ]) {
      answer = failing;
      expect(await lookUp(own)).toMatchObject({
        carrier: '',
        source: 'Based on the number alone: the lookup provider didn’t respond.',
      });
    }
  } finally {
    await own.stop();
  }
});

test('less or more than ten digits are turned down', async () => {
  const own = await createHarness();
  try {
    const user = await own.newUser();
    for (const phone of ['555-0100', '121255501000', 'two one two'])
      expect(await user.ask(calls.access.lookupCarrier, { phone })).toMatchObject({
        status: 400,
        RESULT: 0,
        DETAIL: 'inpContactString',
      });
  } finally {
    await own.stop();
  }
});
