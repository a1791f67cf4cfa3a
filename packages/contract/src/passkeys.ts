/**
 * Passkeys: signing in with a key on one's own device (W3C Web Authentication, level 3). Each of the three
 * ceremonies begins with OPTIONS for the browser, and an OFFER that comes back with what the browser answers.
 */
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import * as z from 'zod/mini';
import { call, rows, wire } from './kernel/call.ts';
import { flag, id, int, json, name, orElse, raw, text } from './kernel/codec.ts';

/** What the browser's `navigator.credentials` takes, in the JSON form of the standard (section 5.1). */
export type PasskeyOptions = { readonly challenge: string; readonly [member: string]: unknown };

/** In base64url, as the JSON form of the standard has all bytes. */
const bytes = (longest: number) =>
  z.string().check(z.regex(/^[\w-]+$/), z.maxLength(Math.ceil(longest / 3) * 4));
const credential = <S extends z.ZodMiniType>(response: S) =>
  z.object({ id: bytes(1_023), rawId: bytes(1_023), type: z.literal('public-key'), response });

const assertion = credential(
  z.object({
    clientDataJSON: bytes(4_096),
    authenticatorData: bytes(4_096),
    signature: bytes(8_192),
    userHandle: z.optional(bytes(64)),
  }),
);
const attestation = credential(
  z.object({
    clientDataJSON: bytes(4_096),
    attestationObject: bytes(65_536),
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
);
export type PasskeyAssertion = z.output<typeof assertion>;
export type PasskeyAttestation = z.output<typeof attestation>;

const begun = {
  options: wire('OPTIONS', raw<PasskeyOptions>('what navigator.credentials takes, as JSON')),
  offer: wire('OFFER', text(1000)),
};
const offer = wire('OFFER', text(1000));
const proof = wire('inpPasskey', json(assertion, 'what navigator.credentials.get answered, as JSON'));
const passkeyName = wire('PASSKEYNAME', name(TEXT_LIMITS.tagName));

export const passkeys = {
  beginSignIn: call('authentication/beginPasskey', {}, begun, {
    access: 'open',
    quiet: true,
    about: 'What a browser asks for a passkey with. OFFER is good for one sign-in within ten minutes.',
  }),
  signIn: call(
    'authentication/validatePasskey',
    { offer, proof, remember: wire('inpRememberMe', orElse(flag, false)) },
    {},
    {
      access: 'open',
      quiet: true,
      about: 'Signs in with a passkey. It stands for the password and the code together.',
    },
  ),
  beginConfirm: call('authentication/beginPasskeyConfirm', {}, begun, {
    quiet: true,
    about: 'What a browser asks for one of the passkeys of the signed-in person with.',
  }),
  confirm: call(
    'authentication/confirmByPasskey',
    { offer, proof },
    {},
    { quiet: true, about: 'Does what confirm does, with a passkey instead of the password and the code.' },
  ),
  list: call(
    'account/listPasskeys',
    {},
    {
      passkeys: wire(
        'PASSKEYS',
        rows({
          id: wire('PASSKEYID', int()),
          name: wire('PASSKEYNAME', text(TEXT_LIMITS.tagName)),
          added: wire('ADDED', text(40)),
          /** '' until it has signed somebody in. */
          lastUsed: wire('LASTUSED', text(40)),
          /** The name of this Parley that it works at. */
          host: wire('WORKSAT', text(255)),
          /** A password manager keeps it on several devices. */
          isSynced: wire('ISSYNCED', flag),
        }),
      ),
    },
    { about: 'The passkeys of the asking user, the newest first.' },
  ),
  begin: call('account/beginPasskey', {}, begun, {
    confirmed: true,
    about: 'What a browser makes a new passkey with. Nothing is stored before addPasskey.',
  }),
  add: call(
    'account/addPasskey',
    {
      offer,
      made: wire('inpPasskey', json(attestation, 'what navigator.credentials.create answered, as JSON')),
      name: passkeyName,
    },
    { id: wire('NEWPASSKEYID', int()) },
    { confirmed: true, about: 'Lets the asking user sign in with a new passkey.' },
  ),
  rename: call(
    'account/renamePasskey',
    { id: wire('PASSKEYID', id), name: passkeyName },
    {},
    { about: 'Names a passkey of the asking user.' },
  ),
  remove: call(
    'account/removePasskey',
    { id: wire('PASSKEYID', id) },
    {},
    { confirmed: true, about: 'Forgets a passkey of the asking user: it signs nobody in any more.' },
  ),
};
