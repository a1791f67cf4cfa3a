/**
 * What a claim of the outbox has for one channel, phase by phase: what may go passes the send policy, what a
 * dead worker had in hand is looked into, all of it is submitted and the results are stored.
 */

import {
  type ClaimedMessage,
  type DirectMessage,
  dropOutboxClaim,
  endWaiting,
  giveBackToOutbox,
  LEASE_MS,
  noteOutboxSubmission,
  type Outgoing,
  publishBlast,
  recordLateAnswers,
  removeFromOutbox,
  removeOurs,
  renewOutboxLeases,
  type StoredMessage,
  type SubmitResult,
  storeSubmitResults,
} from '../messages/index.ts';
import { type Db, transact } from '../platform/db/database.ts';
import type { Transactions } from '../platform/db/pipeline.ts';
import type { Services } from '../platform/services.ts';
import { epochMs, tracesOf } from '../platform/traces/traces.ts';
import { applyPolicy } from './apply-policy.ts';
import { type ChannelSender, channelSenderOf, isOtherLine } from './channel-sender.ts';
import type { ContactTurn, ContactTurns } from './contact-turns.ts';
import { timeToLiveOf } from './rate-limit.ts';
import { groupByContact, recoverAbandoned, waitAgain } from './recover-abandoned.ts';
import type { PhoneMessages } from './submission-slices.ts';
import { metLater, submitGroups } from './submit.ts';

const LEASE_MARGIN_MS = 3_000;
/** Whether the channel has another line meanwhile is looked at before a pause of so long. */
const LONG_PAUSE_MS = 5_000;

/** What the rounds of one pump share. */
export type OutboxState = {
  services: Services;
  isStopping: () => boolean;
  turns: ContactTurns;
  /** Their texts are the same each time: planned once, not for every round. */
  hot: Db;
  transactHot: Transactions;
};

type Ready = { line: ChannelSender; groups: PhoneMessages[] };
/** A claim of one channel. */
type Claim = {
  /** Its name. */
  worker: string;
  /** At least one. */
  members: readonly ClaimedMessage[];
  claimedAt: number;
  /** Answers that were stored as 'sending'. */
  direct?: readonly StoredMessage[];
};

/** A claim of answers that never waited in the outbox. */
export const directClaim = (
  messages: readonly (DirectMessage & { accountId: number })[],
  { worker, claimedAt }: { worker: string; claimedAt: number },
): Claim => {
  const members = messages.map(({ id, accountId, channelId }) => ({
    accountId,
    channelId,
    messageId: id,
    reply: true,
    abandoned: false,
    handed: false,
    timeToLiveMinutes: null,
    message: null,
  }));
  return { worker, members, claimedAt, direct: messages };
};

export class OutboxRound {
  /** All of it has been through the send policy, or failed. */
  readonly checked: Promise<Ready>;
  /** Something of it waits again. */
  hasGivenBack = false;
  private readonly state: OutboxState;
  /** The name of the claim. */
  private readonly worker: string;
  private readonly members: readonly ClaimedMessage[];
  private readonly direct: Claim['direct'];
  private readonly accountId: number;
  readonly channelId: number;
  private readonly turn: ContactTurn;
  private leasedUntil: number;
  /** In real time. */
  private readonly begunAt = epochMs();

  constructor(state: OutboxState, { worker, members, claimedAt, direct }: Claim) {
    const [{ accountId, channelId }] = members as [ClaimedMessage];
    this.state = state;
    this.worker = worker;
    this.members = members;
    this.direct = direct;
    this.accountId = accountId;
    this.channelId = channelId;
    this.leasedUntil = claimedAt + LEASE_MS;
    const messages = direct ?? members.flatMap(({ message }) => message ?? []);
    this.turn = state.turns.enter(new Map(messages.map(({ id, contactId }) => [id, contactId])));
    this.checked = metLater(this.prepare());
  }

