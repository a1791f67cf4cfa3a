/** Encryption of what must be shown again (API secrets, carrier passwords), and keyed hashes, under one key of the installation. */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Secrets = {
  /** AES-256-GCM: 12 bytes nonce, 16 bytes tag, cipher text. */
  encrypt: (text: string) => Buffer;
  /** Throws when the key is another one or the bytes were changed. */
  decrypt: (bytes: Buffer) => string;
  /** HMAC-SHA-256, for things that are compared and never shown. */
  hash: (text: string) => Buffer;
};

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
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, bytes.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([
        decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)),
        decipher.final(),
      ]).toString('utf8');
    },
    hash: (text) => createHmac('sha256', hashKey).update(text).digest(),
  };
}

/** sha-256: how session tokens are kept. */
export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** SECRET_KEY, or one made once and kept in the data folder, readable by its owner only. */
export function keepSecretKey(configured: string | null, dataDir: string): string {
  if (configured) return configured;
  const file = join(dataDir, 'secret-key');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}
