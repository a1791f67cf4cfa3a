/**
 * SMPP over TLS against a centre on a real socket: which certificates are taken, and that nothing is told to
 * anybody else.
 */
import { explainCode } from '@parley/rules/carrier-error-codes.ts';
import { describe, expect, test } from 'vitest';
import { eventually, useHarness } from '../../testing/harness.ts';
import {
  AUTHORITY,
  ELSEWHERE_CERTIFICATE,
  EXPIRED_CERTIFICATE,
  OTHER_AUTHORITY,
  SERVER_CERTIFICATE,
  SERVER_KEY,
} from '../testing/certificates.ts';
import { send, useSmppChannel } from '../testing/smpp-channel.ts';

const harness = useHarness({ config: { privateCarriers: true } });
const { open, connect, message, statusOf, inbound } = useSmppChannel(harness);

describe('a session over TLS', () => {
  const secure = (cert = SERVER_CERTIFICATE) => ({ tls: { key: SERVER_KEY, cert } });
  const checked = { tls: '1', verifyCertificate: '1', caCertificate: AUTHORITY };

  test.each(['127.0.0.1', 'localhost'])('carries texts and receipts both ways: %s', async (host) => {
    const { smsc, carrier } = await connect({ ...checked, host, bind: 'pair' }, secure());
    smsc.answer((pdu, session) => session.send(pdu.response({ message_id: `TLS-${host}` })));
    const one = await message('x'.repeat(400));
    expect((await send(carrier, one))[0]?.is).toBe('accepted');
    await smsc.deliver({
      esm_class: 4,
      receipted_message_id: `TLS-${host}`,
      message_state: 2,
      short_message: '',
    });
    expect(await statusOf(one)).toBe('delivered');
    const before = (await inbound()).length;
    await smsc.text('+12125550887', `Yes from ${host}`, '');
    expect((await inbound()).slice(before)).toEqual([`Yes from ${host}`]);
  });

  test.each([
    ['signed by an authority that nobody knows', SERVER_CERTIFICATE, '', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    [
      'signed by another authority than the one given',
      SERVER_CERTIFICATE,
      OTHER_AUTHORITY,
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    ],
    ['made for another host', ELSEWHERE_CERTIFICATE, AUTHORITY, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['out of date', EXPIRED_CERTIFICATE, AUTHORITY, 'CERT_HAS_EXPIRED'],
  ])(
    'is refused before the password is told when the certificate is %s',
    async (_name, cert, caCertificate, code) => {
      const { smsc, carrier } = await open({ ...checked, caCertificate }, secure(cert));
      expect(await send(carrier, await message())).toMatchObject([{ is: 'rejected', retry: true }]);
      // Node's own words advise on flags of its command line.
      expect(await carrier.probe()).toEqual({ code, reason: 'The carrier’s certificate was not accepted.' });
      expect(explainCode(code)).not.toBeNull();
      expect(smsc.binds).toEqual([]);
    },
  );

  test('takes any certificate when the check is off', async () => {
    const { carrier } = await connect({ tls: '1', verifyCertificate: '0' }, secure(EXPIRED_CERTIFICATE));
    expect((await send(carrier, await message()))[0]?.is).toBe('accepted');
  });

  test('does not fall back to plain text', async () => {
    const { smsc, carrier } = await open(checked);
    await eventually(() => carrier.link().state === 'lost');
    expect(smsc.binds).toEqual([]);
  });
});
