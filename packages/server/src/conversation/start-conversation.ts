/**
 * Starts conversations with single people from outside: the trigger URL, test sends. Those that come together
 * are stored together.
 */

import { type EngineEvent, startSession } from '@parley/engine';
import { displayPhone, timeZoneOf } from '@parley/rules/phone.ts';
import { holdChannels } from '../channels/index.ts';
import { newContactsStatement } from '../contacts/index.ts';
import { flowsOf, type LiveFlow } from '../flow/index.ts';
import { isOverdrawn, lastsFor, type QueuedMessage, queueStatements, runQueue } from '../messages/index.ts';
import { type Db, isUniqueViolation, rows, sql } from '../platform/db/database.ts';
import type { Transactions } from '../platform/db/pipeline.ts';
import { run, type Statement } from '../platform/db/statement.ts';
import { invariant, NotFound, Refusal } from '../platform/errors.ts';
import { type KeptReply, keepReplies } from '../platform/http/intents.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Services } from '../platform/services.ts';
import { type OpenSpan, tracesOf } from '../platform/traces/traces.ts';
import { deferralOf, pausedUntil, sendPolicyOf } from '../policy/index.ts';
import { fingerprintsOf } from '../suppression/index.ts';
import { type Attempt, createAccountBatcher } from './account-batcher.ts';
import { playTurns, readFacts } from './run-turns.ts';
import { newSeed, type Turn, type TurnResult } from './turn.ts';

const TRIES = 3;

export type Start = {
  accountId: number;
  campaignId: number;
  /** Null: where the campaign has its keyword, else the account's first channel. */
  channelId: number | null;
  /** E.164 */
  phone: string;
  /** Tokens of this conversation; they win over tags of the same name. */
  variables: Record<string, string>;
  by: Extract<EngineEvent, { type: 'started' }>['by'];
  /** What happened began it, and this is the start of the automata that waited for that. */
  automatonStartId?: number;
  /** What asks for it, where that is traced. */
  cause?: OpenSpan;
  /** What is to be stored together with it, by the messages of its opening. */
  keepReply?: ((opening: readonly QueuedMessage[]) => KeptReply) | undefined;
};

export type NotStartedReason = 'no-channel' | 'no-steps' | 'opted-out';
/** A start that is refused, with what stands in its way. */
export class NotStarted extends Refusal {
  readonly why: NotStartedReason;
  constructor(why: NotStartedReason, message: string) {
    super(message);
    this.why = why;
  }
}

/** The messages of the opening, or why there is none. */
export type Started = QueuedMessage[] | Refusal | NotFound;

/**
 * Starts a campaign for one number, which becomes a contact; its active conversation on the channel ends.
 * Nothing is stored when it is refused. Resolves after the commit.
 * @returns the messages of the opening, queued.
 * @throws NotFound for a foreign, unknown or deleted campaign.
 * @throws Refusal when the account has no channel, the campaign has no steps, the number is opted out or the
 * balance is too low.
 */
export async function startConversation(services: Services, start: Start): Promise<QueuedMessage[]> {
  const cause = tracesOf(services)?.current();
  const started = await enter(services, start.accountId, cause ? { ...start, cause } : start);
  if (started instanceof Error) throw started;
  return started;
}

const enter = createAccountBatcher('starts', startGroup);

/** The balance did not last for these members of a group: nothing may be stored of it. */
export class TooLow extends Error {
  readonly places: ReadonlySet<number>;
  constructor(places: ReadonlySet<number>) {
    super('The balance did not last for the whole group.');
    this.places = places;
  }
}

/**
 * What the balance has no room for is stored by itself after the others: what is refused leaves nothing
 * behind.
 */
async function startGroup(
  services: Services,
  transact: Transactions,
  accountId: number,
  starts: readonly Start[],
): Promise<Started[]> {
  try {
    return await tryGroup(services, transact, accountId, starts);
  } catch (error) {
    if (!(error instanceof TooLow)) throw error;
    if (starts.length === 1) return [new Refusal('Your balance is too low to send these messages.')];
    const again = (some: readonly Start[]) => startGroup(services, transact, accountId, some);
    const { places } = error;
    const paid = starts.filter((_start, n) => !places.has(n));
    const started = paid.length > 0 ? await again(paid) : [];
    const results: Started[] = [];
    for (const [n, start] of starts.entries())
      results.push((places.has(n) ? (await again([start]))[0] : started.shift()) ?? []);
    return results;
  }
}

/**
 * In two trips to the database as long as the balance lasts; when it does not, looking at what is short
 * before the commit.
 */
