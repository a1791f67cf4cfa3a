/** The sending rules of a channel: its hours, its disclosure, its hint at START. */
import { isDeepStrictEqual } from 'node:util';
import { calls, type FormOf } from '@parley/contract';
import { QUIET_HOURS } from '@parley/rules/limits.ts';
import { recordAuditEvent } from '../audit/index.ts';
import { type Db, first, sql, transact } from '../platform/db/database.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import { tell } from '../platform/hook.ts';
import { routesOf } from '../platform/http/handler.ts';
import { type ChannelHours, forgetRules, hoursRule, POLICY_KEPT_MS } from '../policy/index.ts';
import { hoursChanged } from './hooks.ts';

const { channelRules, saveChannelRules } = calls.gate;

export const rulesRoutes = routesOf(
  { channelRules, saveChannelRules },
  {
    async channelRules({ db, accountId }, { channel }) {
      const found = await readRules(db, accountId, channel);
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
      const { db, accountId, clock } = context;
      const known = new Date(clock.now().getTime() + POLICY_KEPT_MS);
      await transact(db, async (trx) => {
        const before = await readRules(trx, accountId, channel, 'locked');
        if (!before) throw new NotFound();
        const after = changedRules(before, change);
        await storeRules(trx, accountId, channel, after);
        if (!isDeepStrictEqual(hoursRule(before), hoursRule({ ...before, ...after })))
          await tell(hoursChanged, trx, accountId, channel, known);
        await recordAuditEvent(trx, context, {
          act: 'changed',
          kind: 'channel',
          id: channel,
          detail: 'sending rules',
        });
      });
      forgetRules(context);
      context.live.publish(accountId, { type: 'settings', channelId: channel });
      return {};
    },
  },
);

type ChannelRules = ChannelHours & { disclosure: string; startHint: boolean };

async function readRules(
  db: Db,
  accountId: number,
  channelId: number,
  lock: 'locked' | 'read' = 'read',
): Promise<ChannelRules | undefined> {
  return first(
    db,
    sql<ChannelRules>`
      select usual_quiet_hours as usual, quiet_from as from, quiet_to as to, state_quiet_hours as "byState", connection_kind as kind,
        disclosure, start_hint as "startHint"
      from channels where account_id = ${accountId} and id = ${channelId} and deleted_at is null
      ${lock === 'locked' ? sql`for update` : sql``}`,
  );
}

async function storeRules(
  db: Db,
  accountId: number,
  channelId: number,
  rules: Omit<ChannelRules, 'kind'>,
): Promise<void> {
  await sql`
      update channels set usual_quiet_hours = ${rules.usual}, quiet_from = ${rules.from}, quiet_to = ${rules.to},
        state_quiet_hours = ${rules.byState}, disclosure = ${rules.disclosure},
        start_hint = ${rules.startHint}
      where account_id = ${accountId} and id = ${channelId} and deleted_at is null`.execute(db);
}

type RulesChange = Omit<FormOf<typeof calls.gate.saveChannelRules>, 'channel'>;

/**
 * The rules after a change; hours that are given, or none, stand instead of the usual ones. @throws Refusal
 * for hours that allow nothing.
 */
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
