/**
 * Sends blasts: leases chunks, one for each channel at a time; what is done with each is `chunk-work.ts`.
 */
import { claimChunk, dropChunkClaim, dueChunks } from '../blasts/index.ts';
import { channelsElsewhere } from '../carriers/index.ts';
import { isUnavailable, releaseOnOutage } from '../platform/db/outage.ts';
import { pipelinedByKey } from '../platform/db/pipeline.ts';
import { startDueLoop } from '../platform/due-loops.ts';
import type { Background, Services } from '../platform/services.ts';
import { workerName } from '../platform/this-process.ts';
import { ChunkWork, type PumpState } from './chunk-work.ts';

/** Channels served at a time. */
const MOST_CHUNKS = 64;
/** How often it is told that chunks wait. */
const TELL_EVERY_MS = 300_000;

type Chunk = NonNullable<Awaited<ReturnType<typeof claimChunk>>>;

export function startBlastPump(services: Services): Background {
  const pump = new BlastPump(services);
  const loop = startDueLoop(services, {
    name: 'blast pump',
    due: dueChunks,
    once: () => pump.claim(),
  });
  pump.wake = loop.wake;
  services.signals.on('chunks', loop.wake);
  return {
    async stop() {
      pump.stopping = true;
      await loop.stop();
      await Promise.all(pump.tasks);
    },
  };
}

class BlastPump {
  readonly tasks = new Set<Promise<void>>();
  stopping = false;
  wake: () => void = () => undefined;
  private readonly state: PumpState;
  private readonly name = workerName();
  private claims = 0;
  /** Channels that have a chunk with more to make ready: none of their others is begun. */
  private readonly busy = new Set<number>();
  /** The names of the claims that are worked on. */
  private readonly working = new Set<string>();
  private lastBlast = 0;
  private tellAt = 0;

  constructor(services: Services) {
    this.state = {
      services,
      transactions: pipelinedByKey(services.pool),
      isStopping: () => this.stopping,
      wake: () => this.wake(),
      batchSizes: new Map(),
    };
  }

  /** Leases one chunk and begins to work on it. True: there may be more. */
  async claim(): Promise<boolean> {
    if (this.stopping || this.tasks.size >= MOST_CHUNKS) return false;
    const { services, isStopping } = this.state;
    this.claims += 1;
    const worker = `${this.name}/${this.claims}`;
    const now = services.clock.now();
    // What another process holds the bind of is that process's work.
    const others = [...this.busy, ...channelsElsewhere(services)];
    const claim = { worker, mine: [...this.working], busyChannels: others, lastBlastId: this.lastBlast };
    const chunk = await claimChunk(services.db, claim, now).catch(
      // Whether it leased something is not known.
      releaseOnOutage(() => dropChunkClaim(services.db, worker, now, now), isStopping),
    );
    if (!chunk) return false;
    this.lastBlast = chunk.blastId;
    this.begin(chunk);
    return true;
  }

  /** Each chunk tries again each second, perhaps for hours, and the log's disk may be full too. */
  private tellWait(of: { reason: string; chunk: unknown }): void {
    const isTold = performance.now() < this.tellAt;
    this.state.services.log[isTold ? 'debug' : 'warn'](of, 'a chunk waits for the database');
    if (!isTold) this.tellAt = performance.now() + TELL_EVERY_MS;
  }

  private begin(chunk: Chunk): void {
    const { log } = this.state.services;
    let exhausted = false;
    const releaseChannel = () => {
      if (!exhausted) this.busy.delete(chunk.channelId);
      exhausted = true;
      this.wake();
    };
    this.busy.add(chunk.channelId);
    this.working.add(chunk.worker);
    const work = new ChunkWork(this.state, chunk, releaseChannel);
    const task = work
      .run()
      .catch((error: unknown) => {
        const reason = isUnavailable(error) ? (error as Error).message : undefined;
        if (reason === undefined) log.error({ err: error, chunk: chunk.id }, 'a chunk failed');
        else this.tellWait({ reason, chunk: chunk.id });
        return work.letGo(error);
      })
      .catch((error: unknown) =>
        log.error({ err: error, chunk: chunk.id }, 'a chunk waits for the end of its lease'),
      )
      .finally(() => {
        this.tasks.delete(task);
        this.working.delete(chunk.worker);
        releaseChannel();
      });
    this.tasks.add(task);
  }
}
