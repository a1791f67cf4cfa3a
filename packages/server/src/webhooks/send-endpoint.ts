/**
 * Sends what is due at one endpoint: several contacts at once, each contact's events in their order. The
 * worker holds a lease; what a killed one sent and did not write down is sent again under the same id.
 */
import { setTimeout } from 'node:timers/promises';
import { WEBHOOK_LIMITS } from '@parley/rules/limits.ts';
import { whenAvailable } from '../platform/db/outage.ts';
import type { Place } from '../platform/places.ts';
import type { Services } from '../platform/services.ts';
import { createContactQueues } from './contact-queues.ts';
import { type DueDelivery, readDue, type Tried } from './delivery-store.ts';
import { isResting } from './endpoint-health.ts';
import { type Posted, postEvent } from './post-event.ts';
import { latest, nextTry } from './retries.ts';
import {
  type Answered,
  type AskedRest,
  type EndpointTarget,
  endTurn,
  type OpenEndpoint,
  openEndpoint,
  storeDone,
} from './settle-turn.ts';

/** Then others have their turn. */
const TURN_MS = 5_000;
const PAGE = 1_000;
/** Of one that rests: the first of them decides. */
const PAGE_OF_RESTING = 20;
/** So many are written down together, or those of so long. One that failed is written down at once. */
const BATCH = 200;
const BATCH_MS = 50;

/**
 * `cutOff` ends requests that hang when the server has to go; they are made again by who comes next. `place`
 * is the turn's among those of other endpoints.
 */
export type Leaving = { isStopping: () => boolean; cutOff: AbortSignal; place: Place };

type Due = DueDelivery & { lane: string };
type Sent = Answered & { delivery: Due };

/** One turn at an endpoint. The lease is given back at its end. */
export async function sendEndpoint(
  services: Services,
  target: EndpointTarget,
  worker: string,
  leaving: Leaving,
): Promise<void> {
  const endpoint = await openEndpoint(services, target);
  const turn = new EndpointTurn({ services, target, worker, leaving }, endpoint);
  await turn.run();
  await endTurn(services, target, worker, turn.rest);
}

type Work = { services: Services; target: EndpointTarget; worker: string; leaving: Leaving };

/** Reading ahead, sending and writing down go on side by side. */
class EndpointTurn {
  /** The receiver asked to be left alone. */
  rest: AskedRest | null = null;
  readonly #work: Work;
  readonly #queues = createContactQueues<Due>();
  readonly #running = new Set<Promise<void>>();
  readonly #until = performance.now() + TURN_MS;
  #endpoint: OpenEndpoint | null;
  #done: Sent[] = [];
  /** Until they have waited long enough to be written down. */
  #ripening: Promise<void> | null = null;
  /** Nothing more is due. */
  #isEmpty = false;
  #mustRest = false;
  /** In a row; known at once, before it is stored. */
  #failures: number;
  #reading: Promise<void> | null = null;
  #readFailure: unknown;
  /** Failures so far, as they came and as they were stored: what was read meanwhile may be out of turn. */
  #upheavals = 0;

  constructor(work: Work, endpoint: OpenEndpoint | null) {
    this.#work = work;
    this.#endpoint = endpoint;
    this.#failures = endpoint?.row.failures ?? 0;
  }

