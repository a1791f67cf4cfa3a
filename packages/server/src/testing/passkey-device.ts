/** A device that makes passkeys and signs with them, as W3C Web Authentication (level 3) says of one. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { PasskeyAssertion, PasskeyAttestation, PasskeyOptions } from '@parley/contract';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKED_UP = 0x18;
const HAS_CREDENTIAL = 0x40;

/** What a device or a browser does otherwise than it should. */
type Otherwise = {
  origin?: string;
  host?: string;
  /** False: it asked for no finger, face or PIN. */
  verified?: boolean;
  challenge?: string;
  type?: string;
  /** Signs with a key that nobody knows. */
  forged?: boolean;
  userHandle?: string;
  /** What it says of its maker, and in which format. */
  statement?: { format: string; certificate: Uint8Array<ArrayBuffer> };
};

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();
const written = (bytes: Buffer) => bytes.toString('base64url');
const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** `at`: the address in the browser's bar. `counts`: it tells how often it was used. */
export class PasskeyDevice {
  uses = 0;
  readonly id: Buffer;
  private readonly at: string;
  private readonly counts: boolean;
  private readonly keys = newKeys();
  private userHandle = '';

  constructor(at: string, { counts = false, idBytes = 16 } = {}) {
    this.at = at;
    this.id = randomBytes(idBytes);
    this.counts = counts;
  }

  /** A new passkey (section 7.1), without attestation. */
  make(options: PasskeyOptions, otherwise: Otherwise = {}): PasskeyAttestation {
    this.userHandle = (options.user as { id: string }).id;
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const publicKey = isoCBOR.encode(
      new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const held = Buffer.concat([Buffer.alloc(16), length, this.id, Buffer.from(publicKey)]);
    const authData = this.dataOf(otherwise, HAS_CREDENTIAL | BACKED_UP, held);
    const attestationObject = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', otherwise.statement?.format ?? 'none'],
        ['attStmt', new Map(otherwise.statement && [['x5c', [otherwise.statement.certificate]]])],
        ['authData', new Uint8Array(authData)],
      ]) as never,
    );
    return {
      ...this.named(),
      response: {
        clientDataJSON: written(this.clientData('webauthn.create', options, otherwise)),
        attestationObject: written(Buffer.from(attestationObject)),
        transports: ['internal', 'hybrid'],
      },
    };
  }

  /** Signs a challenge (section 7.2). */
  sign(options: PasskeyOptions, otherwise: Otherwise = {}): PasskeyAssertion {
    if (this.counts) this.uses += 1;
    const clientData = this.clientData('webauthn.get', options, otherwise);
    const authData = this.dataOf(otherwise, BACKED_UP);
    const key: KeyObject = otherwise.forged ? newKeys().privateKey : this.keys.privateKey;
    return {
      ...this.named(),
      response: {
        clientDataJSON: written(clientData),
        authenticatorData: written(authData),
        signature: written(sign('sha256', Buffer.concat([authData, sha256(clientData)]), key)),
        userHandle: otherwise.userHandle ?? this.userHandle,
      },
    };
  }

  private named() {
    const id = written(this.id);
    return { id, rawId: id, type: 'public-key' as const };
  }

  private clientData(type: string, { challenge }: PasskeyOptions, otherwise: Otherwise): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: otherwise.type ?? type,
        challenge: otherwise.challenge ?? challenge,
        origin: otherwise.origin ?? new URL(this.at).origin,
        crossOrigin: false,
      }),
    );
  }

  private dataOf(otherwise: Otherwise, flags: number, held = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.uses);
    const verified = otherwise.verified === false ? 0 : USER_VERIFIED;
    return Buffer.concat([
      sha256(otherwise.host ?? new URL(this.at).hostname),
      Buffer.from([USER_PRESENT | verified | flags]),
      counter,
      held,
    ]);
  }
}
