/** What a blast's campaigns say first and what that costs. */

import { type ChannelFacts, type Flow, openingCredits, openingEffects, openingOf } from '@parley/engine';
import { ENGINE_LIMITS } from '@parley/rules/limits.ts';
import { countSms } from '@parley/rules/sms.ts';
import { flowsOf } from '../flow/index.ts';
import type { Db } from '../platform/db/database.ts';
import { nameKey } from '../platform/names.ts';
import { withDisclosure } from '../policy/index.ts';
import { tagsByName } from '../tags/index.ts';

export type Openings = {
  /** The campaigns to be sent, in the order in which contacts are split over them. */
  flows: readonly Flow[];
  /** Also those that an opening switches to. */
  byCampaign: ReadonlyMap<number, Flow>;
  /** Tags that the texts or ways depend on: their name as written, and id (null: no such tag). */
  tags: readonly { name: string; id: number | null }[];
  /** Everybody walks the same way, so that only the lengths of tag values matter, not the values. */
  uniform: boolean;
  channel: ChannelFacts;
  /** What the channel appends to the first message that somebody gets from it; null: nothing. */
  disclosure: Disclosure | null;
};

export type Disclosure = { channelId: number; text: string };

export async function readOpenings(
  db: Db,
  accountId: number,
  flows: readonly Flow[],
  channel: ChannelFacts,
  disclosure: Disclosure | null,
): Promise<Openings> {
  const byCampaign = new Map(flows.map((flow) => [flow.campaignId, flow]));
  let fresh: readonly Flow[] = flows;
  for (let depth = 0; fresh.length > 0 && depth < ENGINE_LIMITS.switchesPerEvent; depth += 1) {
    const wanted = fresh.flatMap((flow) => openingOf(flow).switchesTo).filter((id) => !byCampaign.has(id));
    const found = wanted.length === 0 ? new Map<number, Flow>() : await flowsOf(db, accountId, wanted);
    for (const [id, flow] of found) byCampaign.set(id, flow);
    fresh = [...found.values()];
  }
  const openings = [...byCampaign.values()].map(openingOf);
  const names = [...new Set(openings.flatMap((opening) => opening.tagNames))];
  const ids = names.length === 0 ? new Map<string, number>() : await tagsByName(db, accountId);
  return {
    flows,
    byCampaign,
    tags: names.map((name) => ({ name, id: ids.get(nameKey(name)) ?? null })),
    uniform: openings.every((opening) => opening.uniform),
    channel,
    disclosure,
  };
}

/** When an opening is played, and in which zone. */
export type When = { now: Date; timeZone: string };
/** Who gets it: the number, and the tag values in the order of `openings.tags`. */
type Reader = { phone: string; values: readonly string[] };

/**
 * Credits of one campaign's opening for a contact with these tag values (in the order of `openings.tags`).
 * `stranger`: nothing has come to the contact from this channel yet, so that the first message carries the
 * disclosure.
 */
export function creditsFor(
  openings: Openings,
  flow: Flow,
  values: readonly string[],
  stranger: boolean,
  when: When,
): number {
  const contact = { phone: '', timeZone: when.timeZone, tags: tagsOf(openings, values) };
  const flowOf = (id: number) => openings.byCampaign.get(id) ?? null;
  const credits = openingCredits(flow, contact, when.now.toISOString(), flowOf, openings.channel);
  if (!stranger || !openings.disclosure) return credits;
  const opening = firstText(openings, flow, { phone: '', values }, when);
  const told = withDisclosure(opening, openings.disclosure.text);
  return credits + countSms(told).credits - countSms(opening).credits;
}

/** The first text that a contact would get; '' when the opening says nothing. */
export function firstText(
  openings: Openings,
  flow: Flow,
  { phone, values }: Reader,
  { now, timeZone }: When,
): string {
  const effects = openingEffects(
    flow,
    { phone, timeZone, tags: tagsOf(openings, values) },
    now.toISOString(),
    openings.channel,
  );
  for (const effect of effects) if (effect.do === 'say' || effect.do === 'sendMms') return effect.text;
  return '';
}

/** Every text of an opening in its order, with the dearest wordings. */
export function allTexts(
  openings: Openings,
  flow: Flow,
  { phone, values }: Reader,
  { now, timeZone }: When,
): { text: string; isPicture: boolean }[] {
  const contact = { phone, timeZone, tags: tagsOf(openings, values) };
  const effects = openingEffects(flow, contact, now.toISOString(), openings.channel);
  return effects.flatMap((effect) =>
    effect.do === 'say' || effect.do === 'sendMms'
      ? [{ text: effect.text, isPicture: effect.do === 'sendMms' }]
      : [],
  );
}

function tagsOf({ tags }: Openings, values: readonly string[]): Record<string, string> {
  return Object.fromEntries(tags.map(({ name }, n) => [name, values[n] ?? '']));
}