  async run(): Promise<void> {
    try {
      for (;;) {
        if (this.#readFailure) throw this.#readFailure;
        this.#readAhead();
        this.#begin();
        if (this.#done.length > 0 && this.#isRipe()) await this.#settle();
        else if (this.#running.size > 0) await Promise.race([...this.#running, ...this.#ripeningNow()]);
        else if (this.#reading) await this.#reading;
        else if (this.#done.length === 0) break;
      }
    } finally {
      // What cannot be written down is followed by nothing more, and nothing goes on behind the turn's back.
      this.#endpoint = null;
      await Promise.all([...this.#running, this.#reading]);
    }
  }

  #mayBegin(): boolean {
    const { isStopping } = this.#work.leaving;
    const mayGoOn = this.#endpoint !== null && !this.#mustRest && this.rest === null;
    return mayGoOn && !isStopping() && performance.now() < this.#until;
  }

  /** What failures have overtaken meanwhile is read again. */
  #readAhead(): void {
    if (this.#reading || this.#isEmpty || !this.#mayBegin() || this.#queues.waiting() >= PAGE / 2) return;
    const { services, target } = this.#work;
    const before = this.#upheavals;
    const now = services.clock.now();
    const limit = isResting({ failures: this.#failures }) ? PAGE_OF_RESTING : PAGE;
    this.#reading = readDue(services.db, target, { now, limit, without: this.#queues.ids() })
      .then((found) => {
        if (this.#upheavals !== before) return;
        this.#queues.add(found.map((one) => ({ ...one, lane: laneOf(one) })));
        this.#isEmpty = found.length < limit;
        this.#begin();
      })
      .catch((error: unknown) => {
        this.#readFailure = error;
      })
      .finally(() => {
        this.#reading = null;
      });
  }

  /** Unless failures in a row have to be looked at first. */
  #begin(): void {
    const rests = isResting({ failures: this.#failures });
    if (rests && this.#done.length > 0) return;
    const atOnce = rests ? 1 : WEBHOOK_LIMITS.atOnce;
    while (this.#endpoint && this.#mayBegin() && this.#running.size < atOnce) {
      const delivery = this.#queues.next();
      if (!delivery) return;
      const sending: Promise<void> = this.#send(this.#endpoint, delivery).finally(() => {
        this.#running.delete(sending);
        this.#begin();
      });
      this.#running.add(sending);
    }
  }

  async #send({ row, secrets }: OpenEndpoint, delivery: Due): Promise<void> {
    const { services, leaving } = this.#work;
    const { webhookId, kind: type, at, data } = delivery;
    const envelope = { webhookId, type, at, data };
    const posted = await postEvent(services, { url: row.url, secrets }, envelope, leaving.cutOff);
    leaving.place.answered();
    if (!posted.ok && leaving.cutOff.aborted) return;
    if (posted.ok) this.#queues.sent(delivery);
    else {
      this.#queues.failed(delivery);
      this.#upheavals += 1;
    }
    this.#failures = posted.ok ? 0 : this.#failures + 1;
    if (posted.gone) this.#endpoint = null;
    const now = services.clock.now();
    // One that has been given another address meanwhile wants nothing of what the former one asks for.
    if (posted.restMs > 0 && (this.#endpoint === null || this.#endpoint.row.url === row.url)) {
      const until = latest(this.rest?.until ?? null, new Date(now.getTime() + posted.restMs));
      this.rest = { url: row.url, until };
    }
    const tried = triedAs(delivery, posted, now);
    if (this.#done.length === 0) this.#ripen();
    this.#done.push({ delivery, tried, url: row.url, gone: posted.gone });
  }

  #ripen(): void {
    const ripening = setTimeout(BATCH_MS).then(() => {
      if (this.#ripening === ripening) this.#ripening = null;
    });
    this.#ripening = ripening;
  }

  #ripeningNow(): Promise<void>[] {
    return this.#ripening ? [this.#ripening] : [];
  }

  #isRipe(): boolean {
    return (
      this.#done.length >= BATCH ||
      this.#running.size === 0 ||
      this.#ripening === null ||
      !this.#done.every(isDelivered)
    );
  }

  /** Writes down what became of those that are back; what the endpoint is like now. */
  async #settle(): Promise<void> {
    const { services, target, worker, leaving } = this.#work;
    const batch = this.#done;
    this.#done = [];
    this.#ripening = null;
    this.#endpoint = await whenAvailable(
      () => storeDone(services, target, worker, batch),
      leaving.isStopping,
    );
    if (this.#endpoint && batch.some(({ url }) => url !== this.#endpoint?.row.url))
      this.#beginElsewhere(this.#endpoint);
    this.#queues.settle(batch.map(({ delivery }) => delivery));
    if (!batch.every(isDelivered)) this.#upheavals += 1;
    this.#isEmpty = false;
    this.#mustRest = this.#endpoint !== null && isResting(this.#endpoint.row);
  }

  /** It was given another address: what the former one did and asked for counts no more. */
  #beginElsewhere({ row }: OpenEndpoint): void {
    this.#failures = row.failures;
    if (this.rest?.url !== row.url) this.rest = null;
  }
}

const isDelivered = ({ tried }: Answered) => tried.state === 'delivered';

const laneOf = ({ id, contactId }: DueDelivery) => (contactId === null ? `event ${id}` : String(contactId));

function triedAs(delivery: DueDelivery, posted: Posted, now: Date): Tried {
  const { id, contactId, failures } = delivery;
  const { ok, status, answer, durationMs, restMs } = posted;
  const triedFrom = delivery.triedFrom ?? now;
  const scheduled = ok ? null : nextTry(failures + 1, triedFrom, now);
  const again = scheduled && latest(scheduled, new Date(now.getTime() + restMs));
  const state = ok ? 'delivered' : again ? 'pending' : 'failed';
  return { id, contactId, state, dueAt: again ?? now, triedFrom, triedAt: now, status, answer, durationMs };
}
