/** Sends single messages: replies, notices, codes. A lane of its own, so that they overtake blasts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { channelsElsewhere } from '../carriers/index.ts';
import { type ClaimedMessage, claimOutbox, dropOutboxClaim, OUTBOX_ROUND } from '../messages/index.ts';
import { releaseOnOutage } from '../platform/db/outage.ts';
import { pipelined } from '../platform/db/pipeline.ts';
import { preparedOf } from '../platform/db/prepared.ts';
import { startDueLoop, unleased } from '../platform/due-loops.ts';
import type { Background, Services } from '../platform/services.ts';
import { workerName } from '../platform/this-process.ts';
import { OutboxRound, type OutboxState } from './outbox-round.ts';

/** Rounds at a time: a slow carrier must not hold up the others, nor the results of one round the next. */
const MOST_ROUNDS = 8;
/**
 * From one claim to the next at least: a round costs the same for one message as for twenty. Who comes alone
 * does not wait.
 */
const CLAIM_EVERY_MS = 15;

export function startOutboxPump(services: Services): Background {
  const pump = new OutboxPump(services);
  const loop = startDueLoop(services, {
    name: 'outbox pump',
    due: unleased('outbox'),
    once: () => pump.claim(),
  });
  pump.wake = loop.wake;
  services.signals.on('outbox', loop.wake);
  return {
    async stop() {
      pump.stopping = true;
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

  constructor(services: Services) {
    this.state = {
      services,
      isStopping: () => this.stopping,
      hot: preparedOf(services),
      transactHot: pipelined(services.pool),
    };
  }

  /** Claims one round and begins to send it. True: there may be more. */
  async claim(): Promise<boolean> {
    if (this.stopping || this.rounds.size >= MOST_ROUNDS) return false;
    const restMs = this.restsUntil - performance.now();
    if (restMs > 0) await sleep(restMs);
    const { services, isStopping, hot } = this.state;
    // One name for each claim, so that work which lost its lease cannot take the next claim for its own.
    const worker = workerName();
    const now = services.clock.now();
    const claimed = await claimOutbox(hot, worker, [...this.working], channelsElsewhere(services), now).catch(
      // Whether it leased something is not known.
      releaseOnOutage(() => dropOutboxClaim(services.db, worker, now, null), isStopping),
    );
    if (claimed.length === 0) return false;
    const mayBeMore = claimed.length === OUTBOX_ROUND;
    this.restsUntil = mayBeMore ? 0 : performance.now() + CLAIM_EVERY_MS;
    // What comes meanwhile goes together in the next round: a few large ones cost less than many small ones.
    await this.begin(worker, claimed, now.getTime());
    return mayBeMore;
  }

  /** Resolves when all of it has been through the send policy, or failed; it is sent meanwhile. */
  private begin(worker: string, claimed: readonly ClaimedMessage[], claimedAt: number): Promise<unknown> {
    const { services, isStopping } = this.state;
    const byChannel = Map.groupBy(claimed, ({ accountId, channelId }) => `${accountId}/${channelId}`);
    const channels = [...byChannel.values()].map(
      (members) => new OutboxRound(this.state, worker, members, claimedAt),
    );
    const sent = channels.map((channel) =>
      channel.submit().catch(releaseOnOutage(() => channel.giveUp(), isStopping)),
    );
    const round: Promise<unknown> = Promise.all(sent)
      .catch((error: unknown) => services.log.error({ err: error }, 'a round of the outbox failed'))
      .finally(() => {
        this.rounds.delete(round);
        this.working.delete(worker);
        this.wake();
      });
    this.rounds.add(round);
    this.working.add(worker);
    return Promise.allSettled(channels.map(({ checked }) => checked));
  }
}
