/**
 * What to look at before a blast goes out: the texts that differ most, what is missing, who would be held
 * back, who just had it.
 */

import { languagesOf, optsInSilently } from '@parley/engine';
import { LANGUAGE_TAG, parseLanguage } from '@parley/rules/languages.ts';
import { countMessage } from '../messages/index.ts';
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import type { Services } from '../platform/services.ts';
import { deferralOf, sendPolicyOf } from '../policy/index.ts';
import { tagValue } from '../tags/index.ts';
import { isBlasted, isListed, meetsFilters } from './audience.ts';
import { type CountedGroup, readGroups, sampleOf } from './count-audience.ts';
import { requireLaunchable } from './launch.ts';
import { mostDifferent } from './most-different-texts.ts';
import { allTexts, firstText } from './opening-texts.ts';
import { type BlastTarget, type Plan, planBlast } from './plan.ts';

export type Preflight = {
  examples: { phone: string; campaign: number; text: string; credits: number; segments: number }[];
  segments: number;
  held: number;
  /** When the last of the held may be sent to. */
  heldUntil: string;
  missing: { tag: string; count: number }[];
  /** Who gets which language, the most spoken first; '': the original. Empty: there is only that. */
  languages: { language: string; count: number }[];
  links: { url: string }[];
  repeated: number;
  optsInSilently: boolean;
};

const EXAMPLES = 4;
/** Candidates for examples: those with the longest and shortest values, and some in between. */
const EXTREMES = 10;
const ORDINARY = 30;
const REPEAT_HOURS = 24;
const LINK = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)]/gi;

/** @throws NotFound and Refusal as `launchBlast`, but for a balance that is too low. */
export async function preflight(
  services: Services,
  accountId: number,
  target: BlastTarget,
  at: Date,
  localTime: string | null,
): Promise<Preflight> {
  const { db, clock } = services;
  const now = clock.now();
  const plan = await planBlast(db, services.config, accountId, target);
  await requireLaunchable(db, accountId, target, plan);
  // At each person's own time nobody is held against the schedule.
  const moment = at > now ? at : now;
  // Each goes through the whole audience: side by side they take as long as the longest of them.
  const [groups, examples, { held, until }, repeated] = await Promise.all([
    readGroups(db, plan.audience, plan.openings),
    readExamples(db, accountId, plan, now),
    localTime === null ? countHeld(services, accountId, plan, target.channelId, moment) : NOBODY_HELD,
    countRepeated(db, accountId, plan, now),
  ]);
  const eligible = groups.filter(({ bucket }) => bucket === 'eligible');
  const missing = plan.openings.tags.map(({ name }, n) => ({
    tag: name,
    count: sum(
      eligible.filter((group) => sampleOf(String(group[`tag${n}`] ?? '=')).trim() === ''),
      1,
    ),
  }));
  const links = new Set<string>();
  let segments = 0;
  for (const group of eligible) {
    const flow = plan.openings.flows[group.variant];
    if (!flow) continue;
    const values = plan.openings.tags.map((_, n) => sampleOf(String(group[`tag${n}`] ?? '=')));
    const texts = allTexts(plan.openings, flow, { phone: '', values }, { now, timeZone: plan.timeZone });
    for (const { text } of texts) for (const [link] of text.matchAll(LINK)) links.add(link);
    const each = texts.map(
      ({ text, isPicture }) => countMessage(text, isPicture ? 'picture' : null).segments,
    );
    segments += group.people * each.reduce((so, count) => so + count, 0);
  }
  return {
    examples,
    segments,
    held,
    heldUntil: until?.toISOString() ?? '',
    missing: missing.filter(({ tag, count }) => count > 0 && tag !== LANGUAGE_TAG),
    languages: countLanguages(plan, eligible),
    links: [...links].map((url) => ({ url })),
    repeated,
    // With a keyword, too: whoever a blast writes to has not texted it.
    optsInSilently: plan.openings.flows.some(optsInSilently),
  };
}

/** By what the audience's tag says, of the languages that the campaigns speak. */
function countLanguages({ openings }: Plan, eligible: readonly CountedGroup[]): Preflight['languages'] {
  const place = openings.tags.findIndex(({ name }) => name === LANGUAGE_TAG);
  if (place < 0) return [];
  const counts = new Map<string, number>();
  for (const group of eligible) {
    const spoken = parseLanguage(sampleOf(String(group[`tag${place}`] ?? '='))) ?? '';
    const flow = openings.flows[group.variant];
    const language = flow && languagesOf(flow.steps).includes(spoken) ? spoken : '';
    counts.set(language, (counts.get(language) ?? 0) + group.people);
  }
  const rows = [...counts].map(([language, count]) => ({ language, count }));
  return rows.toSorted((one, other) => other.count - one.count || other.language.localeCompare(one.language));
}

const sum = (groups: readonly { people: number }[], each: number) =>
  groups.reduce((so, { people }) => so + people * each, 0);

