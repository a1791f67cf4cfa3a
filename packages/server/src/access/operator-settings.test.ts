/** Settings of whoever runs Parley that decide who gets in, and what is believed of where they come from. */
import { BASE, calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { readConfig } from '../platform/config.ts';
import { createHarness } from '../testing/harness.ts';

const PASSWORD = 'correct horse battery staple';
const sign = (email: string) => ({ email, password: PASSWORD, phone: '2125550123' });

test('with SIGN_UP=closed the first one signs up, and after her only who is invited', async () => {
  const harness = await createHarness({ env: { SIGN_UP: 'closed' } });
  try {
    const owner = harness.stranger();
    expect((await owner.ask(calls.access.register, sign('first@example.com'))).RESULT).toBe(1);
    const second = await harness.stranger().ask(calls.access.register, sign('second@example.com'));
    expect(second).toMatchObject({ status: 200, RESULT: 0, SUSER: 0 });
    expect(second.MESSAGE).toMatch(/^Sign-up is by invitation only\./);
    const count = await harness.services.pool.query('select count(*)::int as users from users');
    expect(count.rows).toEqual([{ users: 1 }]);
    const { values } = await owner.ask(calls.team.invite, { email: 'second@example.com', role: 'member' });
    const joined = await harness.stranger().ask(calls.team.join, {
      invitation: values.link.split('/join/')[1] ?? '',
      password: PASSWORD,
      phone: '2125550124',
    });
    expect(joined.RESULT).toBe(1);
  } finally {
    await harness.stop();
  }
});

test.each([
  ['', '198.51.100.7'],
  ['loopback, 198.51.100.0/24', '203.0.113.9'],
  ['10.0.0.1', '127.0.0.1'],
])(
  'with the proxies "%s" a visitor is where the outermost of them saw her, whatever she says',
  async (proxies, seen) => {
    const env = { PUBLIC_URL: 'https://sms.example.com', TRUSTED_PROXIES: proxies };
    const harness = await createHarness({ env });
    try {
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': '192.0.2.66, 203.0.113.9, 198.51.100.7',
        'x-forwarded-proto': 'https',
      };
      const payload = new URLSearchParams({
        inpEmail: 'proxied@example.com',
        inpPassword: PASSWORD,
        inpPhoneNumber: '2125550123',
      }).toString();
      await harness.app.inject({
        method: 'POST',
        url: `${BASE}registration/RegisterNewUser`,
        headers,
        payload,
      });
      const { rows } = await harness.services.pool.query('select address from sessions');
      expect(rows).toEqual([{ address: seen }]);
    } finally {
      await harness.stop();
    }
  },
);

test('a proxy that is no address stops the start', () => {
  expect(() => readConfig({ TRUSTED_PROXIES: 'loopback, proxy.example.com' }, [])).toThrow(
    'TRUSTED_PROXIES must list addresses or networks such as 10.0.0.2, 192.0.2.0/24, not "proxy.example.com".',
  );
});

test.each(['https://x.example/?a=b', 'https://x.example/#top', 'https://ann:secret@x.example'])(
  'a public address that no path can stand behind stops the start: %s',
  (address) => {
    expect(() => readConfig({ PUBLIC_URL: address }, [])).toThrow(/^PUBLIC_URL must look like /);
    expect(readConfig({ PUBLIC_URL: 'https://x.example/sms/' }, []).publicUrl).toBe('https://x.example/sms');
  },
);