async function tryGroup(
  services: Services,
  transact: Transactions,
  accountId: number,
  starts: readonly Start[],
): Promise<Started[]> {
  for (let tries = 1, requireFullBalance = true; ; tries += 1) {
    try {
      const started = await transact((trx, commit) =>
        openAll({ trx, commit, requireFullBalance }, services, accountId, starts),
      );
      if (!requireFullBalance) for (const signal of SIGNALS) services.signals.wake(signal);
      return started;
    } catch (error) {
      if (error instanceof Unsure || isOverdrawn(error)) requireFullBalance = false;
      // A stranger was added by another process in this very moment: the next look sees them.
      else if (tries >= TRIES || !isUniqueViolation(error, 'contacts_account_id_phone_key')) throw error;
    }
  }
}

const SIGNALS = ['outbox', 'apiCalls'] as const;

/** The balance may not last, or there is none: to be looked at step by step. */
class Unsure extends Error {}

/**
 * Starts conversations within a transaction that has more to store; at most one of a number, whose contact
 * there must be. Wake the signals `outbox`, `timers` and `apiCalls` after the commit.
 * @throws TooLow when the balance does not last; the transaction must not be committed then.
 */
export function startWithin(
  trx: Db,
  services: Services,
  accountId: number,
  starts: readonly Start[],
): Promise<Started[]> {
  const commit = () => Promise.reject(new Error('Another one commits this.'));
  return openAll({ trx, commit, requireFullBalance: false }, services, accountId, starts);
}

async function openAll(
  { trx, commit, requireFullBalance }: Attempt,
  services: Services,
  accountId: number,
  starts: readonly Start[],
): Promise<Started[]> {
  const now = services.clock.now();
  const campaignIds = [...new Set(starts.map((start) => start.campaignId))];
  const chosen = [...new Set(starts.flatMap(({ channelId }) => channelId ?? []))];
  // First the channels that were chosen: one that is being deleted is waited for.
  const [held, flows, channels, people, facts] = await Promise.all([
    chosen.length > 0 ? holdChannels(trx, accountId, chosen) : ([] as number[]),
    flowsOf(trx, accountId, campaignIds),
    channelsFor(trx, accountId, campaignIds),
    readPeople(
      trx,
      services.secrets,
      accountId,
      starts.map((start) => start.phone),
      now,
    ),
    readFacts(trx, services, accountId),
  ]);
  const judged = starts.map((start, n) => {
    const person = people[n];
    invariant(person, 'every number is answered');
    if (start.channelId !== null && !held.includes(start.channelId)) return channelGone();
    const channelId = start.channelId ?? channels.get(start.campaignId);
    return judge(start, flows.get(start.campaignId), channelId, person);
  });
  const accepted = judged.filter((each): each is Accepted => !(each instanceof Error));
  const added = strangersStatement(trx, accountId, accepted, now);
  const { results, writes } = await playTurns(trx, services, accountId, accepted.map(turnOf), {
    facts,
    before: added ? [added] : [],
  });
  const messages = results.flatMap((result, n) => {
    const cause = accepted[n]?.start.cause;
    return cause ? result.messages.map((message) => ({ ...message, cause })) : result.messages;
  });
  // Far from its end the balance lasts, and if not, the statement fails.
  if (requireFullBalance && !lastsFor(facts.balance, messages.length)) throw new Unsure();
  const mayGoDirectly =
    requireFullBalance && (await areFree({ db: trx, runtime: services.runtime }, accountId, accepted, now));
  const queue = await queueStatements(trx, services, accountId, messages, {
    requireFullBalance,
    ...(mayGoDirectly && { mayGoDirectly: 'all' }),
  });
  if (requireFullBalance) {
    const expected = queue ? queue.expected : [];
    if (!expected && starts.some(({ keepReply }) => keepReply)) throw new Unsure();
    const kept = repliesStatement(trx, accountId, starts, openings(judged, results, expected ?? []));
    // The balance, which all groups of the account share, comes last.
    const answers = await commit([...writes, kept, queue?.rows ?? null, queue?.paid ?? null]);
    const [leased, queued] = answers.slice(-2) as [number[] | undefined, QueuedMessage[] | undefined];
    queue?.sendOn(leased ?? []);
    if (results.some(({ calls }) => calls)) services.signals.wake('apiCalls');
    return openings(judged, results, queued ?? []);
  }
  for (const statement of writes) await run(trx, statement);
  const started = openings(judged, results, queue ? await runQueue(trx, queue) : []);
  const isShort = (each: Started) => Array.isArray(each) && each.some(({ reason }) => reason === 'balance');
  const short = new Set([...started.keys()].filter((n) => isShort(started[n] ?? [])));
  if (short.size > 0) throw new TooLow(short);
  const kept = repliesStatement(trx, accountId, starts, started);
  if (kept) await run(trx, kept);
  return started;
}

/** What is to be stored together with these starts; null: nothing. */
function repliesStatement(
  db: Db,
  accountId: number,
  starts: readonly Start[],
  started: readonly Started[],
): Statement | null {
  const replies = starts.flatMap(({ keepReply }, n) => {
    const opening = started[n];
    return keepReply && Array.isArray(opening) ? [keepReply(opening)] : [];
  });
  return replies.length === 0 ? null : keepReplies(db, accountId, replies);
}

