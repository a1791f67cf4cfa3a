/**
 * An SMPP centre that takes every message and sends its receipt at once. Prints the port of its HTTP side: GET /port tells the SMPP
 * port, /reset forgets, /receipts tells when the receipt of each recipient was acknowledged (ms since the epoch).
 */
/// <reference path="../../packages/server/src/carriers/smpp/library.d.ts" />
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import smpp, { type Pdu, type Session } from 'smpp';
import { epochMs } from './ground.ts';

let acknowledged: Record<string, number> = {};
let next = 1_000_000;

function serve(session: Session): void {
  session.on('error', () => undefined);
  session.on('bind_transceiver', (pdu: Pdu) => session.send(pdu.response({ system_id: 'centre' })));
  session.on('enquire_link', (pdu: Pdu) => session.send(pdu.response()));
  session.on('unbind', (pdu: Pdu) => {
    session.send(pdu.response());
    session.close();
  });
  session.on('submit_sm', (pdu: Pdu) => {
    next += 1;
    const id = String(next);
    session.send(pdu.response({ message_id: id }));
    deliverReceipt(session, pdu, id);
  });
}

function deliverReceipt(session: Session, pdu: Pdu, id: string): void {
  const to = String(pdu.destination_addr);
  const fields = {
    source_addr: to,
    source_addr_ton: 1,
    source_addr_npi: 1,
    destination_addr: pdu.source_addr,
    esm_class: 4,
    data_coding: 0,
    short_message: `id:${id} sub:001 dlvrd:001 submit date:2601010000 done date:2601010000 stat:DELIVRD err:000 text:`,
    receipted_message_id: id,
    message_state: 2,
  };
  session.deliver_sm(fields, ({ command_status: status }) => {
    if (status === 0) acknowledged[to] = epochMs();
  });
}

const centre = smpp.createServer(serve).listen(0, '127.0.0.1');
const control = createServer((request, response) => {
  if (request.url === '/reset') acknowledged = {};
  const { port } = centre.address() as AddressInfo;
  const answers: Record<string, unknown> = { '/port': port, '/receipts': acknowledged };
  response.end(JSON.stringify(answers[request.url ?? ''] ?? null));
}).listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(control.address() as AddressInfo).port}\n`);
});
