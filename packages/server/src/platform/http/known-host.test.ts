import { describe, expect, it } from 'vitest';
import { useHarness } from '../../testing/harness.ts';
import { readConfig } from '../config.ts';
import { isKnownHost } from './known-host.ts';

const local = useHarness();
const behindProxy = useHarness({ env: { PUBLIC_URL: 'https://sms.example.com' } });

const known = (host: string | undefined, env: Record<string, string>) =>
  isKnownHost(host, readConfig(env, []));
const PUBLIC = { PUBLIC_URL: 'https://sms.example.com/parley' };

describe('the names that Parley answers to', () => {
  it.each([
    ['127.0.0.1:3000', {}, true],
    ['[::1]:3000', {}, true],
    ['localhost:3000', {}, true],
    ['parley:3000', {}, true],
    ['app.internal:3000', PUBLIC, true],
    ['evil.example:3000', {}, false],
    ['localhost.evil.example', {}, false],
    ['127.0.0.1.evil.example', {}, false],
    ['user@127.0.0.1 x', {}, false],
    ['sms.example.com', PUBLIC, true],
    ['SMS.example.com.:443', PUBLIC, true],
    ['evil.example', PUBLIC, false],
    ['notsms.example.com', PUBLIC, false],
    ['evil.example', { HOST: '0.0.0.0' }, true],
    ['evil.example', { HOST: '0.0.0.0', ...PUBLIC }, false],
    ['old.example.com', { ...PUBLIC, ALLOWED_HOSTS: 'old.example.com, go.example.com' }, true],
    ['evil.example', { HOST: '0.0.0.0', ALLOWED_HOSTS: 'old.example.com' }, false],
    [undefined, {}, true],
  ])('%s with %o: %s', (host, env, is) => {
    expect(known(host, env as Record<string, string>)).toBe(is);
  });

  it.each([
    '/',
    '/healthz',
    '/session/api/authentication/checklogin',
    '/s/abcdef',
    '/carriers/kannel/x',
    '/session/live',
  ])('a name that leads here by a trick gets 421 at %s', async (url) => {
    const answer = await local().app.inject({ url, headers: { host: 'evil.example:3000' } });
    expect(answer.statusCode).toBe(421);
    expect(answer.json()).toMatchObject({ RESULT: 0, SUSER: 0 });
    const own = await local().app.inject({ url, headers: { host: '127.0.0.1:3000' } });
    expect(own.statusCode).not.toBe(421);
  });

  it('behind a proxy short links and webhooks are served under the public name', async () => {
    for (const url of ['/s/abcdef', '/carriers/kannel/x', '/healthz']) {
      const ask = (host: string) => behindProxy().app.inject({ url, headers: { host } });
      expect((await ask('sms.example.com')).statusCode).not.toBe(421);
      expect((await ask('evil.example')).statusCode).toBe(421);
    }
  });
});