/** Whether neither quiet hours nor a pause hold what any of them would get now. */
async function areFree(
  services: Pick<Services, 'db' | 'runtime'>,
  accountId: number,
  accepted: readonly Accepted[],
  now: Date,
): Promise<boolean> {
  for (const { channelId, person } of accepted) {
    const rules = await sendPolicyOf(services, accountId, channelId);
    if (person.isPaused || deferralOf(rules, contactOf(person), now, null)) return false;
  }
  return true;
}

/** Each start's own messages, or why it was refused. */
function openings(
  judged: readonly (Accepted | Refusal | NotFound)[],
  results: readonly TurnResult[],
  queued: readonly QueuedMessage[],
): Started[] {
  let from = 0;
  const each = results.map(({ messages: { length } }) => {
    from += length;
    return queued.slice(from - length, from);
  });
  return judged.map((start) => (start instanceof Error ? start : (each.shift() ?? [])));
}

type Person = {
  phone: string;
  /** Of a stranger, the id they get. */
  id: number;
  isStranger: boolean;
  tags: Record<string, string> | null;
  timeZone: string | null;
  optedOut: boolean;
  /** They want nothing for now. */
  isPaused: boolean;
};
type Accepted = { start: Start; flow: LiveFlow; channelId: number; person: Person };

const channelGone = () => new NotStarted('no-channel', 'The channel was deleted. Choose another one.');

function judge(
  start: Start,
  flow: LiveFlow | undefined,
  channelId: number | undefined,
  person: Person,
): Accepted | Refusal | NotFound {
  if (!flow) return new NotFound();
  if (channelId === undefined) return new NotStarted('no-channel', 'There’s no channel to send from.');
  if (flow.steps.length === 0) return new NotStarted('no-steps', 'This campaign has no steps yet.');
  if (person.optedOut)
    return new NotStarted('opted-out', `${displayPhone(person.phone)} has opted out and gets no messages.`);
  return { start, flow, channelId, person };
}

function turnOf({ start, flow, channelId, person }: Accepted): Turn {
  const { campaignId, variables, by, automatonStartId } = start;
  return {
    channelId,
    contact: contactOf(person),
    flow,
    session: startSession({ campaignId, published: flow.published, seed: newSeed(), variables }),
    event: { type: 'started', by, text: '' },
    blastId: null,
    automatonStartId: automatonStartId ?? null,
    turnNumber: 0,
    checked: true,
  };
}

const contactOf = ({ id, phone, tags, timeZone }: Person): Turn['contact'] => ({
  id,
  phone,
  tags: tags ?? {},
  timeZone: timeZone ?? timeZoneOf(phone),
});

function strangersStatement(
  db: Db,
  accountId: number,
  accepted: readonly Accepted[],
  now: Date,
): Statement<void> | null {
  const strangers = accepted.map(({ person }) => person).filter(({ isStranger }) => isStranger);
  return strangers.length === 0 ? null : newContactsStatement(db, accountId, strangers, now);
}

/** The channel of each campaign: where it has its keyword, else the account's first one. */
async function channelsFor(
  trx: Db,
  accountId: number,
  campaignIds: readonly number[],
): Promise<Map<number, number>> {
  const found = await rows(
    trx,
    sql<{ campaign: number; channel: number }>`
      select given.id as campaign, (
          select c.id from channels c
          where c.account_id = ${accountId} and c.deleted_at is null
          order by exists (
            select from keywords k
            where k.account_id = ${accountId} and k.channel_id = c.id and k.campaign_id = given.id
          ) desc, c.position, c.id limit 1
        ) as channel
      from unnest(${campaignIds}::bigint[]) as given (id)`,
  );
  return new Map(found.filter(({ channel }) => channel !== null).map((row) => [row.campaign, row.channel]));
}

/** Who has these numbers, in their order; strangers with an id of their own. */
async function readPeople(
  trx: Db,
  secrets: Secrets,
  accountId: number,
  phones: readonly string[],
  now: Date,
): Promise<Person[]> {
  return rows(
    trx,
    sql<Person>`
      with given as materialized (
        select *
        from unnest(${phones}::text[], ${fingerprintsOf(secrets, accountId, phones)}::text[])
          with ordinality as each (phone, fingerprint, place)
      )
      select given.phone, c.id is null as "isStranger",
        coalesce(c.id, nextval(pg_get_serial_sequence('contacts', 'id'))) as id, c.tags, c.time_zone as "timeZone",
        o.phone is not null or c.id is null and exists (
          select 1 from erased_numbers e
          where e.account_id = ${accountId} and e.fingerprint = decode(given.fingerprint, 'hex')) as "optedOut",
        ${pausedUntil(accountId, now)} is not null as "isPaused"
      from given
      left join contacts c on c.account_id = ${accountId} and c.phone = given.phone
      left join suppressions o on o.account_id = ${accountId} and o.phone = given.phone
      order by given.place`,
  );
}
