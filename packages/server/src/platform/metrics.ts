/**
 * Figures of this process for whoever watches the installation. No account, person, number or text is in
 * them: labels have a handful of values that are ours.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry, register } from 'prom-client';
import { inRuntime } from './runtime.ts';
import type { Services } from './services.ts';

/** In seconds. Receipts of good carriers take seconds, of others minutes. */
const RECEIPT_BUCKETS = [1, 2, 5, 10, 30, 60, 300, 900, 3_600, 86_400];
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * How often the lag of the event loop is measured: each time wakes the process. It is a part of each value
 * (https://nodejs.org/api/perf_hooks.html#perf_hooksmonitoreventloopdelayoptions).
 */
const LAG_EVERY_MS = 250;

export type Metrics = ReturnType<typeof createMetrics>;

/** The figures of this server, made at their first use. */
export const metricsOf = inRuntime((services: Services) => createMetrics(services));

function createMetrics({ pool }: Services) {
  // Processor, memory, event loop, garbage: once for the process, whoever else is in it.
  if (!register.getSingleMetric('process_cpu_seconds_total'))
    collectDefaultMetrics({ eventLoopMonitoringPrecision: LAG_EVERY_MS });
  const own = new Registry();
  const registers = [own];
  new Gauge({
    name: 'parley_database_connections',
    help: 'Connections of this process to PostgreSQL, and who waits for one',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  const processesLost = new Counter({
    name: 'parley_processes_lost_total',
    help: 'Other processes that ended without a word (dead), or were not heard of any more (silent)',
    labelNames: ['is'],
    registers,
  });
  // A count that begins with its first loss has not risen for whoever watches it.
  for (const is of ['dead', 'silent']) processesLost.inc({ is }, 0);
  return {
    own,
    /** What is exposed: ours, and those of Node. */
    all: () => Registry.merge([register, own]),
    handedOver: new Counter({
      name: 'parley_messages_handed_over_total',
      help: 'What carriers answered to messages that were handed over',
      labelNames: ['carrier', 'answer'],
      registers,
    }),
    receipts: new Counter({
      name: 'parley_receipts_total',
      help: 'Delivery receipts that carriers sent, as they came',
      labelNames: ['status'],
      registers,
    }),
    receiptLag: new Histogram({
      name: 'parley_receipt_seconds',
      help: 'From the hand-over of a message to the receipt that settled it',
      buckets: RECEIPT_BUCKETS,
      registers,
    }),
    texts: new Counter({
      name: 'parley_inbound_texts_total',
      help: 'Texts from people; again: the carrier had sent it before',
      labelNames: ['is'],
      registers,
    }),
    signInsFailed: new Counter({
      name: 'parley_sign_ins_failed_total',
      help: 'Sign-ins with a wrong address of email, password or code',
      registers,
    }),
    processesLost,
    requests: new Histogram({
      name: 'parley_http_request_seconds',
      help: 'How long requests took, by who asks and how it ended',
      labelNames: ['surface', 'status'],
      buckets: REQUEST_BUCKETS,
      registers,
    }),
  };
}

const SURFACES = ['session', 'api', 'carriers'] as const;

/** Who asks: the path tells. */
export function surfaceOf(path: string): string {
  const [, first = ''] = path.split('/', 2);
  const word = first.split('?', 1)[0]?.toLowerCase();
  return SURFACES.find((surface) => surface === word) ?? 'other';
}
