/**
 * What a browser is asked with, and what it answers (W3C Web Authentication, sections 7.1 and 7.2). A person
 * is always verified by their device (finger, face, PIN): so a passkey stands for password and code together.
 */
import { randomBytes } from 'node:crypto';
import type { PasskeyAssertion, PasskeyAttestation, PasskeyOptions } from '@parley/contract';
import { Refusal } from '../platform/errors.ts';
import type { Context } from '../platform/http/handler.ts';
import { seal, unseal } from '../platform/sealed.ts';
import { sha256 } from '../platform/secrets.ts';
import { countTries } from '../platform/throttle.ts';
import type { Passkey } from './store.ts';

/** What the browser is asked for; an offer for one of them is worth nothing for another. */
export type Ceremony = 'sign-in' | 'confirm' | 'add';
type Offered = { user: number; challenge: string; until: number };
type Begun = { options: PasskeyOptions; offer: string };

/** How long a person may take. */
const OFFER_SECONDS = 600;
const HANDLE_BYTES = 32;
/** Longer ones the standard refuses (section 7.1), and no sign-in takes. */
const MOST_ID_BYTES = 1_023;
/** EdDSA, ES256 and RS256 (RFC 9053, RFC 8812): what devices of today sign with. */
const ALGORITHMS = [-8, -7, -257];
/** Its words may quote all that was sent. */
const LONGEST_REASON = 200;
const LATE = 'That took too long. Please try again.';

const purposeOf = (ceremony: Ceremony) => `passkey: ${ceremony}`;

/** Loaded when it is needed: most servers start without anybody asking for it. */
const library = () => import('@simplewebauthn/server');

/** Where a passkey works: at the name that people reach us by, and nowhere else. */
export function hostOf({ publicUrl }: Pick<Context, 'publicUrl'>): { host: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl);
  return { host: hostname, origin };
}

/** `own`: the only ones that are asked for; none: whichever the person picks. */
export async function beginAssertion(
  context: Context,
  ceremony: 'sign-in' | 'confirm',
  own: readonly Passkey[],
): Promise<Begun> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: hostOf(context).host,
    allowCredentials: own.map(described),
    userVerification: 'required',
    timeout: OFFER_SECONDS * 1_000,
  });
  return { options: { ...options }, offer: offerOf(context, ceremony, options.challenge) };
}

/** `own`: those they have; a device that holds one of them makes no second one. */
export async function beginAttestation(
  context: Context,
  email: string,
  own: readonly Passkey[],
): Promise<Begun> {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: 'Parley',
    rpID: hostOf(context).host,
    userName: email,
    userDisplayName: email,
    userID: new Uint8Array(own[0]?.userHandle ?? randomBytes(HANDLE_BYTES)),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: own.map(described),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: OFFER_SECONDS * 1_000,
  });
  return {
    options: { ...options },
    offer: offerOf(context, 'add', `${options.challenge}.${options.user.id}`),
  };
}

const described = ({ credentialId, transports }: Passkey) => ({
  id: credentialId.toString('base64url'),
  transports,
});

function offerOf({ secrets, clock, caller }: Context, ceremony: Ceremony, challenge: string): string {
  const until = clock.now().getTime() + OFFER_SECONDS * 1_000;
  const offered: Offered = { user: caller.complete ? caller.userId : 0, challenge, until };
  return seal(secrets, purposeOf(ceremony), offered);
}

/**
 * What was asked with this offer. @throws Refusal for one that is too old, was made for something or somebody
 * else, or is none of ours.
 */
export function challengeOf({ secrets, clock, caller }: Context, ceremony: Ceremony, offer: string): string {
  const offered = unseal<Offered>(secrets, purposeOf(ceremony), offer);
  const isTheirs = ceremony === 'sign-in' || offered?.user === caller.userId;
  if (!offered || !isTheirs || offered.until < clock.now().getTime()) throw new Refusal(LATE, 'OFFER');
  return offered.challenge;
}

/** Each offer is good once: what was heard on the way opens nothing. @throws Refusal for a second time. */
export async function spend({ db, clock }: Context, challenge: string): Promise<void> {
  const key = `passkey-challenge:${sha256(challenge).toString('hex')}`;
  const window = { key, windowSeconds: 2 * OFFER_SECONDS };
  const { count } = await countTries(db, clock.now(), window, 1);
  if (count > 1) throw new Refusal(LATE, 'OFFER');
}

/**
 * Whether the device that holds the passkey signed our challenge for our host, after it verified its person.
 * Answers how often it says that it was used; null, and a line in the log: it was not so.
 */
export async function verifiedAssertion(
  context: Context,
  challenge: string,
  proof: PasskeyAssertion,
  passkey: Passkey,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library();
  const { host, origin } = hostOf(context);
  const { userHandle, ...response } = proof.response;
  // Browsers let other hosts of the same domain ask for it, too.
  if (passkey.host !== host) return tell(context, passkey.userId, 'a passkey of another host');
  const said = userHandle === undefined ? passkey.userHandle : Buffer.from(userHandle, 'base64url');
  if (!said.equals(passkey.userHandle)) return tell(context, passkey.userId, 'another person');
  const checked = await verifyAuthenticationResponse({
    response: { ...proof, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId.toString('base64url'),
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
    },
  }).catch((error: Error) => ({ verified: false as const, reason: error.message }));
  if (checked.verified) return checked.authenticationInfo.newCounter;
  return tell(context, passkey.userId, 'reason' in checked ? checked.reason : 'a wrong signature');
}

export type Made = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'> & {
  userHandle: Buffer;
  isSynced: boolean;
};

/** The passkey that a device made for our challenge; null, and a line in the log: it is none. */
export async function verifiedAttestation(
  context: Context,
  asked: string,
  made: PasskeyAttestation,
): Promise<Made | null> {
  const { verifyRegistrationResponse } = await library();
  const { host, origin } = hostOf(context);
  const [challenge = '', handle = ''] = asked.split('.');
  const { transports = [], clientDataJSON, attestationObject } = made.response;
  const check = async () =>
    verifyRegistrationResponse({
      response: {
        ...made,
        response: { clientDataJSON, attestationObject: await withoutStatement(attestationObject) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
  const checked = await check().catch((error: Error) => ({
    verified: false as const,
    reason: error.message,
  }));
  if (!checked.verified)
    return tell(context, context.caller.userId, 'reason' in checked ? checked.reason : 'no attestation');
  const { credential, credentialBackedUp } = checked.registrationInfo;
  const credentialId = Buffer.from(credential.id, 'base64url');
  if (credentialId.length > MOST_ID_BYTES) return tell(context, context.caller.userId, 'too long an id');
  return {
    credentialId,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports,
    userHandle: Buffer.from(handle, 'base64url'),
    isSynced: credentialBackedUp,
  };
}

/**
 * What a device says of its maker is not asked for, and not looked at: the certificates in it name addresses
 * that the library would fetch.
 */
async function withoutStatement(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const said = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const none = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', said.get('authData')],
  ]);
  return Buffer.from(isoCBOR.encode(none as never)).toString('base64url');
}

/** The library throws on whatever is not as the standard says; its words are for the operator. */
function tell({ log, address }: Context, userId: number, reason: string): null {
  log.warn({ address, userId, reason: reason.slice(0, LONGEST_REASON) }, 'a passkey was not taken');
  return null;
}
