/// <reference path="./library.d.ts" />
/**
 * One SMPP session: bind, window, answers, enquire_link, unbind. No timer for a request: one clock for all of
 * them.
 */
import type { LookupFunction } from 'node:net';
import smpp, { type Pdu, type PduFields, type Session as RawSession } from 'smpp';
import type { Trouble } from '../carrier.ts';
import { troubleWords } from '../http.ts';
import type { SmppSettings } from './settings.ts';
import { statusCode } from './statuses.ts';

export type Role = 'transceiver' | 'transmitter' | 'receiver';

export type Answer =
  | { is: 'answered'; status: number; messageId: string }
  /** It was written, and no answer came. A late one may still follow. */
  | { is: 'lost' }
  /** Nothing was written. */
  | { is: 'unsent' };

/** How names are looked up, undefined: as ever; how long an answer may take. */
export type SessionMeans = { lookup: LookupFunction | undefined; answerMs: number };

export type SessionEvents = {
  bound: () => void;
  /** A deliver_sm; acknowledged when the promise resolves, to be sent again by the carrier when it fails. */
  delivered: (pdu: Pdu) => Promise<void>;
  /** Once, at the end, whatever the cause. */
  closed: (trouble: Trouble) => void;
};

export type Session = {
  isBound: () => boolean;
  /** Calls `done` with each news of the request: an answer may come after it counted as lost. */
  submit: (fields: PduFields, done: (answer: Answer) => void) => void;
  inFlight: () => number;
  /** Since when the oldest request waits, by `performance.now`; null: none waits. */
  oldest: () => number | null;
  /** Waits for answers a moment, unbinds, closes. */
  end: () => Promise<void>;
};

const INTERFACE_VERSION = 0x34;
const BIND_MS = 10_000;
const ENQUIRE_ANSWER_MS = 10_000;
const LATE_MS = 10 * 60_000;
const TICK_MS = 250;
const LAST_ANSWERS_MS = 2_000;
const UNBIND_MS = 1_000;
const TEMPORARY = 0x64;

/** SMPP 3.4, 4.1.7 and 4.12: they have no answer. */
const UNANSWERED = new Set(['alert_notification', 'outbind']);

type Request = { at: number; done: (answer: Answer) => void };

