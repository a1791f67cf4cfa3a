/**
 * An SMPP centre that takes every message and sends its receipt at once. Prints the port of its HTTP side:
 * GET /port tells the SMPP port, /reset forgets, /receipts tells when the receipt of each recipient was
 * acknowledged (ms since the epoch).
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSmsc } from '../../packages/server/src/carriers/testing/smsc.ts';
import { epochMs } from './ground.ts';

let acknowledged: Record<string, number> = {};
let next = 1_000_000;

const centre = await startSmsc();
centre.answer((pdu, session) => {
  next += 1;
  const id = String(next);
  const to = String(pdu.destination_addr);
  session.send(pdu.response({ message_id: id }));
  const receipt = {
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
  session.deliver_sm(receipt, ({ command_status: status }) => {
    if (status === 0) acknowledged[to] = epochMs();
  });
  return true;
});

const control = createServer((request, response) => {
  if (request.url === '/reset') acknowledged = {};
  const answers: Record<string, unknown> = {
    '/port': Number(centre.settings.port),
    '/receipts': acknowledged,
  };
  response.end(JSON.stringify(answers[request.url ?? ''] ?? null));
}).listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(control.address() as AddressInfo).port}\n`);
});
