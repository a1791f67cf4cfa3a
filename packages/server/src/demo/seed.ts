/**
 * The named world: an account that looks as if it had been used for two months. Everything adds up as in a
 * real one.
 */

import type { Flow, Step } from '@parley/engine';
import { mapTexts } from '@parley/engine';
import type { KeptKind } from '@parley/rules/event-kinds.ts';
import { SCHEDULE_TYPES } from '@parley/rules/schedule.ts';
import type { SegmentCondition, SegmentGroup } from '@parley/rules/segment.ts';
import { findUser, hashPassword } from '../access/index.ts';
import { insertUser } from '../accounts/index.ts';
import { changeAutomaton, findAutomaton, insertAutomaton, storeAutomaton } from '../automata/index.ts';
import { launchBlast } from '../blasts/index.ts';
import { insertCampaign, putKeyword } from '../campaigns/index.ts';
import { createFirstChannel, firstChannel } from '../channels/index.ts';
import { grantCredits } from '../credits/index.ts';
import { loadFlow } from '../flow/index.ts';
import { recountClickers } from '../links/index.ts';
import { insertList } from '../lists/index.ts';
import { isOnOwnMachine } from '../platform/config.ts';
import { type Db, first, sql, transact } from '../platform/db/database.ts';
import { makeMonths } from '../platform/db/month-partitions.ts';
import type { Services } from '../platform/services.ts';
import { insertReport, layoutOf, TEMPLATE_REPORTS } from '../reports/index.ts';
import { insertSegment } from '../segments/index.ts';
import { insertTag } from '../tags/index.ts';
import { findShipped, shippedFlow } from '../templates/index.ts';
import { IMPORTED_BEFORE_MS, momentAgo, type Stage, writeHistory } from './history.ts';
import type { Guest } from './history-rows.ts';
import { createDice, type Dice } from './random.ts';
import { makeSampleContacts, type SampleContact, STAFF } from './sample-contacts.ts';
import * as store from './store.ts';
import {
  BLASTS,
  CAMPAIGNS,
  type CampaignKey,
  type CampaignStory,
  LINKS,
  LISTS,
  OWNER,
  TAGS,
} from './story.ts';

/** Any fixed number: the same people and the same story in every demo. */
const SEED = 20_260_601;
const DAY = 86_400_000;
const IMPORTED = 1_000;
const FIRST_CLUB_MEMBERS = 320;
const VIPS = 110;

/** How to sign in. */
export type SignIn = { email: string; password: string };

/**
 * Fills a database that has no users, and answers how to sign in. One that has the demo user already is left
 * as it is, and so is one that belongs to others: null.
 */
export async function seedDemo(services: Services): Promise<SignIn | null> {
  const { db, clock } = services;
  const signIn = { email: OWNER.email, password: OWNER.password };
  if (await findUser(db, OWNER.email)) return signIn;
  if (await first(db, sql`select 1 from users limit 1`)) return null;
  const now = clock.now();
  await makeMonths(db, 'events', now, { earliest: -3 });
  const passwordHash = await hashPassword(OWNER.password);
  const place = await transact(db, (trx) => fill(services, trx, passwordHash, now));
  await lookAhead(services, place, now);
  return signIn;
}

type Place = store.DemoAccount & { lists: ReadonlyMap<string, number>; flows: Stage['flows'] };

