/**
 * A small SMPP centre for tests: a peer on a real socket, made with the same codec as the carrier, its
 * behaviour ours.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import smpp, { type Pdu, type PduFields, type Session } from 'smpp';
import { endsWith, type Peer, type Taken } from './peer.ts';

const THROTTLED = 0x58;
const SYSTEM_ERROR = 0x08;
const BAD_NUMBER = 0x0b;
const BAD_PASSWORD = 0x0e;
const STATES = { delivered: 2, undelivered: 5 };
const WORDS = { delivered: 'DELIVRD', undelivered: 'UNDELIV' };

export type Smsc = Peer & {
  /** Every submit_sm as it came. */
  submitted: Pdu[];
  binds: string[];
  unbinds: () => number;
  /** Cuts every connection. */
  drop: () => void;
  /** Somebody is bound who receives. */
  isReceiving: () => boolean;
  /** Sends something to whoever receives; resolves with the status of the answer. */
  deliver: (fields: PduFields) => Promise<number>;
  /** No longer answers anything. */
  freeze: () => void;
  answer: (custom: ((pdu: Pdu, session: Session) => boolean) | null) => void;
  /** Writes bytes to whoever is bound, as they are. */
  raw: (bytes: Buffer) => void;
  /** Answers binds with the first bytes of an answer. */
  halve: () => void;
};

export async function startSmsc(
  options: { tls?: { key: string; cert: string }; password?: string; port?: number } = {},
): Promise<Smsc> {
  const taken: Taken[] = [];
  const submitted: Pdu[] = [];
  const binds: string[] = [];
  const sessions = new Map<Session, string>();
  const connected = new Set<Session>();
  const open = new Map<string, string[]>();
  const tried = new Set<string>();
  const asked = new Map<string, string>();
  let next = 1_000;
  let unbinds = 0;
  let frozen = false;
  let halved = false;
  let custom: ((pdu: Pdu, session: Session) => boolean) | null = null;

  function serve(session: Session): void {
    connected.add(session);
    // As centres do: a text does not wait at the centre until what went before it is heard of.
    session.socket.setNoDelay(true);
    // The codec stops reading after bytes that are no PDU.
    session.on('error', () => session.destroy());
    session.on('close', () => {
      sessions.delete(session);
      connected.delete(session);
    });
    for (const role of ['transceiver', 'transmitter', 'receiver'])
      session.on(`bind_${role}`, (pdu: Pdu) => {
        if (pdu.password !== (options.password ?? 'secret')) {
          session.send(pdu.response({ command_status: BAD_PASSWORD }));
          return;
        }
        if (halved) {
          session.socket.write(pdu.response({ system_id: 'smsc' }).toBuffer().subarray(0, 10));
          return;
        }
        binds.push(role);
        sessions.set(session, role);
        session.send(pdu.response({ system_id: 'smsc' }));
      });
    session.on('enquire_link', (pdu: Pdu) => frozen || session.send(pdu.response()));
    session.on('unbind', (pdu: Pdu) => {
      unbinds += 1;
      session.send(pdu.response());
      session.close();
    });
    session.on('submit_sm', (pdu: Pdu) => {
      if (custom?.(pdu, session)) return;
      submit(pdu, session);
    });
  }

  function submit(pdu: Pdu, session: Session): void {
    submitted.push(pdu);
    const to = `+${pdu.destination_addr}`;
    const refuse = (command_status: number) => session.send(pdu.response({ command_status }));
    if (endsWith(to, 'refused')) refuse(BAD_NUMBER);
    else if (endsWith(to, 'transient')) refuse(SYSTEM_ERROR);
    else if (endsWith(to, 'throttled') && !tried.has(to)) {
      tried.add(to);
      refuse(THROTTLED);
    } else if (endsWith(to, 'hangs')) take(pdu, to);
    else if (endsWith(to, 'reset')) {
      take(pdu, to);
      session.destroy();
    } else accept(pdu, to, session);
  }

  function accept(pdu: Pdu, to: string, session: Session): void {
    const id = take(pdu, to);
    const answer = () => session.send(pdu.response({ message_id: id }));
    if (endsWith(to, 'early')) void receipt(id, 'delivered').then(() => setTimeout(answer, 50));
    else answer();
  }

  function take(pdu: Pdu, to: string): string {
    next += 1;
    const reference = String(next);
    const { text, last } = gather(pdu, to);
    // Some ask for the receipt on the first part, some on the last.
    if ((pdu.registered_delivery ?? 0) & 1) asked.set(to, reference);
    const validity = pdu.validity_period || undefined;
    if (last)
      taken.push({ to, from: pdu.source_addr ?? '', text, reference: asked.get(to) ?? reference, validity });
    return reference;
  }

  /** Joins the parts of a text, which come in order. */
  function gather(pdu: Pdu, to: string): { text: string; last: boolean } {
    const short = pdu.short_message as { message: string; udh?: Buffer[] } | undefined;
    const payload = pdu.message_payload as { message: string } | undefined;
    const part = payload?.message ?? short?.message ?? '';
    const udh = short?.udh?.[0];
    const total = pdu.sar_total_segments ?? udh?.[3] ?? 1;
    const parts = [...(open.get(to) ?? []), part];
    open.set(to, parts);
    if (parts.length < total) return { text: '', last: false };
    open.delete(to);
    return { text: parts.join(''), last: true };
  }

  function receiver(): Session | undefined {
    return [...sessions].find(([, role]) => role !== 'transmitter')?.[0];
  }

  function deliver(fields: PduFields): Promise<number> {
    const session = receiver();
    if (!session) return Promise.reject(new Error('Nobody is bound to receive.'));
    return new Promise((resolve) => {
      session.deliver_sm(fields, (answer) => resolve(answer.command_status));
    });
  }

  async function receipt(reference: string, status: 'delivered' | 'undelivered'): Promise<void> {
    const of = taken.find((each) => each.reference === reference);
    const error = status === 'delivered' ? '000' : '069';
    const text = `id:${reference} sub:001 dlvrd:001 submit date:2601010000 done date:2601010000 stat:${WORDS[status]} err:${error} text:`;
    await deliver({
      source_addr: (of?.to ?? '+12125550000').slice(1),
      destination_addr: of?.from ?? '',
      esm_class: 4,
      data_coding: 0,
      short_message: text,
      receipted_message_id: reference,
      message_state: STATES[status],
    });
  }

  const server = options.tls ? smpp.createServer(options.tls, serve) : smpp.createServer(serve);
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      host: '127.0.0.1',
      port: String(port),
      systemId: 'peer',
      password: 'secret',
      ...(options.tls ? { tls: '1', verifyCertificate: '0' } : {}),
    },
    taken,
    submitted,
    binds,
    unbinds: () => unbinds,
    receipt,
    async text(from, words) {
      const gsm = /^[\x20-\x7e]*$/.test(words);
      await deliver({
        source_addr: from.replace('+', ''),
        source_addr_ton: 1,
        destination_addr: '12125550100',
        data_coding: gsm ? 0 : 8,
        short_message: words,
      });
    },
    isReceiving: () => receiver() !== undefined,
    deliver,
    drop: () => {
      for (const session of sessions.keys()) session.destroy();
    },
    freeze: () => {
      frozen = true;
    },
    answer: (next) => {
      custom = next;
    },
    raw: (bytes) => {
      for (const session of sessions.keys()) session.socket.write(bytes);
    },
    halve: () => {
      halved = true;
    },
    async stop() {
      for (const session of connected) session.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
