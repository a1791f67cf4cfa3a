import { calls, type FormOf } from '@parley/contract';
import { isBlank } from '@parley/rules/blank.ts';
import { displayPhone, toE164 } from '@parley/rules/phone.ts';
import { isTimeZone } from '@parley/rules/time-zone.ts';
import {
  isEmailAddress,
  isOperator,
  loadProfile,
  type Settings,
  saveSettings,
  storeEmail,
  storePassword,
  timeZoneChanged,
} from '../accounts/index.ts';
import { recordAuditEvent, recordAuditEventOfUser } from '../audit/index.ts';
import { linkBase } from '../links/index.ts';
import { type Db, isUniqueViolation, transact } from '../platform/db/database.ts';
import { invariant, Malformed, Refusal } from '../platform/errors.ts';
import { tell } from '../platform/hook.ts';
import { type Context, requireConfirmed, requireOwner, routesOf } from '../platform/http/handler.ts';
import { requireItsThem } from './confirm.ts';
import { endOtherSessions } from './ended-sessions.ts';
import { isProven as isCodeRight, sendProof } from './mfa.ts';
import { hashPassword, requireGoodPassword } from './password.ts';
import { unconfirmOthers } from './store.ts';

type SettingsForm = Omit<FormOf<typeof calls.account.save>, 'code'>;

const { overview: _, creditAlert: __, saveCreditAlert: ___, ...own } = calls.account;

export const accountRoutes = routesOf(own, {
  async load({ db, accountId, caller, config }) {
    const [profile, runsServer] = await Promise.all([
      loadProfile(db, accountId, caller.userId),
      isOperator(db, caller.userId),
    ]);
    return { ...profile, id: accountId, mfaSetting: config.mfa, linkBase: linkBase(config), runsServer };
  },

  async save(context, { code, ...form }) {
    const { db, accountId, caller, clock, signals, live } = context;
    const given = checkedSettings(context, form);
    const before = await loadProfile(db, accountId, caller.userId);
    const after: Settings = { ...before, ...given };
    if (ACCOUNT_WIDE.some((name) => after[name] !== before[name])) requireOwner(caller);
    if (after.phone !== before.phone || (before.mfaEnabled && !after.mfaEnabled))
      requireConfirmed(caller, clock.now());
    const isProven = await provenBy(context, before, after, code);
    const { timeZone } = given;
    await transact(db, async (trx) => {
      const zoneBefore = await saveSettings(trx, accountId, caller.userId, given, isProven);
      await noteSettings(trx, context, before, after);
      if (after.mfaEnabled && !before.mfaEnabled)
        await unconfirmOthers(trx, caller.userId, caller.sessionHash);
      if (timeZone === undefined || timeZone === zoneBefore) return;
      await tell(timeZoneChanged, trx, accountId, timeZone, clock.now());
    });
    signals.wake('automata');
    live.publish(accountId, { type: 'settings', channelId: 0 });
    return {};
  },

  async sendPhoneCode(context, { phone }) {
    const number = toE164(phone);
    if (number === null) throw new Malformed('PHONE', 'PHONE must be a phone number.');
    return { inLog: await sendProof(context, number) };
  },

  async changeEmail(context, { email, password }) {
    const { db, live, caller, clock } = context;
    if (!isEmailAddress(email)) throw new Malformed('inpEmail', 'inpEmail must be an email address.');
    await requireItsThem(context, password);
    const { sessionHash } = caller;
    invariant(sessionHash, 'a signed-in caller has a session');
    await transact(db, async (trx) => {
      await recordAuditEventOfUser(trx, context, caller.userId, {
        act: 'email-changed',
        detail: `to ${email.trim()}`,
      });
      await storeEmail(trx, caller.userId, email);
      await endOtherSessions(trx, caller.userId, sessionHash, { why: 'email-changed', at: clock.now() });
    }).catch((error: unknown) => {
      if (isUniqueViolation(error, 'users_email_key_key'))
        throw new Refusal('Someone already signs in with this address.', 'inpEmail');
      throw error;
    });
    live.recheck(caller.userId);
    return {};
  },

  async changePassword(context, { current, next }) {
    const { db, live, caller, accountId, clock } = context;
    await requireItsThem(context, current);
    const { email, phone, accountName } = await loadProfile(db, accountId, caller.userId);
    await requireGoodPassword(next, [email, phone, accountName]);
    const hash = await hashPassword(next);
    const { sessionHash } = caller;
    invariant(sessionHash, 'a signed-in caller has a session');
    await transact(db, async (trx) => {
      await storePassword(trx, caller.userId, hash);
      await recordAuditEventOfUser(trx, context, caller.userId, { act: 'password-changed' });
      await endOtherSessions(trx, caller.userId, sessionHash, { why: 'password-changed', at: clock.now() });
    });
    live.recheck(caller.userId);
    return {};
  },
});

