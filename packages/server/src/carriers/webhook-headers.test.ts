import { expect, test } from 'vitest';
import { useHarness } from '../testing/harness.ts';

const harness = useHarness();

test.each([
  ['a webhook', 'POST', '/carriers/twilio/x/status', 403],
  ['a webhook that is called by an address', 'GET', '/carriers/gateway/x/inbound', 403],
  ['a refused path of a carrier', 'GET', '/carriers/gateway/x/inbound%00', 404],
  ['the trigger URL', 'GET', '/api/v1/triggerSMS', 401],
  ['a refused path of a screen', 'GET', '/lists%00', 404],
  ['a path below the carriers’ that is no webhook', 'GET', '/carriers/nothing', 404],
] as const)(
  '%s answers with the headers that keep browsers from making something of it',
  async (_, method, url, status) => {
    const { statusCode, headers } = await harness().app.inject({ method, url });
    expect([statusCode, headers['x-content-type-options']]).toEqual([status, 'nosniff']);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  },
);
