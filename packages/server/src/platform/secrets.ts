/**
 * Encryption of what must be shown again (API secrets, carrier passwords), and keyed hashes, under one key of
 * the installation.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ConfigError, SECRET_KEY_CHARACTERS } from './config.ts';
import { Refusal } from './errors.ts';
import { keepFile } from './files.ts';

export type Secrets = {
  /** AES-256-GCM: 12 bytes nonce, 16 bytes tag, cipher text. */
  encrypt: (text: string) => Buffer;
  /** @throws UnreadableSecret when the key is another one or the bytes were changed. */
  decrypt: (bytes: Buffer) => string;
  /** HMAC-SHA-256, for things that are compared and never shown. */
  hash: (text: string) => Buffer;
};

/** A stored secret was encrypted with another SECRET_KEY. */
export class UnreadableSecret extends Refusal {
  constructor() {
    super(
      'A stored secret cannot be read, because the server runs with another SECRET_KEY than the one it was stored with. Start it with that key, or enter the secret anew.',
    );
  }
}

/** For machines that call meanwhile: the operator puts the key right, and the same call works. */
export const UNREADABLE = 'The server cannot read its stored secrets right now. Please try again later.';
export const UNREADABLE_RETRY_SECONDS = 60;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function createSecrets(key: string): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32));
  const encryptionKey = derive('parley encryption');
  const hashKey = derive('parley hash');
  return {
    encrypt(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    decrypt(bytes) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', encryptionKey, bytes.subarray(0, NONCE_BYTES));
        decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        const body = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([body, decipher.final()]).toString('utf8');
      } catch {
        throw new UnreadableSecret();
      }
    },
    hash: (text) => createHmac('sha256', hashKey).update(text).digest(),
  };
}

/** sha-256: how session tokens are kept. */
export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * SECRET_KEY, or one made once and kept in the data folder, readable by its owner only. @throws ConfigError
 * when that is damaged.
 */
export function keepSecretKey(configured: string | null, dataDir: string): string {
  if (configured) return configured;
  const file = join(dataDir, 'secret-key');
  const key = keepFile(file, () => randomBytes(32).toString('base64url'));
  if (key.length >= SECRET_KEY_CHARACTERS) return key;
  throw new ConfigError(
    `The secret key in ${file} is damaged. Put it back from a backup; or remove the file, and enter the stored secrets (API credentials, carrier passwords) anew.`,
  );
}
