/**
 * One batch of a blast made ready: the last gate, the conversations, the texts and the price, committed as
 * 'sending' before anything is handed over.
 */

import { startSession } from '@parley/engine';
import { type Chunk, countPrepared, IDS_PER_CONTACT, renewLease } from '../blasts/index.ts';
import type { OutgoingMessage } from '../carriers/index.ts';
import { runTurns, type Turn } from '../conversation/index.ts';
import { chargeCredits, lockBalance, spendReserved } from '../credits/index.ts';
import {
  countMessage,
  type FurtherMessage,
  invalidateRollup,
  type NewMessage,
  type PreparedMessage,
  queueMessages,
  refundMessages,
  storeFurther,
  storePrepared,
} from '../messages/index.ts';
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import { pipelinedBatches } from '../platform/db/pipeline.ts';
import { invariant } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import {
  type Deferral,
  deferralOf,
  firstTimers,
  frequencyCapReached,
  pausedUntil,
  sendPolicyOf,
  withDisclosure,
} from '../policy/index.ts';
import { type BlastFacts, blastFacts } from './blast-facts.ts';
import type { PhoneMessages } from './submission-slices.ts';

export type Prepared =
  /** `last`: the chunk has no more that waits. */
  | { is: 'ready'; groups: PhoneMessages[]; last: boolean }
  /** Nothing is left to be sent in this chunk. */
  | { is: 'empty' }
  /** The lease is another worker's, or the blast is paused or over. */
  | { is: 'stopped' };

type Row = {
  id: number;
  contactId: number;
  campaignId: number;
  seq: number;
  body: string | null;
  media: string | null;
  segments: number;
  firstTry: Date | null;
  phone: string;
  tags: Record<string, string>;
  timeZone: string | null;
  optedOut: boolean;
  /** Nobody has a number here any more. */
  isErased: boolean;
  /** They want nothing for now. */
  isPaused: boolean;
};

/** A further message, and whose it is: the id of the contact's row. */
type Extra = { row: number; message: FurtherMessage };
/** `group` pays `cost` now; 0: it was paid at an earlier try. */
type Priced = { group: PhoneMessages; cost: number };
type Plan = { writes: PreparedMessage[]; extras: Extra[]; others: NewMessage[]; priced: Priced[] };

const SENDABLE = ['scheduled', 'fanning', 'running'];

/** Takes up to `limit` messages of the chunk. Wake `timers`, `apiCalls` and `outbox` afterwards. */
export async function prepareBatch(
  services: Services,
  chunk: Chunk,
  from: string,
  limit: number,
): Promise<Prepared> {
  const { accountId, blastId } = chunk;
  const facts = await blastFacts(services, accountId, blastId);
  // Whoever opts out meanwhile has the whole batch made ready again, without them.
  for (;;) {
    const prepared = await tryPrepare(services, chunk, from, limit, facts);
    if (prepared !== 'again') return prepared;
  }
}

async function tryPrepare(
  services: Services,
  chunk: Chunk,
  from: string,
  limit: number,
  facts: BlastFacts,
): Promise<Prepared | 'again'> {
  const { accountId, blastId } = chunk;
  return pipelinedBatches(services.pool)(async (trx): Promise<Prepared> => {
    const now = services.clock.now();
    const waiting = await readQueued(trx, chunk, limit, now);
    if (waiting.length === 0) return { is: 'empty' };
    const plan = await makePlan({ trx, services, accountId, facts, from, now }, waiting);
    const blast = await lockBlast(trx, accountId, blastId);
    // Whatever the conversations did is taken back with the transaction.
    if (!SENDABLE.includes(blast.state)) throw new Stopped();
    await pay(trx, accountId, blast, plan, now);
    const stored = await storePrepared(trx, accountId, plan.writes, now);
    if (stored < plan.writes.length) throw new OptedOutMeanwhile();
    await invalidateRollup(
      trx,
      accountId,
      blastId,
      plan.writes.map(({ id }) => id),
    );
    await refundSkipped(trx, accountId, plan, now);
    const further = plan.extras.map(({ message }) => message);
    await storeFurther(trx, accountId, blastId, further, now);
    if (plan.others.length > 0) await queueMessages(trx, services, accountId, plan.others);
    // Last, so that the results of the batch before do not wait for this one.
    if (!(await renewLease(trx, chunk, now))) throw new Stopped();
    const groups = plan.priced.map(({ group }) => group);
    return { is: 'ready', groups, last: waiting.length < limit };
  }).catch((error: unknown): Prepared | 'again' => {
    if (error instanceof Stopped) return { is: 'stopped' };
    if (error instanceof OptedOutMeanwhile) return 'again';
    throw error;
  });
}

class Stopped extends Error {}
class OptedOutMeanwhile extends Error {}

