/** Signing in with a passkey, showing with one that it is them, and My Account › Passkeys. */
import { calls, type PasskeyAssertion } from '@parley/contract';
import { confirmSession, findUserById, noteFailure, startSession } from '../access/index.ts';
import { emailOf } from '../accounts/index.ts';
import { recordAuditEventOfUser } from '../audit/index.ts';
import { isUniqueViolation, transact } from '../platform/db/database.ts';
import { invariant, NotFound, Refusal } from '../platform/errors.ts';
import { type Context, routesOf } from '../platform/http/handler.ts';
import { networkOf } from '../platform/http/network-of.ts';
import { throttle } from '../platform/throttle.ts';
import {
  beginAssertion,
  beginAttestation,
  type Ceremony,
  challengeOf,
  hostOf,
  spend,
  verifiedAssertion,
  verifiedAttestation,
} from './ceremony.ts';
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
  MOST_PASSKEYS,
  notePasskeyUse,
  type Passkey,
  passkeysOf,
  renamePasskey,
} from './store.ts';

const UNKNOWN = 'That passkey no longer works here. Sign in with your email address and password instead.';
const WRONG = 'We couldn’t verify that passkey. Please try again, or use your password.';
const NOT_MADE = 'We couldn’t verify the new passkey. Please try again.';
const HAS_IT = 'That passkey is already on your list.';
const NONE_HERE = 'You have no passkey for this address. Use your password instead.';
const FULL = `You already have ${MOST_PASSKEYS} passkeys. Remove one you no longer use first.`;

const HOUR = 3600;
/** As many as sign-ins with a password from one network. */
const MOST_FROM_ONE_PLACE = 300;

export const routes = routesOf(calls.passkeys, {
  async beginSignIn(context) {
    return beginAssertion(context, 'sign-in', []);
  },

  async signIn(context, { offer, proof, remember }) {
    const { db, clock, address } = context;
    const place = `passkey-address:${networkOf(address)}`;
    await throttle(db, clock.now(), { key: place, limit: MOST_FROM_ONE_PLACE, windowSeconds: HOUR });
    const passkey = await provenBy(context, 'sign-in', offer, proof);
    const user = await findUserById(db, passkey.userId);
    if (!user) throw new Refusal(UNKNOWN);
    const who = { userId: user.id, accountId: user.accountId };
    await startSession(context, who, { complete: true, remember, detail: 'with a passkey' });
    return {};
  },

  async beginConfirm(context) {
    const own = await passkeysOf(context.db, context.caller.userId);
    const here = own.filter(({ host }) => host === hostOf(context).host);
    if (here.length === 0) throw new Refusal(NONE_HERE);
    return beginAssertion(context, 'confirm', here);
  },

  async confirm(context, { offer, proof }) {
    const { db, caller, clock } = context;
    invariant(caller.sessionHash, 'a signed-in caller has a session');
    await provenBy(context, 'confirm', offer, proof);
    await confirmSession(db, caller.sessionHash, clock.now());
    return {};
  },

  async list({ db, caller }) {
    const found = await listPasskeys(db, caller.userId);
    return {
      passkeys: found.map(({ added, lastUsed, ...passkey }) => ({
        ...passkey,
        added: added.toISOString(),
        lastUsed: lastUsed?.toISOString() ?? '',
      })),
    };
  },

  async begin(context) {
    const { db, caller } = context;
    const [email, own] = await Promise.all([emailOf(db, caller.userId), passkeysOf(db, caller.userId)]);
    if (own.length >= MOST_PASSKEYS) throw new Refusal(FULL);
    return beginAttestation(context, email, own);
  },

  async add(context, { offer, made, name }) {
    const { db, caller, clock } = context;
    const challenge = challengeOf(context, 'add', offer);
    const verified = await verifiedAttestation(context, challenge, made);
    if (!verified) throw new Refusal(NOT_MADE);
    await spend(context, challenge);
    const passkey = {
      ...verified,
      userId: caller.userId,
      host: hostOf(context).host,
      name,
      at: clock.now(),
    };
    const id = await transact(db, async (trx) => {
      const added = await insertPasskey(trx, passkey);
      if (added === undefined) throw new Refusal(FULL);
      await recordAuditEventOfUser(trx, context, caller.userId, { act: 'passkey-added', detail: name });
      return added;
    }).catch((error: unknown) => {
      if (isUniqueViolation(error, 'passkeys_credential')) throw new Refusal(HAS_IT);
      throw error;
    });
    return { id };
  },

  async rename({ db, caller }, { id, name }) {
    if (!(await renamePasskey(db, caller.userId, id, name))) throw new NotFound();
    return {};
  },

  async remove(context, { id }) {
    const { db, caller } = context;
    await transact(db, async (trx) => {
      const name = await deletePasskey(trx, caller.userId, id);
      if (name === undefined) throw new NotFound();
      await recordAuditEventOfUser(trx, context, caller.userId, { act: 'passkey-removed', detail: name });
    });
    return {};
  },
});

/**
 * The passkey that was shown, once. @throws Refusal for one that nobody has, for one of somebody else where
 * it must be the caller's, and for what no device of theirs has signed.
 */
async function provenBy(
  context: Context,
  ceremony: Exclude<Ceremony, 'add'>,
  offer: string,
  proof: PasskeyAssertion,
): Promise<Passkey> {
  const { db, clock, caller } = context;
  const challenge = challengeOf(context, ceremony, offer);
  const passkey = await findPasskey(db, Buffer.from(proof.id, 'base64url'));
  const isTheirs = ceremony === 'sign-in' || passkey?.userId === caller.userId;
  if (!passkey || !isTheirs) {
    await noteFailure(context, 0, 'passkey-failed');
    throw new Refusal(UNKNOWN);
  }
  const counter = await verifiedAssertion(context, challenge, proof, passkey);
  if (counter === null) {
    await noteFailure(context, passkey.userId, 'passkey-failed');
    throw new Refusal(WRONG);
  }
  await spend(context, challenge);
  if (await notePasskeyUse(db, { id: passkey.id, counter, at: clock.now() })) return passkey;
  await noteFailure(context, passkey.userId, 'passkey-failed');
  throw new Refusal(WRONG);
}