async function fill(services: Services, trx: Db, passwordHash: string, now: Date): Promise<Place> {
  const dice = createDice(SEED);
  const opened = new Date(now.getTime() - IMPORTED_BEFORE_MS - 5 * DAY);
  const { accountId, channelId, audience } = await openAccount(services, trx, passwordHash, opened);
  const lists = new Map<string, number>();
  for (const name of LISTS) lists.set(name, await insertList(trx, accountId, name, opened));
  const tagIds = new Map<string, number>();
  for (const name of TAGS) tagIds.set(name, await insertTag(trx, accountId, name, opened));
  const flows = await makeCampaigns(trx, accountId, channelId, lists, now);
  const links = await makeLinks(trx, accountId, flows, opened);
  const people = [...makeSampleContacts(dice), ...STAFF];
  const contactIds = await store.reserveIds(trx, 'contacts', people.length);
  const guests = people.map((person, index) => guestOf(person, contactIds[index] ?? 0));
  importPeople(guests, lists, dice, new Date(now.getTime() - IMPORTED_BEFORE_MS));
  const blastIds = await store.reserveIds(trx, 'blasts', BLASTS.length);
  const book = writeHistory({ now, flows, lists, audience, links, blastIds, guests }, dice);
  for (const { person, since } of guests.filter((guest) => guest.lists.has(lists.get('Newsletter') ?? 0)))
    book.consents.push({
      at: since ?? opened,
      phone: person.phone,
      kind: 'opt-in',
      listId: lists.get('Newsletter') ?? null,
      campaignId: null,
      source: 'import',
      words: 'Sign-up sheet at the counter',
    });
  const place = { accountId, channelId };
  const known = guests.filter((guest) => guest.since !== null);
  const messages = book.messages.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  await store.storeGuests(trx, place, known, tagIds);
  const flowById = new Map(Object.values(flows).map((flow) => [flow.campaignId, flow]));
  await store.storeBlasts(trx, place, book, (id) => flowById.get(id));
  await store.storeMessages(trx, place, messages, await services.messageIds.reserve(messages.length));
  await store.storeInbound(trx, place, book);
  await store.storeConsents(trx, place, book);
  await store.storeDemoClicks(trx, place, book);
  await store.storeEvents(trx, place, book);
  await recountClickers(trx, accountId, OWNER.timeZone);
  await store.storeConversations(trx, place, book, now);
  await store.storeCharges(trx, place, book);
  return { ...place, lists, flows };
}

async function openAccount({ config }: Services, trx: Db, passwordHash: string, at: Date) {
  const firstRunsIt = isOnOwnMachine(config);
  const { email, phone, timeZone, account, contactInfo, credits } = OWNER;
  const { accountId } = await insertUser(trx, { email, passwordHash, phone, timeZone, at, firstRunsIt });
  await sql`
    update accounts set name = ${account}, contact_info = ${contactInfo} where id = ${accountId}`.execute(
    trx,
  );
  await grantCredits(trx, accountId, credits, 'Credits to try', at);
  await createFirstChannel(trx, accountId, at);
  const channel = await firstChannel(trx, accountId);
  if (!channel) throw new Error('The new account has no channel.');
  return { accountId, channelId: channel.id, audience: channel.audience };
}

async function makeCampaigns(
  trx: Db,
  accountId: number,
  channelId: number,
  lists: ReadonlyMap<string, number>,
  now: Date,
): Promise<Stage['flows']> {
  const flows = new Map<CampaignKey, Flow>();
  for (const story of CAMPAIGNS) {
    const template = findShipped(story.template);
    if (!template) throw new Error(`The template ${story.template} of the story is gone.`);
    const id = await insertCampaign(
      trx,
      {
        accountId,
        name: story.name,
        isTemplate: false,
        templateId: template.id,
        templateType: template.type,
        icon: template.icon,
        at: new Date(now.getTime() - story.age * DAY),
      },
      stepsOf(story, lists, now),
    );
    const key = story.keyword.toLowerCase();
    if (key !== '') await putKeyword(trx, accountId, id, channelId, { text: story.keyword, key });
    const flow = await loadFlow(trx, accountId, id);
    if (!flow) throw new Error('A campaign was not stored.');
    flows.set(story.key, flow);
  }
  return Object.fromEntries(flows) as Stage['flows'];
}

/** The template's steps as its owner changed them: a list chosen, the day of the evening put in. */
function stepsOf(story: CampaignStory, lists: ReadonlyMap<string, number>, now: Date): Step[] {
  const list = story.list === null ? 0 : (lists.get(story.list) ?? 0);
  const evening = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' });
  const day = evening.format(new Date(now.getTime() + 9 * DAY));
  const steps = mapTexts(shippedFlow(story.template, OWNER.account).steps, (text) =>
    text.replaceAll(/(?:Thursday, )?June 12/g, day).replaceAll('open house', 'tasting evening'),
  ) as Step[];
  return steps.map((step) =>
    step.type === 'opt-in' || step.type === 'notification' ? { ...step, list } : step,
  );
}