export function openSession(
  settings: SmppSettings,
  role: Role,
  { lookup, answerMs }: SessionMeans,
  events: SessionEvents,
): Session {
  const raw = connect(settings, lookup);
  const waiting = new Map<number, Request>();
  const late = new Map<number, Request>();
  const openedAt = performance.now();
  let state: 'opening' | 'bound' | 'ending' | 'closed' = 'opening';
  let trouble: Trouble = { code: 'CLOSED', reason: 'The carrier closed the connection.' };
  let enquiredAt = openedAt;
  let enquiryOpen = false;
  let corked = false;

  const ticker = setInterval(tick, TICK_MS);
  raw.on(settings.tls ? 'secureConnect' : 'connect', bind);
  // What has no code is the library's: it could not read what came.
  raw.on('error', (error: Error & { code?: string }) => fail(error.code ?? 'BAD_PDU', error.message));
  raw.on('close', closed);
  // What fails here would end the process, and everybody's connections with it.
  raw.on('pdu', (pdu: Pdu) => {
    try {
      heard(pdu);
    } catch (error) {
      fail('BAD_PDU', String(error));
    }
  });

  function bind(): void {
    raw.socket.setNoDelay(true);
    const { systemId, password, systemType } = settings;
    const fields = {
      system_id: systemId,
      password,
      system_type: systemType,
      interface_version: INTERFACE_VERSION,
    };
    raw[`bind_${role}`](fields, ({ command_status: status }) => {
      if (status !== 0) fail(statusCode(status), 'The carrier refused the bind.');
      else if (state === 'opening') {
        state = 'bound';
        events.bound();
      }
    });
  }

  function fail(code: string, reason: string): void {
    if (state !== 'ending') trouble = { code, reason: troubleWords(code, reason) };
    raw.destroy();
  }

  function closed(): void {
    if (state === 'closed') return;
    state = 'closed';
    clearInterval(ticker);
    for (const request of waiting.values()) request.done({ is: 'lost' });
    waiting.clear();
    late.clear();
    events.closed(trouble);
  }

  function heard(pdu: Pdu): void {
    if (pdu.command === 'submit_sm_resp' || pdu.command === 'generic_nack') answered(pdu);
    else if (pdu.command === 'deliver_sm' || pdu.command === 'data_sm') deliver(pdu);
    else if (pdu.command === 'enquire_link') raw.send(pdu.response());
    else if (pdu.command === 'unbind') {
      raw.send(pdu.response());
      raw.close();
    } else if (!pdu.isResponse() && !UNANSWERED.has(pdu.command)) raw.send(pdu.response());
  }

  function answered(pdu: Pdu): void {
    const { sequence_number: sequence, command_status: status, message_id: messageId = '' } = pdu;
    const request = waiting.get(sequence) ?? late.get(sequence);
    if (!request) return;
    waiting.delete(sequence);
    late.delete(sequence);
    request.done({ is: 'answered', status, messageId });
  }

  function deliver(pdu: Pdu): void {
    const answer = (status?: number) => {
      if (state !== 'closed') cork();
      raw.send(pdu.response(status === undefined ? {} : { command_status: status }));
    };
    events.delivered(pdu).then(
      () => answer(),
      () => answer(TEMPORARY),
    );
  }

  function tick(): void {
    const now = performance.now();
    if (state === 'opening' && now - openedAt > BIND_MS)
      fail('BIND_TIMEOUT', 'The carrier did not answer the bind.');
    for (const [sequence, request] of waiting) {
      if (now - request.at < answerMs) break;
      waiting.delete(sequence);
      late.set(sequence, request);
      request.done({ is: 'lost' });
    }
    for (const [sequence, request] of late) {
      if (now - request.at < LATE_MS) break;
      late.delete(sequence);
    }
    if (state === 'bound') enquire(now);
  }

  function enquire(now: number): void {
    if (enquiryOpen && now - enquiredAt > ENQUIRE_ANSWER_MS)
      fail('ENQUIRE_TIMEOUT', 'The carrier no longer answers enquire_link.');
    if (enquiryOpen || now - enquiredAt < settings.enquireSeconds * 1_000) return;
    enquiryOpen = true;
    enquiredAt = now;
    raw.enquire_link({}, () => {
      enquiryOpen = false;
    });
  }

  /** Requests of one moment travel in one write. */
  function cork(): void {
    if (corked) return;
    corked = true;
    raw.socket.cork();
    process.nextTick(() => {
      corked = false;
      raw.socket.uncork();
    });
  }

  return {
    isBound: () => state === 'bound',
    submit(fields, done) {
      if (state === 'bound') cork();
      if (state === 'bound' && raw.submit_sm(fields))
        waiting.set(raw.sequence, { at: performance.now(), done });
      else done({ is: 'unsent' });
    },
    inFlight: () => waiting.size,
    oldest: () => waiting.values().next().value?.at ?? null,
    async end() {
      if (state === 'closed') return;
      const wasBound = state === 'bound';
      state = 'ending';
      const gone = new Promise<void>((resolve) => raw.on('close', () => resolve()));
      if (wasBound) {
        await settled(() => waiting.size === 0, LAST_ANSWERS_MS);
        raw.unbind({}, () => raw.close());
        await Promise.race([gone, pause(UNBIND_MS)]);
      }
      raw.destroy();
      await gone;
    },
  };
}

function connect(settings: SmppSettings, lookup: LookupFunction | undefined): RawSession {
  const { host, port, tls } = settings;
  return smpp.connect({ host, port, ...(lookup ? { lookup } : {}), ...(tls ? tlsOptions(settings) : {}) });
}

function tlsOptions({ host, verifyCertificate, caCertificate: ca }: SmppSettings) {
  const servername = isName(host) ? { servername: host } : {};
  return { tls: true, rejectUnauthorized: verifyCertificate, ...servername, ...(ca === '' ? {} : { ca }) };
}

/** TLS names a server by its name only, never by an address. */
const isName = (host: string) => /[a-z]/i.test(host) && !host.includes(':');

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function settled(isSettled: () => boolean, mostMs: number): Promise<void> {
  const end = performance.now() + mostMs;
  while (!isSettled() && performance.now() < end) await pause(20);
}
