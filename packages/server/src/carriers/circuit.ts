/**
 * Watches a connection: counts what goes through, and stops handing over when the carrier is not well. The
 * circuit opens after several failures in a row, when requests hang, or when the link stays down; probes find
 * out when it may close again, and one message tries.
 */
import { wordsWithoutCode } from '../platform/code-text.ts';
import type { Carrier, LinkState, OutgoingMessage, ProviderError, Report, SendResult } from './carrier.ts';

const FAILURES = 5;
/** Failures in a row that go on for this long count as much as many of them. */
const FAILING_MS = 5_000;
const HANGING_MS = 8_000;
const LINK_DOWN_MS = 5_000;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 30_000;
const TICK_MS = 1_000;
const RATE_SECONDS = 5;

export type CircuitState = 'closed' | 'open' | 'trying';

export type ConnectionState = {
  kind: Carrier['kind'];
  link: LinkState['state'];
  circuit: CircuitState;
  /** The last failure or refusal, with its time in ms; null: none since the start. */
  trouble: (ProviderError & { at: number }) | null;
  perSecond: number;
  inFlight: number;
  window: number;
};

export type Guarded = Carrier & {
  /** Whether messages may be handed over. */
  isAvailable: () => boolean;
  state: () => ConnectionState;
};

/** What is known of a connection's health. Times without a date are by `performance.now`. */
type Watch = {
  carrier: Carrier;
  now: () => number;
  onChange: (state: ConnectionState) => void;
  circuit: CircuitState;
  trouble: ConnectionState['trouble'];
  /** In a row, and since when. */
  failures: number;
  failingSince: number;
  /** When the carrier last showed that it is well. */
  heardAt: number;
  downSince: number | null;
  /** Open: how long and until when before the next probe. */
  waitMs: number;
  retryAt: number;
  isProbing: boolean;
  /** The one message that tries a circuit is on its way. */
  isTrying: boolean;
  /** What was accepted in each of the last seconds, and in this one. */
  counts: number[];
  accepted: number;
  /** The state that was told last. */
  told: string;
};

/** `now`: the time in ms. */
export function guard(
  carrier: Carrier,
  now: () => number,
  onChange: (state: ConnectionState) => void,
): Guarded {
  const watch: Watch = {
    carrier,
    now,
    onChange,
    circuit: 'closed',
    trouble: null,
    failures: 0,
    failingSince: 0,
    heardAt: performance.now(),
    downSince: null,
    waitMs: FIRST_WAIT_MS,
    retryAt: 0,
    isProbing: false,
    isTrying: false,
    counts: [],
    accepted: 0,
    told: '',
  };
  const ticker = setInterval(() => tick(watch), TICK_MS).unref();
  return {
    ...carrier,
    state: () => stateOf(watch),
    isAvailable: () => watch.circuit === 'closed' || (watch.circuit === 'trying' && !watch.isTrying),
    send: (groups, report, mayStart) => send(watch, groups, report, mayStart),
    async close() {
      clearInterval(ticker);
      await carrier.close();
    },
  };
}

/** Hands over while the circuit is closed; one that tries hands over a single message first. */
async function send(
  watch: Watch,
  groups: readonly (readonly OutgoingMessage[])[],
  report: Report,
  mayStart: () => boolean,
): Promise<void> {
  const watched: Report = (message, result) => {
    hear(watch, result);
    report(message, result);
  };
  const first = groups[0]?.[0];
  if (!first) return;
  const isClosed = () => watch.circuit === 'closed';
  let rest = groups;
  if (watch.circuit === 'trying' && !watch.isTrying) {
    watch.isTrying = true;
    try {
      await watch.carrier.send([[first]], watched, mayStart);
    } finally {
      watch.isTrying = false;
    }
    rest = withoutFirst(groups);
    if (!isClosed()) return;
  } else if (!isClosed()) {
    report(first, { is: 'throttled', retryAfterMs: pauseMs(watch.retryAt - performance.now()) });
    return;
  }
  await watch.carrier.send(rest, watched, () => isClosed() && mayStart());
}

