/// <reference path="./library.d.ts" />
/**
 * One SMPP session: bind, window, answers, enquire_link, unbind. No timer for a request: one clock for all of
 * them.
 */
import type { LookupFunction } from 'node:net';
import smpp, { type Pdu, type PduFields, type Session as RawSession } from 'smpp';
import type { ProviderError } from '../carrier.ts';
import { troubleWords } from '../http.ts';
import { statusCode } from './command-status.ts';
import { createRequests, type Requests, type Told } from './pending-requests.ts';
import type { SmppSettings } from './smpp-settings.ts';

export type BindRole = 'transceiver' | 'transmitter' | 'receiver';

/** How names are looked up, undefined: as ever; how long an answer may take. */
export type SessionMeans = { lookup: LookupFunction | undefined; answerMs: number };

export type SessionEvents = {
  bound: () => void;
  /** A deliver_sm; acknowledged when the promise resolves, to be sent again by the carrier when it fails. */
  delivered: (pdu: Pdu) => Promise<void>;
  /** Once, at the end, whatever the cause. */
  closed: (trouble: ProviderError) => void;
};

export type Session = {
  isBound: () => boolean;
  /** Calls `done` with each news of the request: an answer may come after it counted as lost. */
  submit: (fields: PduFields, done: Told) => void;
  inFlight: () => number;
  /** Since when the oldest request waits, by `performance.now`; null: none waits. */
  oldest: () => number | null;
  /** Waits for answers a moment, unbinds, closes. */
  end: () => Promise<void>;
};

const INTERFACE_VERSION = 0x34;
const BIND_MS = 10_000;
const ENQUIRE_ANSWER_MS = 10_000;
const TICK_MS = 250;
const LAST_ANSWERS_MS = 2_000;
const UNBIND_MS = 1_000;
const TEMPORARY = 0x64;

/** SMPP 3.4, 4.1.7 and 4.12: they have no answer. */
const UNANSWERED = new Set(['alert_notification', 'outbind']);

/** What one session is made of, and how far it is. */
type Line = {
  raw: RawSession;
  settings: SmppSettings;
  events: SessionEvents;
  requests: Requests;
  state: 'opening' | 'bound' | 'ending' | 'closed';
  openedAt: number;
  /** Why it ends, should it end now. */
  trouble: ProviderError;
  enquiredAt: number;
  isEnquiring: boolean;
  isCorked: boolean;
};

export function openSession(
  settings: SmppSettings,
  role: BindRole,
  { lookup, answerMs }: SessionMeans,
  events: SessionEvents,
): Session {
  const raw = connect(settings, lookup);
  const requests = createRequests(answerMs);
  const openedAt = performance.now();
  const line: Line = {
    raw,
    settings,
    events,
    requests,
    state: 'opening',
    openedAt,
    trouble: { code: 'CLOSED', reason: 'The carrier closed the connection.' },
    enquiredAt: openedAt,
    isEnquiring: false,
    isCorked: false,
  };
  const ticker = setInterval(() => tick(line), TICK_MS);
  raw.on(settings.tls ? 'secureConnect' : 'connect', () => bind(line, role));
  // What has no code is the library's: it could not read what came.
  raw.on('error', (error: Error & { code?: string }) => fail(line, error.code ?? 'BAD_PDU', error.message));
  raw.on('close', () => {
    clearInterval(ticker);
    close(line);
  });
  // What fails here would end the process, and everybody's connections with it.
  raw.on('pdu', (pdu: Pdu) => {
    try {
      hear(line, pdu);
    } catch (error) {
      fail(line, 'BAD_PDU', String(error));
    }
  });
  return {
    isBound: () => line.state === 'bound',
    submit: (fields, done) => submit(line, fields, done),
    inFlight: requests.inFlight,
    oldest: requests.oldest,
    end: () => end(line),
  };
}

function bind(line: Line, role: BindRole): void {
  const { raw, settings, events } = line;
  raw.socket.setNoDelay(true);
  const { systemId, password, systemType } = settings;
  const fields = {
    system_id: systemId,
    password,
    system_type: systemType,
    interface_version: INTERFACE_VERSION,
  };
  raw[`bind_${role}`](fields, ({ command_status: status }) => {
    if (status !== 0) fail(line, statusCode(status), 'The carrier refused the bind.');
    else if (line.state === 'opening') {
      line.state = 'bound';
      events.bound();
    }
  });
}

function submit(line: Line, fields: PduFields, done: Told): void {
  const { raw, requests, state } = line;
  if (state === 'bound') cork(line);
  if (state === 'bound' && raw.submit_sm(fields)) requests.add(raw.sequence, done);
  else done({ is: 'unsent' });
}

function hear(line: Line, pdu: Pdu): void {
  const { raw, requests } = line;
  const { command, command_status: status, message_id: messageId = '' } = pdu;
  if (command === 'submit_sm_resp' || command === 'generic_nack')
    requests.answer(pdu.sequence_number, status, messageId);
  else if (command === 'deliver_sm' || command === 'data_sm') deliver(line, pdu);
  else if (command === 'enquire_link') raw.send(pdu.response());
  else if (command === 'unbind') {
    raw.send(pdu.response());
    raw.close();
  } else if (!pdu.isResponse() && !UNANSWERED.has(command)) raw.send(pdu.response());
}

function deliver(line: Line, pdu: Pdu): void {
  const answer = (status?: number) => {
    if (line.state !== 'closed') cork(line);
    line.raw.send(pdu.response(status === undefined ? {} : { command_status: status }));
  };
  line.events.delivered(pdu).then(
    () => answer(),
    () => answer(TEMPORARY),
  );
}

function tick(line: Line): void {
  const now = performance.now();
  if (line.state === 'opening' && now - line.openedAt > BIND_MS)
    fail(line, 'BIND_TIMEOUT', 'The carrier did not answer the bind.');
  line.requests.expire(now);
  if (line.state === 'bound') enquire(line, now);
}

function enquire(line: Line, now: number): void {
  const silentMs = now - line.enquiredAt;
  if (line.isEnquiring && silentMs > ENQUIRE_ANSWER_MS)
    fail(line, 'ENQUIRE_TIMEOUT', 'The carrier no longer answers enquire_link.');
  if (line.isEnquiring || silentMs < line.settings.enquireSeconds * 1_000) return;
  line.isEnquiring = true;
  line.enquiredAt = now;
  line.raw.enquire_link({}, () => {
    line.isEnquiring = false;
  });
}

/** Requests of one moment travel in one write. */
function cork(line: Line): void {
  if (line.isCorked) return;
  line.isCorked = true;
  line.raw.socket.cork();
  process.nextTick(() => {
    line.isCorked = false;
    line.raw.socket.uncork();
  });
}

function fail(line: Line, code: string, reason: string): void {
  if (line.state !== 'ending') line.trouble = { code, reason: troubleWords(code, reason) };
  line.raw.destroy();
}

async function end(line: Line): Promise<void> {
  const { raw, requests, state } = line;
  if (state === 'closed') return;
  line.state = 'ending';
  const gone = new Promise<void>((resolve) => raw.on('close', () => resolve()));
  if (state === 'bound') {
    await settled(() => requests.inFlight() === 0, LAST_ANSWERS_MS);
    raw.unbind({}, () => raw.close());
    await Promise.race([gone, pause(UNBIND_MS)]);
  }
  raw.destroy();
  await gone;
}

function close(line: Line): void {
  if (line.state === 'closed') return;
  line.state = 'closed';
  line.requests.loseAll();
  line.events.closed(line.trouble);
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
