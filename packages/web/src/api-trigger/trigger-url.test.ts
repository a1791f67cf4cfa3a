import { expect, test } from 'vitest';
import { NO_KEY, triggerCurl, triggerUrl } from './trigger-url.ts';

const trigger = {
  origin: 'https://parley.example',
  campaign: 17,
  phone: '+12125550100',
  accessKey: 'a+b/c',
  secretKey: "d&e'=f",
};

test('every part of the address is encoded', () => {
  const url = new URL(triggerUrl(trigger));
  expect(url.pathname).toBe('/api/v1/triggerSMS');
  expect([...url.searchParams]).toEqual([
    ['inpContactString', '+12125550100'],
    ['inpBatchId', '17'],
    ['inpUserName', 'a+b/c'],
    ['inpPassword', "d&e'=f"],
  ]);
});

test('without credentials zeros stand in their place', () => {
  expect(triggerUrl({ ...trigger, phone: '2125550100', accessKey: NO_KEY, secretKey: NO_KEY })).toBe(
    'https://parley.example/api/v1/triggerSMS?inpContactString=2125550100&inpBatchId=17&inpUserName=0000000000000000&inpPassword=0000000000000000',
  );
});

test('the shell example survives a quote in a key', () => {
  expect(triggerCurl(trigger)).toContain(`--user 'a+b/c:d&e'\\''=f'`);
});
