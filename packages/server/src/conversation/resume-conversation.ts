/** Events that come to stored conversations from inside: the end of a wait, the answer of an API call. */

import type { EngineEvent } from '@parley/engine';
import { timeZoneOf } from '@parley/rules/phone.ts';
import { flowKey, flowOfSession, readFlows } from '../flow/index.ts';
import { queueMessages } from '../messages/index.ts';
import type { Db } from '../platform/db/database.ts';
import { run } from '../platform/db/statement.ts';
import type { Services } from '../platform/services.ts';
import { runTurns } from './run-turns.ts';
import { type LockedConversation, lockConversations, replacingStatement } from './store.ts';
import type { Turn } from './turn.ts';

export type Resumption = {
  channelId: number;
  contactId: number;
  turn: number;
  event: EngineEvent;
  /** The turn that it goes on with answers the person's own text. */
  reply?: boolean;
  /** What it goes on with is a send: {@link Turn.isSend}. */
  isSend?: boolean;
};

/**
 * Gives conversations their events and queues what they say. An event for another turn than the present one
 * comes too late and does nothing; a conversation whose campaign is deleted ends in silence.
 */
export async function resumeConversations(
  trx: Db,
  services: Services,
  accountId: number,
  resumptions: readonly Resumption[],
): Promise<void> {
  const { turns, orphans } = await turnsOf(trx, accountId, resumptions);
  if (orphans.length > 0) await run(trx, replacingStatement(trx, accountId, orphans, services.clock.now()));
  const results = await runTurns(trx, services, accountId, turns);
  await queueMessages(
    trx,
    services,
    accountId,
    results.flatMap((result) => result.messages),
  );
}

const key = (place: { channelId: number; contactId: number }) => `${place.channelId} ${place.contactId}`;

/**
 * The turns that these events lead to, of conversations that are locked from then on, and those whose
 * campaign is deleted.
 */
export async function turnsOf(
  trx: Db,
  accountId: number,
  resumptions: readonly Resumption[],
): Promise<{ turns: Turn[]; orphans: LockedConversation[] }> {
  const events = new Map(resumptions.map((each) => [key(each), each]));
  const locked = await lockConversations(trx, accountId, resumptions);
  const current = locked.filter((each) => events.get(key(each))?.turn === each.turn);
  const flows = await readFlows(
    trx,
    accountId,
    current.map((each) => flowOfSession(each.session)),
  );
  const turns: Turn[] = [];
  const orphans: LockedConversation[] = [];
  for (const each of current) {
    const flow = flows.get(flowKey(flowOfSession(each.session)));
    const event = events.get(key(each))?.event;
    const { channelId, contactId: id, phone, tags, session, blastId, turn: turnNumber } = each;
    const timeZone = each.timeZone ?? timeZoneOf(phone);
    if (flow && event)
      turns.push({
        channelId,
        contact: { id, phone, tags, timeZone },
        flow,
        session,
        event,
        blastId,
        turnNumber,
        reply: events.get(key(each))?.reply,
        isSend: events.get(key(each))?.isSend,
      });
    else orphans.push(each);
  }
  return { turns, orphans };
}
