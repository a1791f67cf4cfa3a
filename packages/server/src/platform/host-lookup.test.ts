/** Names that many connections ask for at once, and names that nobody answers for. */
import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createHostLookup } from './host-lookup.ts';

const PATIENCE_MS = 50;
type Asked = { name: string; answer: (error: Error | null, addresses: LookupAddress[]) => void };

function setUp() {
  const asked: Asked[] = [];
  const system = (name: string, _options: LookupAllOptions, answer: Asked['answer']) =>
    void asked.push({ name, answer });
  const lookup = createHostLookup(system, PATIENCE_MS);
  const find = (name: string) =>
    new Promise<unknown>((resolve) =>
      lookup(name, { all: true }, (error, found) => resolve(error?.code ?? found)),
    );
  return { asked, find, lookup };
}
const at = (address: string): LookupAddress[] => [{ address, family: 4 }];

test('a hundred connections ask for a name once, and the next one asks anew', async () => {
  const { asked, find } = setUp();
  const all = Array.from({ length: 100 }, () => find('sms.example'));
  expect(asked).toHaveLength(1);
  asked[0]?.answer(null, at('192.0.2.1'));
  expect(new Set((await Promise.all(all)).map((found) => JSON.stringify(found)))).toEqual(
    new Set([JSON.stringify(at('192.0.2.1'))]),
  );
  const moved = find('sms.example');
  asked[1]?.answer(null, at('192.0.2.2'));
  expect(await moved).toEqual(at('192.0.2.2'));
});

test('a name that nobody answers for is given up soon and asked for once, others meanwhile as ever', async () => {
  const { asked, find } = setUp();
  expect(await Promise.all([find('silent.example'), find('silent.example')])).toEqual([
    'EAI_AGAIN',
    'EAI_AGAIN',
  ]);
  expect(await find('silent.example')).toBe('EAI_AGAIN');
  const other = find('sms.example');
  asked.at(-1)?.answer(null, at('192.0.2.1'));
  expect(await other).toEqual(at('192.0.2.1'));
  expect(asked.map(({ name }) => name)).toEqual(['silent.example', 'sms.example']);
  // Given up by the system too: it rests.
  asked[0]?.answer(Object.assign(new Error(), { code: 'EAI_AGAIN' }), []);
  expect(await find('silent.example')).toBe('EAI_AGAIN');
  expect(asked).toHaveLength(2);
});

test('a late answer ends the rest', async () => {
  const { asked, find } = setUp();
  expect(await find('slow.example')).toBe('EAI_AGAIN');
  asked[0]?.answer(null, at('192.0.2.1'));
  const again = find('slow.example');
  await sleep(0);
  asked[1]?.answer(null, at('192.0.2.1'));
  expect(await again).toEqual(at('192.0.2.1'));
});

test('a quick no is a no, and asked for again', async () => {
  const { asked, find } = setUp();
  for (const n of [0, 1]) {
    const none = find('none.example');
    asked[n]?.answer(Object.assign(new Error(), { code: 'ENOTFOUND' }), []);
    expect(await none).toBe('ENOTFOUND');
  }
});

test('who asks for one address gets the first', async () => {
  const { asked, lookup } = setUp();
  const found = new Promise((resolve) =>
    lookup('sms.example', {}, (_error, address, family) => resolve([address, family])),
  );
  asked[0]?.answer(null, [...at('192.0.2.1'), ...at('192.0.2.2')]);
  expect(await found).toEqual(['192.0.2.1', 4]);
});
