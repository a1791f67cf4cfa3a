import { calls } from '@parley/contract';
import { storeFrequency } from '../accounts/index.ts';
import { saveDoubleOptIn } from '../lists/index.ts';
import { transact } from '../platform/db/database.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import { tell } from '../platform/hook.ts';
import { routesOf } from '../platform/http/handler.ts';
import { consentRecord, contactRules } from './contact-facts.ts';
import { type Frequency, readFrequency } from './frequency-cap.ts';
import { limitEased } from './hooks.ts';
import { forgetRules } from './send-policy.ts';
import { readListRules } from './store.ts';

const { frequency, saveFrequency, contact, consents, listRules, saveListRules } = calls.gate;
const own = { frequency, saveFrequency, contact, consents, listRules, saveListRules };

export const routes = routesOf(own, {
  async frequency({ db, accountId }) {
    return (await readFrequency(db, accountId)) ?? { sends: 0, days: 0 };
  },

  async saveFrequency(context, { sends, days }) {
    const { db, accountId, clock } = context;
    await transact(db, async (trx) => {
      const before = await readFrequency(trx, accountId, 'locked');
      const limit = { sends: sends ?? before?.sends ?? 0, days: days ?? before?.days ?? 0 };
      if (limit.sends > 0 && limit.days === 0)
        throw new Refusal('Please say within how many days.', 'inpMostSendsDays');
      const after = limit.sends === 0 ? null : limit;
      await storeFrequency(trx, accountId, after);
      if (isEased(before, after)) await tell(limitEased, trx, accountId, clock.now());
    });
    forgetRules(context);
    context.signals.wake('timers');
    context.live.publish(accountId, { type: 'settings', channelId: 0 });
    return {};
  },

  async contact({ db, accountId, clock }, { contact }) {
    const found = await contactRules(db, accountId, contact, clock.now());
    if (!found) throw new NotFound();
    return found;
  },

  async consents({ db, accountId, clock }, { contact }) {
    const found = await consentRecord(db, accountId, contact, clock.now());
    if (!found) throw new NotFound();
    const { account, phone, since, consents } = found;
    return {
      account,
      phone,
      since: since.toISOString(),
      consents: consents.map((row) => ({ ...row, at: row.at.toISOString() })),
    };
  },

  async listRules({ db, accountId }, { list }) {
    const found = await readListRules(db, accountId, list);
    if (!found) throw new NotFound();
    return { doubleOptIn: found.doubleOptIn, pending: found.pending };
  },

  async saveListRules({ db, accountId }, { list, doubleOptIn }) {
    const found = await readListRules(db, accountId, list);
    if (!found) throw new NotFound();
    if (found.kind === 'audience' && doubleOptIn)
      throw new Refusal(
        'This is a channel’s audience: they texted it themselves, so there’s nothing to confirm.',
      );
    await saveDoubleOptIn(db, accountId, list, doubleOptIn);
    return {};
  },
});

/** Whether somebody may have room now who had none before. */
const isEased = (before: Frequency | null, after: Frequency | null): boolean =>
  before !== null && (after === null || after.sends > before.sends || after.days < before.days);
