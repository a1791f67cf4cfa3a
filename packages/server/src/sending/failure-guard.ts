/**
 * Pauses a blast by itself when many of its latest messages fail: a wrong setting or a blocked sender must
 * not burn a whole audience.
 */

import { FAILURE_PAUSE } from '@parley/rules/limits.ts';
import { pauseRunning } from '../blasts/index.ts';
import { type CountedBlast, countedColumns } from '../messages/index.ts';
import { type Db, first, sql, transact } from '../platform/db/database.ts';
import { inRuntime } from '../platform/runtime.ts';
import type { Services } from '../platform/services.ts';
import { MOST_HANGING } from './in-flight-window.ts';

/** Why a message is in doubt whose process ended while it handed it over. */
export const STOPPED = 'Parley stopped while it handed the message over.';

/**
 * Where a blast's counters stood when the stretch that is looked at began. `ours`: in doubt through our own
 * stops, as far as known by then.
 */
type Mark = { tried: number; settled: number; failed: number; unknown: number; ours: number };
const marksOf = inRuntime(() => new Map<string, Mark>());
const MOST_MARKS = 1_000;

/**
 * Looks at a blast's counters after they changed; pauses the blast on a spike and answers it as it is then.
 * The counters come with the statement that changed them, so this asks the database only when it pauses.
 */
export async function watchFailures(
  services: Services,
  accountId: number,
  blast: CountedBlast,
): Promise<CountedBlast | undefined> {
  const ofAll = marksOf(services);
  const key = `${accountId}/${blast.id}`;
  const counters = markOf(blast);
  // Of a blast that this process sees for the first time the whole way so far counts, unless it was resumed
  // after a pause.
  const mark = ofAll.get(key) ?? (blast.pausedBefore ? counters : START);
  const now = { ...counters, ours: mark.ours };
  const runs = blast.state === 'running' || blast.state === 'fanning';
  const isOver = stretch(mark, now) >= FAILURE_PAUSE.messages;
  // A stretch that is only excused goes on: a carrier where everything hangs is found by the next ones that
  // end.
  if (!runs || (isOver && !isSpike(mark, now, 0))) ofAll.set(key, now);
  else if (!ofAll.has(key)) ofAll.set(key, mark);
  if (ofAll.size > MOST_MARKS) ofAll.delete(ofAll.keys().next().value as string);
  if (!runs || !isSpike(mark, now, MOST_HANGING)) return undefined;
  const latest = await readCounters(services.db, accountId, blast.id);
  if (!latest) return undefined;
  ofAll.set(key, latest);
  const carriers = without(latest, Math.max(0, latest.ours - mark.ours));
  return isSpike(mark, carriers, MOST_HANGING)
    ? pause(services, accountId, blast.id, mark, carriers)
    : undefined;
}

const START: Mark = { tried: 0, settled: 0, failed: 0, unknown: 0, ours: 0 };

/**
 * The counters, and how many of those in doubt are so because one of our processes stopped, which says
 * nothing about the carrier: at one moment, else what was in doubt by us a moment later would look like the
 * carrier's. Read on a spike only, by the blast's own index.
 */
async function readCounters(db: Db, accountId: number, blastId: number): Promise<Mark | undefined> {
  const row = await first(
    db,
    sql<CountedBlast & { ours: number }>`
      select ${countedColumns}, (
        select count(*) from messages m
        where m.account_id = ${accountId} and m.blast_id = ${blastId} and m.origin = 'blast' and m.seq = 0
          and m.status = 'unknown' and m.reason = ${STOPPED}
      ) as ours
      from blasts b where b.account_id = ${accountId} and b.id = ${blastId}`,
  );
  return row && { ...markOf(row), ours: row.ours };
}

function markOf({ sent, delivered, failed, unknown }: CountedBlast): Mark {
  const bad = failed + unknown;
  return { tried: sent + delivered + bad, settled: delivered + bad, failed: bad, unknown, ours: 0 };
}

const without = ({ tried, settled, failed, unknown, ours }: Mark, stopped: number): Mark => ({
  tried: tried - stopped,
  settled: settled - stopped,
  failed: failed - stopped,
  unknown: unknown - stopped,
  ours,
});

/** Messages since the mark: handed over, or heard of again, whichever are more. */
const stretch = (mark: Mark, now: Mark) => Math.max(now.tried - mark.tried, now.settled - mark.settled);

/**
 * Requests that hang end late and together, when those that were begun with them are long counted: `excused`
 * in doubt make no spike.
 */
function isSpike(mark: Mark, now: Mark, excused: number): boolean {
  const whole = stretch(mark, now);
  const late = Math.min(excused, Math.max(0, now.unknown - mark.unknown));
  return whole >= FAILURE_PAUSE.messages && now.failed - mark.failed - late >= whole * FAILURE_PAUSE.share;
}

async function pause(
  services: Services,
  accountId: number,
  blastId: number,
  mark: Mark,
  now: Mark,
): Promise<CountedBlast | undefined> {
  const failed = now.failed - mark.failed;
  const reason = `${failed.toLocaleString('en-US')} of the last ${stretch(mark, now).toLocaleString('en-US')} messages failed.`;
  const paused = await transact(services.db, (trx) => pauseRunning(trx, { accountId, blastId }, reason));
  if (paused) services.log.warn({ blast: blastId, reason }, 'a blast paused itself');
  return paused;
}