/** What waits, and what was held until now. */
async function readQueued(trx: Db, chunk: Chunk, limit: number, now: Date): Promise<Row[]> {
  const { accountId } = chunk;
  return rows(
    trx,
    sql<Row>`
      select m.id, m.contact_id as "contactId", m.campaign_id as "campaignId", m.seq, m.body, m.media, m.segments,
        m.sent_at as "firstTry", c.phone, c.tags, c.time_zone as "timeZone", o.phone is not null as "optedOut",
        c.erased_at is not null as "isErased", ${pausedUntil(accountId, now)} is not null as "isPaused"
      from messages m
      join contacts c on c.account_id = ${accountId} and c.id = m.contact_id
      left join suppressions o on o.account_id = ${accountId} and o.phone = c.phone
      where m.account_id = ${accountId} and m.id between ${chunk.firstMessage} and ${chunk.lastMessage}
        and (m.status = 'queued' or m.status = 'held' and m.held_until <= ${now})
      order by m.id limit ${limit}`,
  );
}

/** What a batch is made ready with. `from`: the sender's number. */
type Making = {
  trx: Db;
  services: Services;
  accountId: number;
  facts: BlastFacts;
  from: string;
  now: Date;
};

async function makePlan(making: Making, waiting: readonly Row[]): Promise<Plan> {
  const { trx, services, accountId, facts, now } = making;
  const plan: Plan = { writes: [], extras: [], others: [], priced: [] };
  const fresh: Row[] = [];
  const rules = await sendPolicyOf({ db: trx, runtime: services.runtime }, accountId, facts.channelId);
  const going: Row[] = [];
  for (const row of waiting) {
    const hold =
      row.optedOut || row.isErased || row.isPaused ? null : deferralOf(rules, row, now, facts.localTime);
    if (row.isErased) plan.writes.push(skipped(row, 'erased'));
    else if (row.optedOut) plan.writes.push(skipped(row, 'opted-out'));
    else if (row.isPaused) plan.writes.push(skipped(row, 'paused'));
    else if (hold) plan.writes.push(held(row, hold));
    else going.push(row);
  }
  const over = rules.frequency
    ? await frequencyCapReached(
        trx,
        accountId,
        rules.frequency,
        going.map((row) => row.contactId),
        now,
      )
    : null;
  for (const row of going) {
    if (over?.has(row.contactId)) plan.writes.push(skipped(row, 'frequency'));
    else if (row.body === null && row.media === null) fresh.push(row);
    else addAgain(making, plan, row);
  }
  const turns = fresh.map((row) => turnOf(facts, row));
  const results = await runTurns(trx, services, accountId, turns);
  const { disclosure } = rules;
  const contactIds = disclosure === '' ? [] : fresh.map((row) => row.contactId);
  const strangers = await firstTimers(trx, accountId, facts.channelId, contactIds);
  results.forEach((result, n) => {
    const row = fresh[n];
    invariant(row?.contactId === result.contactId, 'turns come back in their order');
    const tells = strangers.has(row.contactId) ? disclosure : '';
    addFresh(making, plan, row, result.messages, tells);
  });
  return plan;
}

function turnOf(facts: BlastFacts, row: Row): Turn {
  const flow = facts.flows.get(row.campaignId);
  invariant(flow, 'a blast keeps the flows of all its campaigns');
  // The message's id is as good as dice, and the same again when the work is done twice.
  const seed = Math.imul(row.id, 0x9e3779b1);
  return {
    channelId: facts.channelId,
    contact: {
      id: row.contactId,
      phone: row.phone,
      tags: row.tags,
      timeZone: row.timeZone ?? facts.timeZone,
    },
    flow,
    session: startSession({ campaignId: row.campaignId, published: flow.published, seed, variables: {} }),
    event: { type: 'started', by: facts.byAutomaton ? 'automata' : 'blast', text: '' },
    blastId: facts.id,
    turnNumber: 0,
  };
}

function skipped(row: Row, reason: string): PreparedMessage {
  return { ...unsent(row), status: 'skipped', reason };
}

function held(row: Row, { until, reason }: Deferral): PreparedMessage {
  return { ...unsent(row), status: 'held', reason, heldUntil: until };
}

function unsent({ id, seq, phone, body, media, segments }: Row): Omit<PreparedMessage, 'status' | 'reason'> {
  return { id, seq, phone, heldUntil: null, stepId: null, body, media, credits: 0, segments };
}

/** A message that was made ready before and came back (the carrier was busy): paid and worded already. */
function addAgain(making: Making, plan: Plan, row: Row): void {
  const { id, body, media, segments } = row;
  plan.writes.push({ ...unsent(row), status: 'sending', reason: null });
  const messages = [outgoing(making, row, { id, body: body ?? '', media })];
  plan.priced.push({ group: { messages, segments, firstTry: row.firstTry ?? making.now }, cost: 0 });
}

