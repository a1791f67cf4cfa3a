import { Secret, TOTP } from 'otpauth';

/** What an authenticator app shows for a key at a moment, made as apps make it. */
export const appCode = (key: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(key), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: at.getTime(),
  });