  /**
   * Submits what may go, to each person when all that was begun before for them is answered; resolves when
   * all results are stored.
   */
  async submit(): Promise<void> {
    const { line, groups } = await this.checked;
    const going = new Set(groups.flatMap(({ messages }) => messages.map(({ id }) => id)));
    this.turn.leave(idsOf(this.members).filter((id) => !going.has(id)));
    const isFree = (group: PhoneMessages) => this.turnOf(group) === undefined;
    const behind = groups.filter((group) => !isFree(group));
    const handed = [
      this.handOver(line, groups.filter(isFree)),
      Promise.all(behind.map((group) => this.turnOf(group))).then(() => this.handOver(line, behind)),
    ];
    // Also when the one fails the other is over before anything is given back.
    await Promise.allSettled(handed);
    await Promise.all(handed);
  }

  /** Resolves when it is the turn of a person; undefined: it is. */
  private turnOf({ messages: [first] }: PhoneMessages): Promise<unknown> | undefined {
    return first && this.turn.behind(first.id);
  }

  private async handOver(line: ChannelSender, groups: readonly PhoneMessages[]): Promise<void> {
    if (groups.length === 0) return;
    const { services, isStopping } = this.state;
    const { stored } = submitGroups({
      services,
      accountId: this.accountId,
      line,
      groups,
      urgent: true,
      mayStart: () => !isStopping() && services.clock.now().getTime() < this.leasedUntil - LEASE_MARGIN_MS,
      // Each message that comes back has a moment of its own.
      pause: () => undefined,
      keepLease: () => this.keepLease(),
      ...(this.members.some(({ handed }) => handed === false) && {
        note: (ids) => noteOutboxSubmission(services.db, this.worker, this.accountId, ids),
      }),
      store: async (results) => this.store(await this.withoutPause(line, results)),
    });
    await stored;
  }

  /**
   * Gives back what work that broke off still holds. All that it submitted is answered and stored by then:
   * what is in 'sending' never was, and waits again. What it took over from a worker that died stays
   * unconfirmed.
   */
  async giveUp(): Promise<void> {
    const { services } = this.state;
    const own = this.members.filter(({ abandoned }) => !abandoned);
    await this.store(waitAgain(own.map(({ messageId }) => ({ id: messageId }))));
    await dropOutboxClaim(services.db, this.worker, services.clock.now(), this.channelId);
  }

  /** Nothing of it is in work any more. */
  end(): void {
    this.turn.end();
  }

  /** The channel, and what of its messages may go. */
  private async prepare(): Promise<Ready> {
    const { services, hot } = this.state;
    const now = services.clock.now();
    const passing: Promise<readonly StoredMessage[]> = metLater(
      this.direct ? Promise.resolve(this.direct) : this.check(now),
    );
    // Also when the one fails the other is over before anything is given back.
    const line = await channelSenderOf(hot, services, this.accountId, this.channelId).finally(() =>
      Promise.allSettled([passing]),
    );
    const going = await passing;
    this.trace(new Set(going.map(({ id }) => id)), now);
    const again = await this.takeOver(line, now);
    return { line, groups: groupByContact(this.accountId, line, [...again, ...going], now) };
  }

  /** `going`: what passed the policy. */
  private trace(going: ReadonlySet<number>, now: Date): void {
    const traces = tracesOf(this.state.services);
    if (!traces) return;
    for (const { accountId, channelId, messageId, abandoned, message } of this.members)
      traces.messageStage(messageId, {
        name: 'message claimed',
        kind: 'internal',
        from: this.begunAt,
        facts: {
          'parley.account.id': accountId,
          'parley.channel.id': channelId,
          'parley.message.goes': going.has(messageId),
          'parley.message.abandoned': abandoned,
          'parley.message.waited_ms': message === null ? null : now.getTime() - message.waitsSince.getTime(),
        },
      });
  }

