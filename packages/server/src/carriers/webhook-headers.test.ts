import { expect, test } from 'vitest';
import { useHarness } from '../testing/harness.ts';

const harness = useHarness();

test.each([
  [
    'a carrier’s webhook answers without the headers that are for browsers',
    'POST',
    '/carriers/twilio/x/status',
    403,
    undefined,
  ],
  ['a refused path of a screen has them', 'GET', '/lists%00', 404, 'nosniff'],
  ['a path below the carriers’ that is no webhook has them too', 'GET', '/carriers/nothing', 404, 'nosniff'],
] as const)('%s', async (_, method, url, status, sniffing) => {
  const response = await harness().app.inject({ method, url });
  expect([response.statusCode, response.headers['x-content-type-options']]).toEqual([status, sniffing]);
});
