import { calls } from '@parley/contract';
import { QUIET_HOURS } from '@parley/rules/limits.ts';
import { noteAct } from '../audit/index.ts';
import { transact } from '../platform/db/database.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import { routesOf } from '../platform/http/handler.ts';
import { consentRecord, contactRules } from './contact.ts';
import { readFrequency, saveFrequency } from './frequency.ts';
import { forgetRules, hoursRule } from './rules.ts';
import { readChannelRules, readListRules, saveChannelRules, saveDoubleOptIn } from './store.ts';

export const routes = routesOf(calls.gate, {
  async channelRules({ db, accountId }, { channel }) {
    const found = await readChannelRules(db, accountId, channel);
    if (!found) throw new NotFound();
    const { hours } = hoursRule(found);
    return {
      usual: found.usual,
      quiet: hours !== null,
      from: hours?.[0] ?? QUIET_HOURS.from,
      to: hours?.[1] ?? QUIET_HOURS.to,
      byState: found.byState,
      disclosure: found.disclosure,
      startHint: found.startHint,
      connection: found.kind,
    };
  },

  async saveChannelRules(context, { channel, usual, quiet, from, to, byState, disclosure, startHint }) {
    const { db, accountId } = context;
    const own = !usual && quiet;
    if (own && from >= to)
      throw new Refusal(
        'Messages must be allowed for at least an hour: the first hour comes before the last one.',
        'inpQuietTo',
      );
    const rules = {
      usual,
      from: own ? from : null,
      to: own ? to : null,
      byState,
      disclosure: disclosure.trim(),
      startHint,
    };
    await transact(db, async (trx) => {
      if (!(await saveChannelRules(trx, accountId, channel, rules))) throw new NotFound();
      await noteAct(trx, context, { act: 'changed', kind: 'channel', id: channel, detail: 'sending rules' });
    });
    forgetRules(context);
    return {};
  },

  async frequency({ db, accountId }) {
    return (await readFrequency(db, accountId)) ?? { sends: 0, days: 0 };
  },

  async saveFrequency(context, { sends, days }) {
    const { db, accountId } = context;
    if (sends > 0 && days === 0) throw new Refusal('Please say within how many days.', 'inpMostSendsDays');
    await saveFrequency(db, accountId, sends === 0 ? null : { sends, days });
    forgetRules(context);
    return {};
  },

  async contact({ db, accountId, clock }, { contact }) {
    const found = await contactRules(db, accountId, contact, clock.now());
    if (!found) throw new NotFound();
    return found;
  },

  async consents({ db, accountId }, { contact }) {
    const found = await consentRecord(db, accountId, contact);
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
        'These are the people of a channel, who texted it themselves: there is nothing to confirm.',
      );
    await saveDoubleOptIn(db, accountId, list, doubleOptIn);
    return {};
  },
});
