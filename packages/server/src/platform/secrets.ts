/**
 * Encryption of what must be shown again (API secrets, carrier passwords), and keyed hashes, under one key of
 * the installation.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import { join } from 'node:path';
import { ConfigError, SECRET_KEY_CHARACTERS } from './config.ts';
import { Refusal } from './errors.ts';
import { keepFile } from './files.ts';

export type Secrets = {
  /** AES-256-GCM: 4 bytes that tell the key, 12 bytes nonce, 16 bytes tag, cipher text. */
  encrypt: (text: string) => Buffer;
  /**
   * What any of the keys has encrypted, also in the first form, which does not tell the key.
   * @throws UnreadableSecret when none did, or the bytes were changed.
   */
  decrypt: (bytes: Buffer) => string;
  /** HMAC-SHA-256, for things that are compared and never shown. A change of key does not change it. */
  hash: (text: string) => Buffer;
  /** What the bytes begin with that {@link Secrets.encrypt} makes. */
  keyId: Buffer;
  /** What the keys are told by to other processes: the one that encrypts first. */
  keyChecks: readonly Buffer[];
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

const ID_BYTES = 4;

type Key = { id: Buffer; encryption: Buffer; hash: Buffer };

/** A key for each purpose: none of them tells anything of another one. */
function keyOf(secretKey: string): Key {
  const derive = (purpose: string, bytes = 32) =>
    Buffer.from(hkdfSync('sha256', secretKey, '', purpose, bytes));
  return {
    id: derive('parley key id', ID_BYTES),
    encryption: derive('parley encryption'),
    hash: derive('parley hash'),
  };
}

/** The key of the hashes as long as SECRET_KEY was never changed. */
export const firstHashKey = (secretKey: string): Buffer => keyOf(secretKey).hash;

/**
 * `other`: a further key that is read with while SECRET_KEY is changed. `hashKey`: the one that is kept;
 * absent: that of a key that was never changed.
 */
export function createSecrets(
  secretKey: string,
  other: string | null = null,
  hashKey = firstHashKey(secretKey),
): Secrets {
  const own = keyOf(secretKey);
  const keys = [own, ...(other === null ? [] : [keyOf(other)])];
  // Given as bytes, Node prepares the key anew for each hash, which takes five times as long as the hash.
  const hashing = createSecretKey(hashKey);
  return {
    encrypt(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', own.encryption, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([own.id, nonce, cipher.getAuthTag(), body]);
    },
    decrypt(bytes) {
      const named = keys.find(({ id }) => id.equals(bytes.subarray(0, ID_BYTES)));
      const text = named && open(named, bytes.subarray(ID_BYTES));
      if (text !== undefined && text !== null) return text;
      for (const key of keys) {
        const first = open(key, bytes);
        if (first !== null) return first;
      }
      throw new UnreadableSecret();
    },
    hash: (text) => createHmac('sha256', hashing).update(text).digest(),
    keyId: own.id,
    keyChecks: keys.map(({ hash }) =>
      createHmac('sha256', hash).update('which key this process has').digest(),
    ),
  };
}

/** Null: it was another key, or the bytes were changed. */
function open({ encryption }: Key, bytes: Buffer): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', encryption, bytes.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const body = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([body, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** Encrypted with the key that is written with now; null: no key that is known reads it. */
export function renewed(secrets: Secrets, encrypted: Buffer): Buffer | null {
  try {
    return secrets.encrypt(secrets.decrypt(encrypted));
  } catch (error) {
    if (error instanceof UnreadableSecret) return null;
    throw error;
  }
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