  /** The send policy, then 'sending'; what is held waits on. What needs no sending leaves the outbox. */
  private async check(now: Date): Promise<Outgoing[]> {
    const { services, hot } = this.state;
    const { accountId, channelId, members } = this;
    const open = members.filter(({ message }) => message?.status === 'queued' || message?.status === 'held');
    const waiting = open.filter((each) => !isLate(each, now)).flatMap(({ message }) => message ?? []);
    const replies = new Set(members.filter((each) => each.reply).map((each) => each.messageId));
    const { ready, held } = await applyPolicy(
      hot,
      services,
      { accountId, channelId },
      { waiting, replies },
      now,
    );
    const readyIds = new Set(ready.map(({ id }) => id));
    const over = members.filter(
      (each) => !readyIds.has(each.messageId) && !held.has(each.messageId) && !isInHand(each),
    );
    if (over.length > 0)
      await transact(services.db, async (trx) => {
        const late = open.filter((each) => isLate(each, now));
        await endWaiting(trx, accountId, idsOf(late), 'expired', now);
        await removeFromOutbox(trx, accountId, idsOf(over));
      });
    return ready;
  }

  /**
   * What a worker that died had in hand: what it had not submitted waits again, what stays unconfirmed leaves
   * the outbox.
   */
  private async takeOver(line: ChannelSender, now: Date): Promise<StoredMessage[]> {
    const { services } = this.state;
    const inHand = this.members.filter(isInHand);
    const unsubmitted = new Set(inHand.filter(({ handed }) => handed === false).map(idOf));
    const found = inHand.flatMap(({ message }) => message ?? []);
    const { ready, again, unknown } = recoverAbandoned(line, found, ({ id }) => !unsubmitted.has(id));
    if (ready.length > 0) await this.store(waitAgain(ready));
    if (unknown.length > 0)
      await transact(services.db, async (trx) => {
        await storeSubmitResults(trx, this.accountId, unknown, now);
        await removeFromOutbox(trx, this.accountId, idsOf(unknown));
      });
    return again;
  }

  /** A long pause that another line asked for is none. */
  private async withoutPause(
    line: ChannelSender,
    results: readonly SubmitResult[],
  ): Promise<readonly SubmitResult[]> {
    const isPaused = ({ outcome }: SubmitResult) =>
      outcome.status === 'queued' && outcome.retryAfterMs > LONG_PAUSE_MS;
    if (!results.some(isPaused) || !(await isOtherLine(this.state.services, this.accountId, line)))
      return results;
    return results.map((each) =>
      isPaused(each) ? { ...each, outcome: { ...each.outcome, retryAfterMs: 0 } } : each,
    );
  }

  private async keepLease(): Promise<void> {
    const { db, clock } = this.state.services;
    const now = clock.now();
    if (await renewOutboxLeases(db, this.worker, this.members, now))
      this.leasedUntil = now.getTime() + LEASE_MS;
  }

  /**
   * Stores results of messages that are still ours; a worker that was frozen and lost them tells only what
   * the carrier answered.
   */
  private async store(results: readonly SubmitResult[]): Promise<void> {
    this.turn.leave(results.map(idOf));
    const { services, transactHot } = this.state;
    const { accountId, worker } = this;
    const now = services.clock.now();
    const back = results.filter(({ outcome: { status } }) => status === 'queued' || status === 'held');
    const done = results.filter((result) => !back.includes(result));
    this.hasGivenBack ||= back.length > 0;
    let ours = new Set<number>();
    const counted = await transactHot(async (trx) => {
      const [gone, given] = await Promise.all([
        removeOurs(trx, worker, accountId, done),
        giveBackToOutbox(trx, worker, accountId, back, now),
      ]);
      ours = new Set([...gone, ...given]);
      return storeSubmitResults(
        trx,
        accountId,
        results.filter(({ messageId }) => ours.has(messageId)),
        now,
      );
    });
    for (const blast of counted) publishBlast(services, accountId, blast);
    const lost = results.filter(({ messageId }) => !ours.has(messageId));
    await recordLateAnswers(services, accountId, lost);
  }
}

const idOf = ({ messageId }: { messageId: number }): number => messageId;
const idsOf = (of: readonly { messageId: number }[]): number[] => of.map(idOf);

/** What a worker that died was submitting. */
const isInHand = ({ abandoned, message }: ClaimedMessage): boolean =>
  abandoned && message?.status === 'sending';

/** It waited longer than the channel tries. */
const isLate = ({ timeToLiveMinutes, message }: ClaimedMessage, now: Date): boolean =>
  message !== null && now.getTime() - message.waitsSince.getTime() > timeToLiveOf({ timeToLiveMinutes });
