import { calls } from '@parley/contract';
import { toE164 } from '@parley/rules/phone.ts';
import { emailKey, isEmailAddress } from '../accounts/index.ts';
import { type Db, isUniqueViolation, transact } from '../platform/db/database.ts';
import { Malformed, Refusal } from '../platform/errors.ts';
import { type Context, type Handlers, isConfirmed, routesOf } from '../platform/http/handler.ts';
import { networkOf } from '../platform/http/network-of.ts';
import { throttle } from '../platform/throttle.ts';
import { confirm } from './confirm.ts';
import { findEnd } from './ended-sessions.ts';
import { resetPassword, sendPasswordCode, signInKey } from './forgotten-password.ts';
import { countGuess, noteFailure } from './guesses.ts';
import { triesAt } from './known-devices.ts';
import { codeTarget, sendCode, verifyCode } from './mfa.ts';
import { lookUpCarrier } from './number-lookup.ts';
import { openAccount } from './open-account.ts';
import { hashPassword, requireGoodPassword, verifyPassword } from './password.ts';
import { secondFactorOf } from './second-factor.ts';
import { sessionRoutes } from './sessions.ts';
import { signOut, startSession } from './start-session.ts';
import { findUser, hasUsers } from './store.ts';

const WRONG = 'Wrong email address or password.';
const CLOSED =
  'Sign-up is by invitation only. Ask someone with an account, or your Parley administrator, to invite you.';
const HOUR = 3600;
/**
 * Wrong passwords for one address of email in an hour, from wherever they come: devices that are known do not
 * count.
 */
const MOST_BY_STRANGERS = 60;

const handlers: Handlers<typeof calls.access> = {
  async signIn(context, { email, password, remember }) {
    const { db, config } = context;
    const judged = await countSignIn(context, email);
    const user = await findUser(db, email);
    if (!(await verifyPassword(user?.passwordHash ?? null, password)) || !user) {
      await noteFailure(context, user?.id ?? 0, 'sign-in-failed');
      throw new Refusal(WRONG);
    }
    await judged.wasRight();
    const factor = await secondFactorOf(db, config, user.id);
    await startSession(
      context,
      { userId: user.id, accountId: user.accountId },
      { complete: factor === 'none', remember },
    );
    return { mfaRequired: factor !== 'none', byApp: factor === 'app' };
  },

  async register(context, { email, password, phone }) {
    const { db, clock, config } = context;
    const at = clock.now();
    if (!isEmailAddress(email)) throw new Malformed('inpEmail', 'inpEmail must be an email address.');
    const number = toE164(phone);
    if (number === null) throw new Malformed('inpPhoneNumber', 'inpPhoneNumber must be a phone number.');
    if (password === '') throw new Malformed('inpPassword', 'inpPassword is missing.');
    await requireGoodPassword(password, [email, number]);
    if (config.signUp === 'closed' && (await hasUsers(db))) throw new Refusal(CLOSED);
    await throttle(db, at, { key: `sign-up:${networkOf(context.address)}`, limit: 100, windowSeconds: HOUR });
    const passwordHash = await hashPassword(password);
    const newcomer = { email, passwordHash, phone: number, at };
    const open = (trx: Db) => openAccount(trx, config, newcomer);
    const made = await transact(db, open).catch((error: unknown) => {
      if (isUniqueViolation(error, 'users_email_key_key'))
        throw new Refusal('There’s already an account with this email address. Please sign in.', 'inpEmail');
      throw error;
    });
    const mfaRequired = config.mfa === 'required';
    if (!mfaRequired) await startSession(context, made, { complete: true, remember: false });
    return { mfaRequired };
  },

  async sendCode(context) {
    return { inLog: await sendCode(context) };
  },

  async codeTarget(context) {
    return codeTarget(context);
  },

  async verifyCode(context, { code }) {
    await verifyCode(context, code);
    return {};
  },

  async sendPasswordCode(context, { email }) {
    await sendPasswordCode(context, email);
    return {};
  },

  async resetPassword(context, form) {
    await resetPassword(context, form);
    return {};
  },

  async lookupCarrier(context, { phone }) {
    const { db, clock, caller, config, log } = context;
    await throttle(db, clock.now(), { key: `lookup:${caller.userId}`, limit: 100, windowSeconds: 24 * HOUR });
    return lookUpCarrier(phone, config.lookup, log);
  },

  async confirm(context, form) {
    return confirm(context, form);
  },

  async confirmation({ caller, clock }) {
    return { isConfirmed: isConfirmed(caller, clock.now()) };
  },

  async signOut(context) {
    await signOut(context, context.caller, context.address);
    context.clearSessionCookie();
    context.becomes(0);
    return {};
  },

  async whyEnded({ db, sessionToken }) {
    const found = sessionToken ? await findEnd(db, sessionToken) : undefined;
    return found ?? { why: 'unknown', account: '' };
  },

  async checkLogin({ caller }) {
    return { user: caller.complete ? caller.userId : 0 };
  },
};

/**
 * Counts a sign-in before it is judged: by whoever tries at this address of email, by their network address,
 * and by all strangers who try, also where all come from one address.
 */
async function countSignIn(context: Context, email: string): Promise<{ wasRight: () => Promise<void> }> {
  const { db, clock, address } = context;
  const by = await triesAt(context, email);
  return countGuess({ db, at: clock.now() }, by, signInKey(email, by), [
    { key: `sign-in-address:${networkOf(address)}`, limit: 300, windowSeconds: HOUR },
    {
      key: `sign-in-strangers:${emailKey(email)}`,
      limit: MOST_BY_STRANGERS,
      windowSeconds: HOUR,
    },
  ]);
}

export const routes = [...routesOf(calls.access, handlers), ...sessionRoutes];
