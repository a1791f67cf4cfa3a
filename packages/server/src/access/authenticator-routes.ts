/** My Account › Authenticator app: setting one up, and going without it again. */
import { calls } from '@parley/contract';
import { emailOf } from '../accounts/index.ts';
import { recordAuditEventOfUser } from '../audit/index.ts';
import { type Db, transact } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { type Context, routesOf } from '../platform/http/handler.ts';
import { seal, unseal } from '../platform/sealed.ts';
import { keyUri, newKey, newRecoveryCodes, recoveryCodeOf, stepOfCode } from './app-codes.ts';
import {
  deleteAuthenticator,
  findAuthenticator,
  storeAuthenticator,
  storeRecoveryCodes,
} from './authenticator-store.ts';
import { findCodeChannel } from './code-channel.ts';
import { requireMaySetUp } from './first-set-up.ts';
import { secondFactorOf } from './second-factor.ts';
import { completeSignIn } from './start-session.ts';
import { unconfirmOthers } from './store.ts';

/** How long somebody may take to give the key to their app. */
const OFFER_MS = 30 * 60_000;
/** The key travels to the browser and back: nothing is stored before the app has shown that it has it. */
const PURPOSE = 'key of an app';

const TURNED_OFF = 'Sign-in codes are turned off on this server.';
const NONE = 'You have no authenticator app.';
const HAS_ONE = 'You already have an authenticator app. Please sign in with its code.';
const OLD_OFFER = 'That took too long. Please scan a new code.';
const WRONG = 'That code doesn’t fit. Please enter the one that the app shows now.';
const NO_OTHER_WAY = {
  required:
    'Everyone here needs a sign-in code, and without the app no channel can text you one. Ask your Parley administrator to choose a channel for codes.',
  optional:
    'Without the app you’d get your sign-in codes by text, and no channel can text you one. Turn off codes by text first, or ask your Parley administrator to choose a channel for codes.',
};

export const authenticatorRoutes = routesOf(calls.authenticator, {
  async load({ db, caller }) {
    const found = await findAuthenticator(db, caller.userId);
    return {
      isOn: found !== undefined,
      since: found?.addedAt.toISOString() ?? '',
      codesLeft: found?.codesLeft ?? 0,
    };
  },

  async begin(context) {
    const { db, caller, config, secrets, clock } = context;
    if (config.mfa === 'off') throw new Refusal(TURNED_OFF);
    await requireMaySetUp(context);
    const key = newKey();
    const until = clock.now().getTime() + OFFER_MS;
    const offered: Offer = { user: caller.userId, key, until };
    const offer = seal(secrets, PURPOSE, offered);
    return { key, uri: keyUri(key, await emailOf(db, caller.userId)), offer };
  },

  async turnOn(context, { offer, code }) {
    const { db, caller, config, secrets, clock } = context;
    if (config.mfa === 'off') throw new Refusal(TURNED_OFF);
    await requireMaySetUp(context);
    const at = clock.now();
    const offered = unseal<Offer>(secrets, PURPOSE, offer);
    if (offered?.user !== caller.userId || offered.until < at.getTime())
      throw new Refusal(OLD_OFFER, 'OFFER');
    const step = stepOfCode(offered.key, code.replace(/[\s-]/g, ''), at);
    if (step === null) throw new Refusal(WRONG, 'MFACode');
    const secret = secrets.encrypt(offered.key);
    const store = async (trx: Db) => {
      const app = { secret, step, at, isFirst: !caller.complete };
      if (!(await storeAuthenticator(trx, caller.userId, app))) throw new Refusal(HAS_ONE);
      await unconfirmOthers(trx, caller.userId, caller.sessionHash);
      await recordAuditEventOfUser(trx, context, caller.userId, { act: 'authenticator-on' });
      return makeRecoveryCodes({ ...context, db: trx });
    };
    return { recoveryCodes: await (caller.complete ? transact(db, store) : completeSignIn(context, store)) };
  },

  async turnOff(context) {
    const { db, caller, config } = context;
    await transact(db, async (trx) => {
      if (!(await deleteAuthenticator(trx, caller.userId))) throw new Refusal(NONE);
      const isTexted = (await secondFactorOf(trx, config, caller.userId)) === 'text';
      if (isTexted && !(await findCodeChannel(trx, config, caller.userId)))
        throw new Refusal(NO_OTHER_WAY[config.mfa === 'required' ? 'required' : 'optional']);
      await recordAuditEventOfUser(trx, context, caller.userId, { act: 'authenticator-off' });
    });
    return {};
  },

  async newCodes(context) {
    const { db, caller } = context;
    return transact(db, async (trx) => {
      const recoveryCodes = await makeRecoveryCodes({ ...context, db: trx });
      await recordAuditEventOfUser(trx, context, caller.userId, { act: 'recovery-codes-made' });
      return { recoveryCodes };
    });
  },
});

async function makeRecoveryCodes({ db, caller, secrets }: Context): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => secrets.hash(recoveryCodeOf(code) ?? ''));
  if (!(await storeRecoveryCodes(db, caller.userId, hashes))) throw new Refusal(NONE);
  return codes;
}

type Offer = { user: number; key: string; until: number };