function addFresh(
  making: Making,
  plan: Plan,
  row: Row,
  said: readonly NewMessage[],
  disclosure: string,
): void {
  const own = said.filter((message) => message.origin === 'blast').slice(0, IDS_PER_CONTACT);
  plan.others.push(...said.filter((message) => message.origin !== 'blast'));
  const [greeting, ...more] = own;
  if (!greeting) {
    plan.writes.push(skipped(row, 'nothing-to-send'));
    return;
  }
  const opening =
    disclosure === '' ? greeting : { ...greeting, body: withDisclosure(greeting.body, disclosure) };
  const count = countMessage(opening.body, opening.media);
  plan.writes.push({
    ...unsent(row),
    seq: 0,
    status: 'sending',
    reason: null,
    stepId: opening.stepId,
    body: opening.body,
    media: opening.media,
    ...count,
  });
  const group: PhoneMessages = {
    messages: [outgoing(making, row, { id: row.id, body: opening.body, media: opening.media })],
    segments: count.segments,
    firstTry: making.now,
  };
  let cost = count.credits;
  more.forEach((message, n) => {
    const seq = n + 1;
    const extra = countMessage(message.body, message.media);
    cost += extra.credits;
    group.segments += extra.segments;
    const { channelId, campaignId, stepId, body, media } = message;
    const id = row.id + seq;
    const { contactId } = row;
    plan.extras.push({
      row: row.id,
      message: { id, seq, channelId, contactId, campaignId, stepId, body, media, ...extra },
    });
    group.messages.push(outgoing(making, row, { id, body, media }));
  });
  plan.priced.push({ group, cost });
}

function outgoing(
  { accountId, facts, from }: Making,
  row: Row,
  text: { id: number; body: string; media: string | null },
): OutgoingMessage {
  return { ...text, accountId, channelId: facts.channelId, from, to: row.phone };
}

type LockedBlast = { id: number; state: string; reserved: number };

async function lockBlast(trx: Db, accountId: number, blastId: number): Promise<LockedBlast> {
  const blast = await first(
    trx,
    sql<LockedBlast>`
      select id, state, credits_reserved as reserved from blasts
      where account_id = ${accountId} and id = ${blastId} for update`,
  );
  if (!blast) throw new Error(`There is no blast ${blastId}.`);
  return blast;
}

/**
 * Pays for the batch: from what the blast reserved, and beyond it (tags changed since the review) from the
 * balance, to its last credit. Where both are not enough, the last contacts are skipped. Counts what is
 * skipped and spent.
 */
async function pay(trx: Db, accountId: number, blast: LockedBlast, plan: Plan, now: Date): Promise<void> {
  if (costOf(plan) > blast.reserved) {
    const funds = blast.reserved + (await lockBalance(trx, accountId));
    while (costOf(plan) > funds) dropLast(plan);
    const credits = Math.max(0, costOf(plan) - blast.reserved);
    const beyond = { credits, messages: 0, blastId: blast.id, note: 'beyond what was reserved' };
    await chargeCredits(trx, accountId, beyond, now);
  }
  const cost = costOf(plan);
  const fromReserved = Math.min(cost, blast.reserved);
  const spent = { credits: fromReserved, messages: plan.priced.length };
  await spendReserved(trx, accountId, blast.id, spent, now);
  const skips = plan.writes.filter((write) => write.status === 'skipped' && write.seq === 0).length;
  await countPrepared(trx, { accountId, blastId: blast.id }, { skips, cost, fromReserved }, now);
}

const costOf = (plan: Plan) => plan.priced.reduce((sum, { cost }) => sum + cost, 0);

/** Skips the last contact that would have to pay. */
function dropLast(plan: Plan): void {
  const last = plan.priced.findLastIndex(({ cost }) => cost > 0);
  const id = plan.priced[last]?.group.messages[0]?.id;
  plan.priced.splice(last, 1);
  plan.writes = plan.writes.map((write) =>
    write.id === id ? { ...write, status: 'skipped', reason: 'balance', credits: 0 } : write,
  );
  plan.extras = plan.extras.filter((extra) => extra.row !== id);
}

/** What was made ready, paid, and then came back because the person opted out costs nothing. */
function refundSkipped(trx: Db, accountId: number, { writes }: Plan, now: Date): Promise<void> {
  const paid = writes.filter(
    ({ status, body, media }) => status === 'skipped' && (body !== null || media !== null),
  );
  const ids = paid.map(({ id }) => id);
  return refundMessages(trx, accountId, ids, { status: 'skipped', note: 'stopped before it was sent' }, now);
}