async function makeLinks(trx: Db, accountId: number, flows: Stage['flows'], at: Date): Promise<number[]> {
  const ids = await store.reserveIds(trx, 'short_links', LINKS.length);
  for (const [index, { name, url, of }] of LINKS.entries())
    await sql`
      insert into short_links (account_id, id, name, url, campaign_id, created_at)
      values (${accountId}, ${ids[index]}, ${name}, ${url}, ${flows[of].campaignId}, ${at})`.execute(trx);
  return ids;
}

const guestOf = (person: SampleContact, contactId: number): Guest => ({
  person,
  contactId,
  since: null,
  lists: new Map(),
  stopped: null,
  busyUntil: new Date(0),
  blasted: new Set(),
});

/** Before the story: the sign-up sheet, the first members of the club, the regulars, the team. */
function importPeople(
  guests: readonly Guest[],
  lists: ReadonlyMap<string, number>,
  dice: Dice,
  at: Date,
): void {
  const join = (guest: Guest, name: (typeof LISTS)[number]) => {
    guest.since ??= at;
    guest.lists.set(lists.get(name) ?? 0, at);
  };
  for (const guest of guests.slice(0, IMPORTED)) join(guest, 'Newsletter');
  const imported = guests.slice(0, IMPORTED);
  for (let n = 0; n < FIRST_CLUB_MEMBERS; n += 1) join(dice.pick(imported), 'Blue Door Club');
  for (let n = 0; n < VIPS; n += 1) join(dice.pick(imported), 'VIP guests');
  for (const guest of guests.slice(-STAFF.length)) join(guest, 'Our team');
}

/**
 * What is still to come, made by the product itself: a weekly automata, a blast next week, a saved report,
 * segments.
 */
async function lookAhead(services: Services, place: Place, now: Date): Promise<void> {
  const { db } = services;
  const { accountId, channelId, lists, flows } = place;
  const club = lists.get('Blue Door Club') ?? 0;
  await transact(db, async (trx) => {
    const id = await insertAutomaton(trx, accountId, 'Flash sale every Friday', now);
    const fresh = await findAutomaton(trx, accountId, id);
    if (!fresh) throw new Error('The automata was not stored.');
    const weekly = {
      type: SCHEDULE_TYPES.WEEKLY,
      dayOfWeek: 6,
      hour: 10,
      campaignId: flows.sale.campaignId,
      listId: club,
      clone: true,
    };
    const change = { ...NO_CHANGE, enabled: true };
    await storeAutomaton(
      trx,
      accountId,
      changeAutomaton({ ...fresh, ...weekly }, change, OWNER.timeZone, now),
    );
    await insertAutomaton(trx, accountId, 'Birthday treat', now);
    for (const [name, tree] of SEGMENTS) await insertSegment(trx, accountId, name, tree, now);
    const [report] = TEMPLATE_REPORTS;
    if (report)
      await insertReport(
        trx,
        accountId,
        {
          title: 'Blue Door Club',
          description: 'Who joins, and what they answer.',
          content: { layout: layoutOf(report, flows.join.campaignId) },
        },
        now,
      );
  });
  await launchBlast(services, accountId, {
    campaignId: flows.survey.campaignId,
    channelId,
    listIds: [club],
    filters: [],
    abCampaignIds: [],
    membersSince: null,
    scheduledFor: momentAgo(now, -5, 11),
    automatonId: null,
  });
}

const within = (event: KeptKind, days: number, did = true): SegmentCondition => ({
  on: 'event',
  event,
  did,
  times: 1,
  when: { in: 'last', days },
  where: [],
});
const SEGMENTS: readonly [name: string, tree: SegmentGroup][] = [
  ['Clicked lately', { match: 'all', of: [within('link.clicked', 30)] }],
  [
    'Gone quiet',
    {
      match: 'all',
      of: [
        { on: 'consent', is: 'opted-in' },
        within('message.sent', 90),
        within('contact.texted', 45, false),
      ],
    },
  ],
];

const NO_CHANGE = {
  name: undefined,
  type: undefined,
  campaign: undefined,
  list: undefined,
  segment: undefined,
  channel: undefined,
  dayOfWeek: undefined,
  dayOfMonth: undefined,
  month: undefined,
  hour: undefined,
  nextRun: undefined,
  weekends: undefined,
  enabled: undefined,
  onlyNew: undefined,
  clone: undefined,
  filters: undefined,
  timeToLive: undefined,
  trigger: undefined,
  version: undefined,
};
