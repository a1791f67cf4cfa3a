/** A carrier that refuses a text may quote it: colleagues read the reason, and no code in it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { calls } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wordsWithoutCode } from '../platform/code-text.ts';
import { eventually, useHarness } from '../testing/harness.ts';

const harness = useHarness();
const { account, channels, connections, inbox, members } = calls;
const heard: string[] = [];
const carrier = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    heard.push(body);
    response.writeHead(400).end(`Refused: ${body}; ${decodeURIComponent(body)}`);
  });
});

beforeAll(() => new Promise<void>((resolve) => void carrier.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => void carrier.close(resolve)));

test('what a carrier quotes of a code stands nowhere that colleagues look', async () => {
  const user = await harness().newUser();
  const [channel] = (await user.ask(channels.list, {})).values.channels;
  const id = channel?.id ?? 0;
  const values = {
    url: `http://127.0.0.1:${(carrier.address() as AddressInfo).port}/send`,
    method: 'POST',
    parameters: 'to={to}\ntext={text}',
  };
  const way = { channel: id, number: '+18005550177', kind: 'gateway', values } as const;
  expect((await user.ask(connections.save, way)).RESULT).toBe(1);
  harness().startBackground();
  await user.ask(account.sendPhoneCode, { phone: '2125550177' });
  const { rows } = await harness().services.pool.query('select id from contacts');
  const contact = rows[0].id;
  const reasonOf = async () => {
    const thread = (await user.ask(inbox.thread, { contact })).values;
    return thread.messages.find(({ status }) => status === 'failed')?.reason;
  };
  const reason = await eventually(reasonOf);
  const code = /is(?: |%20|\+)([0-9]{6})/.exec(heard.at(-1) ?? '')?.[1] ?? '';
  expect(code).toMatch(/^[0-9]{6}$/);
  expect(reason).toContain('Refused: ');
  const troubled = async () => {
    const status = JSON.stringify((await user.ask(connections.status, { channel: id })).body);
    return status.includes('Refused: ') ? status : null;
  };
  const seen = [
    reason,
    await eventually(troubled),
    (await user.ask(members.timeline, { contact })).body,
    (await user.get(`${members.everything.path}?ContactAddressId=${contact}`)).text,
  ];
  for (const each of seen) {
    expect(JSON.stringify(each)).toContain('••••••');
    expect(JSON.stringify(each)).not.toContain(code);
  }
});

test.each([' ', '+', '%20'])('with blanks as addresses write them: “%s”', (blank) => {
  const quoted = `21610: text=${['Your', 'Parley', 'password', 'code', 'is', '123456.'].join(blank)}`;
  expect(wordsWithoutCode(quoted)).toBe(quoted.replace('123456', '••••••'));
  expect(wordsWithoutCode('error code is 1234')).toBe('error code is 1234');
});
