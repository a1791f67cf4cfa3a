/**
 * Watches a connection: counts what goes through, and stops handing over when the carrier is not well. The
 * circuit opens after several failures in a row, when requests hang, or when the link stays down; probes find
 * out when it may close again, and one message tries.
 */
import { wordsWithoutCode } from '../platform/code-text.ts';
import type { Carrier, LinkState, OutgoingMessage, Report, SendResult, Trouble } from './carrier.ts';

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
  trouble: (Trouble & { at: number }) | null;
  perSecond: number;
  inFlight: number;
  window: number;
};

export type Guarded = Carrier & {
  /** Whether messages may be handed over. */
  isAvailable: () => boolean;
  state: () => ConnectionState;
};

export function guard(
  carrier: Carrier,
  now: () => number,
  onChange: (state: ConnectionState) => void,
): Guarded {
  let circuit: CircuitState = 'closed';
  let trouble: ConnectionState['trouble'] = null;
  let failures = 0;
  let failingSince = 0;
  let heardAt = performance.now();
  let downSince: number | null = null;
  let waitMs = FIRST_WAIT_MS;
  let retryAt = 0;
  let probing = false;
  let trial = false;
  let counts: number[] = [];
  let accepted = 0;
  let told = '';

  function open(): void {
    if (circuit === 'open') return;
    waitMs = circuit === 'trying' ? Math.min(waitMs * 2, LONGEST_WAIT_MS) : FIRST_WAIT_MS;
    circuit = 'open';
    retryAt = performance.now() + waitMs;
    tell();
  }

  function close(): void {
    failures = 0;
    if (circuit === 'closed') return;
    circuit = 'closed';
    tell();
  }

  function noteTrouble(code: string, reason: string): void {
    trouble = { code, reason: wordsWithoutCode(reason), at: now() };
  }

  function failed(code: string, reason: string): void {
    noteTrouble(code, reason);
    const at = performance.now();
    if (failures === 0) failingSince = at;
    failures += 1;
    if (circuit === 'trying' || failures >= FAILURES || (failures > 1 && at - failingSince >= FAILING_MS))
      open();
  }

  function heard(result: SendResult): void {
    const well =
      result.is === 'accepted' || result.is === 'throttled' || (result.is === 'rejected' && !result.retry);
    if (well) heardAt = performance.now();
    if (result.is === 'accepted') accepted += 1;
    if (result.is === 'rejected' && !result.retry) noteTrouble(result.code, result.reason);
    if (well) {
      if (circuit !== 'open') close();
    } else if (result.is === 'rejected') failed(result.code, result.reason);
    else if (result.is === 'unknown') failed('UNKNOWN', result.reason);
  }

  function tick(): void {
    const at = performance.now();
    counts = [...counts.slice(1 - RATE_SECONDS), accepted];
    accepted = 0;
    const { state: link, oldest, trouble: why } = carrier.link();
    downSince = link === 'lost' || link === 'connecting' ? (downSince ?? at) : null;
    if (why && (trouble?.code !== why.code || circuit === 'closed'))
      trouble = { ...why, at: trouble?.at ?? now() };
    const hangs = oldest !== null && at - Math.max(oldest, heardAt) > HANGING_MS;
    if (hangs && circuit === 'closed') failed('HANGING', 'The carrier takes requests and does not answer.');
    if (hangs || (downSince !== null && at - downSince > LINK_DOWN_MS)) open();
    if (circuit === 'open' && at >= retryAt && !probing) void probe();
    tell();
  }

  async function probe(): Promise<void> {
    probing = true;
    const found = await carrier.probe();
    probing = false;
    if (circuit !== 'open') return;
    if (found === null) {
      circuit = 'trying';
      heardAt = performance.now();
      // An SMPP session that is bound again has shown that it works.
      if (carrier.link().state === 'bound') close();
    } else {
      trouble = { ...found, at: now() };
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
      retryAt = performance.now() + waitMs;
    }
    tell();
  }

  function state(): ConnectionState {
    const { state: link, inFlight, window } = carrier.link();
    const perSecond = counts.reduce((sum, count) => sum + count, 0) / RATE_SECONDS;
    return { kind: carrier.kind, link, circuit, trouble, perSecond, inFlight, window };
  }

  function tell(): void {
    const current = state();
    const text = JSON.stringify(current);
    if (text === told) return;
    told = text;
    onChange(current);
  }

  const ticker = setInterval(tick, TICK_MS).unref();

  return {
    ...carrier,
    state,
    isAvailable: () => circuit === 'closed' || (circuit === 'trying' && !trial),
    async send(groups, report, mayStart) {
      const watched: Report = (message, result) => {
        heard(result);
        report(message, result);
      };
      let rest = groups;
      const first = groups[0]?.[0];
      if (!first) return;
      if (circuit === 'trying' && !trial) {
        trial = true;
        try {
          await carrier.send([[first]], watched, mayStart);
        } finally {
          trial = false;
        }
        rest = withoutFirst(groups);
        if ((circuit as CircuitState) !== 'closed') return;
      } else if (circuit !== 'closed') {
        report(first, { is: 'throttled', retryAfterMs: pauseMs(retryAt - performance.now()) });
        return;
      }
      await carrier.send(rest, watched, () => circuit === 'closed' && mayStart());
    },
    async close() {
      clearInterval(ticker);
      await carrier.close();
    },
  };
}

const pauseMs = (ms: number) => Math.min(5_000, Math.max(1_000, Math.ceil(ms)));

function withoutFirst(
  groups: readonly (readonly OutgoingMessage[])[],
): readonly (readonly OutgoingMessage[])[] {
  const [group = [], ...rest] = groups;
  return group.length > 1 ? [group.slice(1), ...rest] : rest;
}