/**
 * The settings that a form gives, without those that it leaves out. @throws Refusal, Malformed for what none
 * can be.
 */
function checkedSettings(
  { config }: Context,
  { accountName, contactInfo, timeZone, phone, mfaEnabled }: SettingsForm,
): Partial<Settings> {
  if (accountName !== undefined && isBlank(accountName))
    throw new Refusal('Enter a name for the account.', 'ACCOUNTNAME');
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw new Malformed('TIMEZONE', 'TIMEZONE must be a time zone such as America/New_York.');
  const number = phone === undefined ? undefined : toE164(phone);
  if (number === null) throw new Malformed('PHONE', 'PHONE must be a phone number.');
  if (mfaEnabled && config.mfa === 'off')
    throw new Refusal('Sign-in codes are turned off on this server.', 'MFAENABLED');
  return {
    ...(accountName !== undefined && { accountName: accountName.trim() }),
    ...(contactInfo !== undefined && { contactInfo: contactInfo.trim() }),
    ...(timeZone !== undefined && { timeZone }),
    ...(number !== undefined && { phone: number }),
    ...(mfaEnabled !== undefined && { mfaEnabled }),
  };
}

/**
 * What a change of settings was, for those who look back: an act each for the account, the number, and the
 * codes.
 */
async function noteSettings(trx: Db, context: Context, before: Settings, after: Settings): Promise<void> {
  const { userId } = context.caller;
  if (ACCOUNT_WIDE.some((name) => after[name] !== before[name]))
    await recordAuditEvent(trx, context, { act: 'account-saved' });
  if (after.phone !== before.phone)
    await recordAuditEventOfUser(trx, context, userId, { act: 'phone-changed' });
  if (after.mfaEnabled !== before.mfaEnabled)
    await recordAuditEventOfUser(trx, context, userId, { act: after.mfaEnabled ? 'codes-on' : 'codes-off' });
}

/** What belongs to everybody in the account. */
const ACCOUNT_WIDE = ['accountName', 'contactInfo', 'timeZone'] as const;

/**
 * Whether the code that was texted to the number was given. Codes that sign somebody in go to a number only
 * once they have shown that they read it: a wrong digit would lock them out. A number may be proven without
 * them, too, for the day when the password is forgotten.
 * @throws Refusal for a wrong code, and for none where one is needed.
 */
async function provenBy(context: Context, before: Settings, after: Settings, code: string): Promise<boolean> {
  const { mfa } = context.config;
  const asksCodes = mfa === 'required' || (mfa === 'optional' && after.mfaEnabled);
  const isNew = after.phone !== before.phone || (mfa === 'optional' && !before.mfaEnabled);
  if (code.trim() === '') {
    if (!asksCodes || !isNew) return false;
    throw new Refusal(`Please enter the code that was texted to ${displayPhone(after.phone)}.`, 'MFACode');
  }
  if (!(await isCodeRight(context, after.phone, code.trim())))
    throw new Refusal('That code is wrong or has expired. Please request a new one.', 'MFACode');
  return true;
}
