import { calls, type FormOf } from '@parley/contract';
import { QUIET_HOURS } from '@parley/rules/limits.ts';
import { noteAct } from '../audit/index.ts';
import { transact } from '../platform/db/database.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import { routesOf } from '../platform/http/handler.ts';
import { consentRecord, contactRules } from './contact.ts';
import { readFrequency, saveFrequency } from './frequency.ts';
import { forgetRules, hoursRule } from './rules.ts';
import {
  type ChannelRules,
  readChannelRules,
  readListRules,
  saveChannelRules,
  saveDoubleOptIn,
} from './store.ts';

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

  async saveChannelRules(context, { channel, ...change }) {
    const { db, accountId } = context;
    await transact(db, async (trx) => {
      const before = await readChannelRules(trx, accountId, channel, 'locked');
      if (!before) throw new NotFound();
      await saveChannelRules(trx, accountId, channel, changedRules(before, change));
      await noteAct(trx, context, { act: 'changed', kind: 'channel', id: channel, detail: 'sending rules' });
    });
    forgetRules(context);
    context.live.tell(accountId, { type: 'settings', channelId: channel });
    return {};
  },

  async frequency({ db, accountId }) {
    return (await readFrequency(db, accountId)) ?? { sends: 0, days: 0 };
  },

  async saveFrequency(context, { sends, days }) {
    const { db, accountId } = context;
    await transact(db, async (trx) => {
      const before = await readFrequency(trx, accountId, 'locked');
      const limit = { sends: sends ?? before?.sends ?? 0, days: days ?? before?.days ?? 0 };
      if (limit.sends > 0 && limit.days === 0)
        throw new Refusal('Please say within how many days.', 'inpMostSendsDays');
      await saveFrequency(trx, accountId, limit.sends === 0 ? null : limit);
    });
    forgetRules(context);
    context.live.tell(accountId, { type: 'settings', channelId: 0 });
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
        'This is a channel’s audience: they texted it themselves, so there’s nothing to confirm.',
      );
    await saveDoubleOptIn(db, accountId, list, doubleOptIn);
    return {};
  },
});

type RulesChange = Omit<FormOf<typeof calls.gate.saveChannelRules>, 'channel'>;

/** The rules after a change; hours that are given, or none, stand instead of the usual ones. @throws Refusal for hours that allow nothing. */
function changedRules(before: ChannelRules, change: RulesChange): Omit<ChannelRules, 'kind'> {
  const { quiet, from, to, byState, disclosure, startHint } = change;
  const namesHours = quiet !== undefined || from !== undefined || to !== undefined;
  const usual = change.usual ?? (namesHours ? false : before.usual);
  const own = !usual && (quiet ?? (namesHours || before.from !== null));
  const hours = { from: from ?? before.from ?? QUIET_HOURS.from, to: to ?? before.to ?? QUIET_HOURS.to };
  if (own && hours.from >= hours.to)
    throw new Refusal(
      'Allow messages for at least an hour: the start has to come before the end.',
      'inpQuietTo',
    );
  return {
    usual,
    ...(own ? hours : { from: null, to: null }),
    byState: byState ?? before.byState,
    disclosure: disclosure?.trim() ?? before.disclosure,
    startHint: startHint ?? before.startHint,
  };
}
