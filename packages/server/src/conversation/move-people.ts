/**
 * People in the middle of an earlier version of a campaign are moved to the live one, where somebody says
 * so.
 */
import type { Step } from '@parley/engine';
import { type Actor, recordAuditEvent } from '../audit/index.ts';
import { liveVersion, readVersion } from '../flow/index.ts';
import { changed, type Db, first, sql, transact } from '../platform/db/database.ts';
import { NotFound, Refusal } from '../platform/errors.ts';

/** How many conversations one transaction moves: texts that come in meanwhile do not wait long. */
const SLICE = 10_000;

/**
 * The version that a conversation `v` goes on with, as the cache of flows has it: version 1 is what the
 * draft became that the first ones began on.
 */
const versionOf = sql`greatest((v.session->>'published')::int, 1)`;
/** The step at which conversation `v` waits for its person or for a time. */
const waitsAt = sql`(v.session->'waiting'->>'step')::bigint`;
const isMovable = sql`v.active and v.session->'waiting'->>'for' in ('reply', 'time')`;

export type PeopleOnVersions = {
  /** 0: nothing was published. */
  live: number;
  people: { version: number; step: number; count: number }[];
};

/**
 * How many wait at which step of a version that is not live any more. @throws NotFound for an unknown
 * campaign.
 */
export async function countOnVersions(
  db: Db,
  accountId: number,
  campaignId: number,
): Promise<PeopleOnVersions> {
  const found = await first(
    db,
    sql<PeopleOnVersions>`
      select coalesce(c.live_version, 0) as live, coalesce((
        select jsonb_agg(p order by p.version desc, p.step) from (
          select ${versionOf} as version, ${waitsAt} as step, count(*) as count from conversations v
          where v.account_id = ${accountId} and v.campaign_id = c.id and ${isMovable} and c.live_version > ${versionOf}
          group by 1, 2
        ) p), '[]') as people
      from campaigns c where c.account_id = ${accountId} and c.id = ${campaignId} and not c.is_template`,
  );
  if (!found) throw new NotFound();
  return found;
}

export type Move = {
  campaign: number;
  from: number;
  /** The version that was live when they looked. */
  live: number;
  /** From a step of the version `from` to one of the live version. */
  places: readonly { step: number; to: number }[];
};

/**
 * Moves who waits at these steps; answers how many. Their answers and what they wait for stay. Whoever texts
 * in the same moment may finish on the earlier version.
 * @throws NotFound for an unknown campaign or version; Refusal when another version is live, or a step is
 * not of the same kind.
 */
export async function movePeople(db: Db, by: Actor, move: Move): Promise<number> {
  const { campaign, from, live } = move;
  const steps = await placesOf(db, by.accountId, move);
  for (let moved = 0; ; ) {
    const slice = await transact(db, async (trx) => {
      await holdLive(trx, by.accountId, move, moved);
      const count = await moveSlice(trx, by.accountId, move, steps);
      const detail = `${count} from version ${from} to version ${live}`;
      if (count > 0)
        await recordAuditEvent(trx, by, { act: 'people-moved', kind: 'campaign', id: campaign, detail });
      return count;
    });
    moved += slice;
    if (slice < SLICE) return moved;
  }
}

const publishedMeanwhile = (moved: number) =>
  new Refusal(
    `Another version has been published meanwhile. ${moved === 0 ? 'Nobody was' : moved === 1 ? '1 person was' : `${moved} people were`} moved. Look again at who would be.`,
    'LIVEVERSION',
  );

/** The version stays live until the slice is moved. @throws Refusal when another one has become live. */
async function holdLive(trx: Db, accountId: number, { campaign, live }: Move, moved: number): Promise<void> {
  const held = await first(
    trx,
    sql`
      select 1 from campaigns
      where account_id = ${accountId} and id = ${campaign} and live_version = ${live} for share`,
  );
  if (!held) throw publishedMeanwhile(moved);
}

/** The steps of the live version that people are moved to, in the order of the places. */
async function placesOf(db: Db, accountId: number, { campaign, from, live, places }: Move): Promise<Step[]> {
  const current = await liveVersion(db, accountId, campaign);
  const before = await readVersion(db, accountId, campaign, from);
  const after = current && (await readVersion(db, accountId, campaign, current.number));
  if (!before || !after) throw new NotFound();
  if (current.number !== live || from >= live) throw publishedMeanwhile(0);
  return places.map(({ step, to }) => {
    const old = before.steps.find((each) => each.step.id === step);
    const next = after.steps.find((each) => each.step.id === to);
    if (!old || !next) throw new NotFound();
    if (old.step.type !== next.step.type)
      throw new Refusal(
        `Step ${old.step.position} of version ${from} and step ${next.step.position} of version ${live} don’t wait for the same. Nobody was moved.`,
        'PLACES',
      );
    return next.step;
  });
}

/** The turn stays as it is, so that what was to wake them still does. */
function moveSlice(trx: Db, accountId: number, move: Move, steps: readonly Step[]): Promise<number> {
  const { campaign, from, live, places } = move;
  return changed(
    trx,
    sql`
      with given as materialized (
        select * from unnest(
          ${places.map(({ step }) => step)}::bigint[], ${steps.map(({ id }) => id)}::bigint[],
          ${steps.map(({ position }) => position)}::int[]
        ) as given (step, target, position)
      ), found as materialized (
        select v.channel_id, v.contact_id, jsonb_set(v.session, '{waiting,step}', to_jsonb(given.target))
          || jsonb_build_object('published', ${live}::int, 'position', given.position) as session
        from conversations v
        join given on given.step = ${waitsAt}
        where v.account_id = ${accountId} and v.campaign_id = ${campaign} and ${isMovable} and ${versionOf} = ${from}
        order by v.contact_id, v.channel_id limit ${SLICE} for update of v
      )
      update conversations v set session = found.session from found
      where v.account_id = ${accountId} and v.channel_id = found.channel_id and v.contact_id = found.contact_id`,
  );
}