const isEligible = ({ audience }: Plan) => sql`
  c.account_id = ${audience.accountId} and ${isListed(audience)} and ${meetsFilters(audience)} and not c.opted_out
  and not ${isBlasted(audience)}`;

async function readExamples(
  db: Db,
  accountId: number,
  plan: Plan,
  now: Date,
): Promise<Preflight['examples']> {
  const { openings, timeZone } = plan;
  const lengths = openings.tags.map(({ id }) => sql`length(${tagValue(id)})`);
  const long = lengths.length === 0 ? sql`0` : sql.join(lengths, sql` + `);
  const people = await rows(
    db,
    sql<{ phone: string; tags: Record<string, string>; timeZone: string | null; place: number }>`
      with eligible as materialized (
        select c.id, c.account_id, ${long} as long, row_number() over (order by c.id) - 1 as place
        from contacts c where ${isEligible(plan)}
      ),
      chosen as (
        (select id, place from eligible order by long desc, id limit ${EXTREMES})
        union (select id, place from eligible order by long, id limit ${EXTREMES})
        union (select id, place from eligible order by id limit ${ORDINARY})
      )
      select c.phone, c.tags, c.time_zone as "timeZone", chosen.place
      from chosen join contacts c on c.account_id = ${accountId} and c.id = chosen.id order by c.id`,
  );
  const rendered = people.flatMap((person) => {
    const flow = openings.flows[person.place % openings.flows.length];
    if (!flow) return [];
    const values = openings.tags.map(({ id }) => person.tags[String(id)] ?? '');
    const text = firstText(
      openings,
      flow,
      { phone: person.phone, values },
      { now, timeZone: person.timeZone ?? timeZone },
    );
    return [{ phone: person.phone, campaign: flow.campaignId, text, ...countMessage(text, null) }];
  });
  return mostDifferent(rendered, EXAMPLES);
}

/** How many, and when the last of them may be sent to. */
type Held = { held: number; until: Date | null };
const NOBODY_HELD: Held = { held: 0, until: null };

/** The gate's own rule, asked once for all people who live by the same clock as far as it can tell. */
async function countHeld(
  services: Services,
  accountId: number,
  plan: Plan,
  channelId: number,
  at: Date,
): Promise<Held> {
  const rules = await sendPolicyOf(services, accountId, channelId);
  if (rules.hours.hours === null) return NOBODY_HELD;
  const ids = Object.keys(rules.placeTags);
  const groups = await rows(
    services.db,
    sql<{ phone: string; timeZone: string | null; tags: Record<string, string>; people: number }>`
      select min(phone) as phone, time_zone as "timeZone", tags, count(*) as people from (
        select c.phone, c.time_zone, left(c.phone, 5) as area, (
          select coalesce(jsonb_object_agg(tag, c.tags -> tag), '{}') from unnest(${ids}::text[]) as tag
          where c.tags ? tag
        ) as tags
        from contacts c where ${isEligible(plan)}
      ) each
      group by time_zone, tags, case when time_zone is null or area like '+1%' then area end`,
  );
  let held = 0;
  let until: Date | null = null;
  for (const group of groups) {
    const hold = deferralOf(rules, group, at, null);
    if (hold === null) continue;
    held += group.people;
    if (until === null || hold.until > until) until = hold.until;
  }
  return { held, until };
}

/** Stands for a value in a text: no text has it. */
const HOLE = '\u0001';

/**
 * People of the audience who got a text like one of these first texts; where a text has values in it,
 * whatever their values were.
 */
async function countRepeated(db: Db, accountId: number, plan: Plan, now: Date): Promise<number> {
  const { openings } = plan;
  const since = new Date(now.getTime() - REPEAT_HOURS * 3_600_000);
  const values = openings.tags.map(() => HOLE);
  const patterns = openings.flows
    .map((flow) => firstText(openings, flow, { phone: HOLE, values }, { now, timeZone: plan.timeZone }))
    .filter((text) => text.replaceAll(HOLE, '').trim() !== '')
    .map((text) => text.replace(/[\\%_]/g, '\\$&').replaceAll(HOLE, '%'));
  if (patterns.length === 0) return 0;
  const row = await first(
    db,
    sql<{ people: number }>`
      with recent as (
        select m.contact_id from blasts b
        join messages m on m.account_id = ${accountId} and m.blast_id = b.id and m.origin = 'blast' and m.seq = 0
        where b.account_id = ${accountId} and coalesce(b.finished_at, ${now}) >= ${since} and m.sent_at >= ${since}
          and m.status <> 'skipped' and m.body like any(${patterns}::text[])
        union
        select m.contact_id from messages m
        where m.account_id = ${accountId} and m.origin <> 'blast' and m.created_at >= ${since}
          and m.status <> 'skipped' and m.body like any(${patterns}::text[])
      )
      select count(*) as people from contacts c
      where ${isEligible(plan)} and exists (select from recent where recent.contact_id = c.id)`,
  );
  return row?.people ?? 0;
}
