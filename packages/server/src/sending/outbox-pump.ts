/** Sends single messages: replies, notices, codes. A lane of its own, so that they overtake blasts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { channelsElsewhere } from '../carriers/index.ts';
import { claimOutbox, type DirectSend, dropOutboxClaim, leaseEnd, OUTBOX_ROUND } from '../messages/index.ts';
import { releaseOnOutage } from '../platform/db/outage.ts';
import { pipelinedByKey } from '../platform/db/pipeline.ts';
import { preparedOf } from '../platform/db/prepared.ts';
import { startDueLoop, unleased } from '../platform/due-loops.ts';
import { inRuntime } from '../platform/runtime.ts';
import type { Background, Services } from '../platform/services.ts';
import { workerName } from '../platform/this-process.ts';
import { ContactTurns } from './contact-turns.ts';
import { OutboxPlaces } from './outbox-places.ts';
import { directClaim, OutboxRound, type OutboxState } from './outbox-round.ts';

/** At most so many rounds of answers that came without a claim: what is claimed has room, too. */
const MOST_DIRECT = 4;
/**
 * From one claim to the next at least: a round costs the same for one message as for twenty. Who comes alone
 * does not wait.
 */
const CLAIM_EVERY_MS = 15;

const pumps = inRuntime(() => ({ running: null as OutboxPump | null }));

/**
 * Whether the pump of this process takes answers without a claim ({@link DirectSend}). Never from within a
 * transaction that may be taken back.
 */
export const directSend = (services: Services, channelIds: readonly number[]): DirectSend | null =>
  services.db.isTransaction ? null : (pumps(services).running?.directSend(channelIds) ?? null);

export function startOutboxPump(services: Services): Background {
  const pump = new OutboxPump(services);
  pumps(services).running = pump;
  const loop = startDueLoop(services, {
    name: 'outbox pump',
    due: unleased('outbox'),
    once: () => pump.claim(),
  });
  pump.wake = loop.wake;
  services.signals.on('outbox', () => {
    pump.expect();
    loop.wake();
  });
  return {
    async stop() {
      pump.stopping = true;
      pumps(services).running = null;
      await loop.stop();
      await Promise.all(pump.rounds);
    },
  };
}

class OutboxPump {
  readonly rounds = new Set<Promise<unknown>>();
  stopping = false;
  wake: () => void = () => undefined;
  private readonly state: OutboxState;
  /** When the next claim may begin, by `performance.now`. */
  private restsUntil = 0;
  /** The names of the claims that are worked on. */
  private readonly working = new Set<string>();
  private readonly places: OutboxPlaces;
  private directRounds = 0;
  /** Something may wait in the outbox that no claim has found yet. */
  private mayWait = true;
  /** That was said since the last claim began. */
  private isExpected = false;

  constructor(services: Services) {
    this.state = {
      services,
      isStopping: () => this.stopping,
      turns: new ContactTurns(),
      hot: preparedOf(services),
      transactHot: pipelinedByKey(services.pool),
    };
    this.places = new OutboxPlaces(() => {
      this.expect();
      this.wake();
    });
  }

  /** Something has come to the outbox. */
  expect(): void {
    this.isExpected = true;
    this.mayWait = true;
  }

  /** Claims one round and begins to send it. True: there may be more. */
  async claim(): Promise<boolean> {
    if (this.stopping) return false;
    if (this.places.isFull()) {
      // The end of a round asks again, and one that leaves its place.
      this.mayWait = true;
      return false;
    }
    const restMs = this.restsUntil - performance.now();
    if (restMs > 0) await sleep(restMs);
    const { services, isStopping, hot } = this.state;
    // One name for each claim, so that work which lost its lease cannot take the next claim for its own.
    const worker = workerName();
    const now = services.clock.now();
    this.mayWait = true;
    this.isExpected = false;
    const claimed = await claimOutbox(hot, worker, [...this.working], this.closedChannels(), now).catch(
      // Whether it leased something is not known.
      releaseOnOutage(() => dropOutboxClaim(services.db, worker, now, null), isStopping),
    );
    const mayBeMore = claimed.length === OUTBOX_ROUND;
    const { checked } = this.begin(
      worker,
      byChannel(claimed).map(
        (members) => new OutboxRound(this.state, { worker, members, claimedAt: now.getTime() }),
      ),
    );
    // What came since is told apart from what the claim has found, behind which answers come from here on.
    this.mayWait = mayBeMore || this.isExpected;
    if (claimed.length === 0) return false;
    this.restsUntil = mayBeMore ? 0 : performance.now() + CLAIM_EVERY_MS;
    // What comes meanwhile goes together in the next round: a few large ones cost less than many small ones.
    await checked;
    return mayBeMore;
  }

  /** A claim for answers that are about to be stored, while nothing waits that they must not overtake. */
  directSend(channelIds: readonly number[]): DirectSend | null {
    const { services } = this.state;
    if (this.stopping || this.mayWait || this.directRounds >= MOST_DIRECT) return null;
    const closed = this.closedChannels();
    if (channelIds.some((id) => closed.includes(id))) return null;
    const worker = workerName();
    const now = services.clock.now();
    return {
      worker,
      leasedUntil: leaseEnd(now),
      send: (accountId, messages) => {
        this.directRounds += 1;
        const claim = { worker, claimedAt: now.getTime() };
        const rounds = byChannel(messages.map((each) => ({ accountId, ...each }))).map(
          (members) => new OutboxRound(this.state, directClaim(members, claim)),
        );
        this.begin(worker, rounds, () => {
          this.directRounds -= 1;
        });
      },
    };
  }

  /** Channels whose messages this process leaves alone. */
  private closedChannels(): number[] {
    return [...channelsElsewhere(this.state.services), ...this.places.heldUp()];
  }

  /** `checked` resolves when all of it has been through the send policy, or failed; it is sent meanwhile. */
  private begin(
    worker: string,
    channels: readonly OutboxRound[],
    onLeave: () => void = () => undefined,
  ): { checked: Promise<unknown> } {
    const { services, isStopping } = this.state;
    if (channels.length === 0) return { checked: Promise.resolve() };
    const place = this.places.take(
      channels.map(({ channelId }) => channelId),
      onLeave,
    );
    const sent = channels.map((channel) =>
      channel
        .submit()
        .catch(releaseOnOutage(() => channel.giveUp(), isStopping))
        .finally(() => {
          channel.end();
          place.leave(channel.channelId);
        }),
    );
    const round: Promise<unknown> = Promise.all(sent)
      .catch((error: unknown) => services.log.error({ err: error }, 'a round of the outbox failed'))
      .finally(() => {
        this.rounds.delete(round);
        this.working.delete(worker);
        place.end();
        if (channels.some(({ hasGivenBack }) => hasGivenBack)) this.expect();
        if (this.mayWait) this.wake();
      });
    this.rounds.add(round);
    this.working.add(worker);
    return { checked: Promise.allSettled(channels.map((channel) => channel.checked)) };
  }
}

const byChannel = <T extends { accountId: number; channelId: number }>(messages: readonly T[]): T[][] => [
  ...Map.groupBy(messages, ({ accountId, channelId }) => `${accountId}/${channelId}`).values(),
];