function hear(watch: Watch, result: SendResult): void {
  const well =
    result.is === 'accepted' || result.is === 'throttled' || (result.is === 'rejected' && !result.retry);
  if (well) watch.heardAt = performance.now();
  if (result.is === 'accepted') watch.accepted += 1;
  if (result.is === 'rejected' && !result.retry) noteTrouble(watch, result.code, result.reason);
  if (well) {
    if (watch.circuit !== 'open') close(watch);
  } else if (result.is === 'rejected') fail(watch, result.code, result.reason);
  else if (result.is === 'unknown') fail(watch, 'UNKNOWN', result.reason);
}

function fail(watch: Watch, code: string, reason: string): void {
  noteTrouble(watch, code, reason);
  const at = performance.now();
  if (watch.failures === 0) watch.failingSince = at;
  watch.failures += 1;
  const goesOn = watch.failures > 1 && at - watch.failingSince >= FAILING_MS;
  if (watch.circuit === 'trying' || watch.failures >= FAILURES || goesOn) open(watch);
}

function noteTrouble(watch: Watch, code: string, reason: string): void {
  watch.trouble = { code, reason: wordsWithoutCode(reason), at: watch.now() };
}

function open(watch: Watch): void {
  if (watch.circuit === 'open') return;
  watch.waitMs = watch.circuit === 'trying' ? Math.min(watch.waitMs * 2, LONGEST_WAIT_MS) : FIRST_WAIT_MS;
  watch.circuit = 'open';
  watch.retryAt = performance.now() + watch.waitMs;
  tell(watch);
}

function close(watch: Watch): void {
  watch.failures = 0;
  if (watch.circuit === 'closed') return;
  watch.circuit = 'closed';
  tell(watch);
}

/** Counts, looks at the link, opens the circuit of one that hangs or is down, and probes an open one. */
function tick(watch: Watch): void {
  const at = performance.now();
  watch.counts = [...watch.counts.slice(1 - RATE_SECONDS), watch.accepted];
  watch.accepted = 0;
  const { state: link, oldest, trouble: why } = watch.carrier.link();
  watch.downSince = link === 'lost' || link === 'connecting' ? (watch.downSince ?? at) : null;
  if (why && (watch.trouble?.code !== why.code || watch.circuit === 'closed'))
    watch.trouble = { ...why, at: watch.trouble?.at ?? watch.now() };
  const hangs = oldest !== null && at - Math.max(oldest, watch.heardAt) > HANGING_MS;
  if (hangs && watch.circuit === 'closed')
    fail(watch, 'HANGING', 'The carrier takes requests and does not answer.');
  if (hangs || (watch.downSince !== null && at - watch.downSince > LINK_DOWN_MS)) open(watch);
  if (watch.circuit === 'open' && at >= watch.retryAt && !watch.isProbing) void probe(watch);
  tell(watch);
}

async function probe(watch: Watch): Promise<void> {
  watch.isProbing = true;
  const found = await watch.carrier.probe();
  watch.isProbing = false;
  if (watch.circuit !== 'open') return;
  if (found === null) {
    watch.circuit = 'trying';
    watch.heardAt = performance.now();
    // An SMPP session that is bound again has shown that it works.
    if (watch.carrier.link().state === 'bound') close(watch);
  } else {
    watch.trouble = { ...found, at: watch.now() };
    watch.waitMs = Math.min(watch.waitMs * 2, LONGEST_WAIT_MS);
    watch.retryAt = performance.now() + watch.waitMs;
  }
  tell(watch);
}

function stateOf({ carrier, circuit, trouble, counts }: Watch): ConnectionState {
  const { state: link, inFlight, window } = carrier.link();
  const perSecond = counts.reduce((sum, count) => sum + count, 0) / RATE_SECONDS;
  return { kind: carrier.kind, link, circuit, trouble, perSecond, inFlight, window };
}

function tell(watch: Watch): void {
  const current = stateOf(watch);
  const text = JSON.stringify(current);
  if (text === watch.told) return;
  watch.told = text;
  watch.onChange(current);
}

const pauseMs = (ms: number) => Math.min(5_000, Math.max(1_000, Math.ceil(ms)));

function withoutFirst(
  groups: readonly (readonly OutgoingMessage[])[],
): readonly (readonly OutgoingMessage[])[] {
  const [group = [], ...rest] = groups;
  return group.length > 1 ? [group.slice(1), ...rest] : rest;
}
