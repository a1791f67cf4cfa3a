/** What the triggers of automata name by id: lists, campaigns, links. */
import { askedOf, type EventTrigger } from '@parley/rules/event-trigger.ts';
import { SCHEDULE_TYPES } from '@parley/rules/schedule.ts';
import type { SegmentGroup } from '@parley/rules/segment.ts';
import type { Db } from '../platform/db/database.ts';
import { NotFound } from '../platform/errors.ts';
import { missingOf } from '../segments/index.ts';

/** A tree that names what a trigger names, so that one place knows how to look for it. */
const namingTree = (trigger: EventTrigger): SegmentGroup => ({
  match: 'all',
  of: [
    ...(trigger.date ? [{ on: 'tag', tag: trigger.date.tag, as: 'date', is: 'set' } as const] : []),
    ...askedOf(trigger).map(
      ({ event, where }) =>
        ({
          on: 'event',
          // What is named is looked for alone: whether such events are kept does not matter here.
          event: event as never,
          did: true,
          times: 1,
          when: { in: 'ever' },
          where,
        }) as const,
    ),
  ],
});

/** A trigger that a person saves must name what there is. @throws NotFound */
export async function checkTrigger(db: Db, accountId: number, trigger: EventTrigger): Promise<void> {
  const missing = await missingOf(db, accountId, namingTree(trigger));
  if (missing.length > 0) throw new NotFound();
}

type Named = { id: number; type: number; trigger: EventTrigger | null };

/** By automata, in words: what its start asks for and is gone. */
export async function goneFromTrigger(
  db: Db,
  accountId: number,
  automata: readonly Named[],
): Promise<Map<number, string>> {
  const gone = new Map<number, string>();
  for (const { id, type, trigger } of automata) {
    if (type !== SCHEDULE_TYPES.BY_EVENT || !trigger) continue;
    const [start] = await missingOf(db, accountId, namingTree({ ...trigger, exits: [] }));
    const detail = start?.detail.replace(/^This /, 'the ').replace(/ Choose.*$/, '');
    if (detail) gone.set(id, detail.replace('was', 'it waits for was'));
  }
  return gone;
}
