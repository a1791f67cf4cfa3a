import { calls } from '@parley/contract';
import { toE164 } from '@parley/rules/phone.ts';
import { isTimeZone } from '@parley/rules/zone.ts';
import { hashPassword, requireGoodPassword, verifyPassword } from '../access/password.ts';
import { endOtherSessions } from '../access/store.ts';
import { rescheduleAutomata } from '../automata/reschedule.ts';
import { linkBase, recountClicks } from '../links/index.ts';
import { transact } from '../platform/db/database.ts';
import { invariant, Malformed, Refusal } from '../platform/errors.ts';
import { routesOf } from '../platform/http/handler.ts';
import { forgetFailures, recordFailure, refuseWhileBlocked } from '../platform/throttle.ts';
import { recountDays } from '../reports/events.ts';
import { recountPeople } from '../reports/people.ts';
import { loadOverview } from './overview.ts';
import { loadProfile, passwordHashOf, saveSettings, storePassword } from './store.ts';

export const routes = routesOf(calls.account, {
  async load({ db, accountId, caller, config }) {
    const profile = await loadProfile(db, accountId, caller.userId);
    return { ...profile, mfaSetting: config.mfa, linkBase: linkBase(config) };
  },

  async save(
    { db, accountId, caller, config, clock, signals },
    { accountName, contactInfo, timeZone, phone, mfaEnabled },
  ) {
    if (accountName.trim() === '') throw new Refusal('Please enter a name for the account.', 'ACCOUNTNAME');
    if (!isTimeZone(timeZone))
      throw new Malformed('TIMEZONE', 'TIMEZONE must be a time zone such as America/New_York.');
    const number = toE164(phone);
    if (number === null) throw new Malformed('PHONE', 'PHONE must be a phone number.');
    if (mfaEnabled && config.mfa === 'off')
      throw new Refusal('Sign-in codes are switched off on this server.', 'MFAENABLED');
    const settings = {
      accountName: accountName.trim(),
      contactInfo: contactInfo.trim(),
      timeZone,
      phone: number,
      mfaEnabled,
    };
    await transact(db, async (trx) => {
      const zoneBefore = await saveSettings(trx, accountId, caller.userId, settings);
      if (zoneBefore === timeZone) return;
      await recountDays(trx, accountId, timeZone);
      await recountPeople(trx, accountId, timeZone);
      await recountClicks(trx, accountId, timeZone);
      await rescheduleAutomata(trx, accountId, clock.now());
    });
    signals.wake('automata');
    return {};
  },

  async changePassword({ db, clock, caller }, { current, next }) {
    const at = clock.now();
    const key = `password:${caller.userId}`;
    await refuseWhileBlocked(db, at, key);
    if (!(await verifyPassword(await passwordHashOf(db, caller.userId), current))) {
      await recordFailure(db, at, key);
      throw new Refusal('Your current password is not right.', 'inpPassword');
    }
    await forgetFailures(db, key);
    requireGoodPassword(next);
    const hash = await hashPassword(next);
    const { sessionHash } = caller;
    invariant(sessionHash, 'a signed-in caller has a session');
    await transact(db, async (trx) => {
      await storePassword(trx, caller.userId, hash);
      await endOtherSessions(trx, caller.userId, sessionHash);
    });
    return {};
  },

  async overview({ db, accountId, caller, clock }) {
    return { overview: await loadOverview(db, accountId, caller.userId, clock.now()) };
  },
});
