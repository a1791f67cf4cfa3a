/** Delivery receipts: as a text of SMPP 3.4's appendix B, as TLVs, or both. */

import type { Pdu } from 'smpp';
import type { ReceiptStatus } from '../carrier.ts';
import { incomingText } from './smpp-text.ts';

export type SmppReceipt = { carrierId: string; status: ReceiptStatus; code: string | null };

/** esm_class bits 2 to 5: a receipt, or word that a message is still on its way. */
const KIND = 0x3c;
const RECEIPT = 0x04;
const ON_ITS_WAY = 0x20;

/**
 * How the words of receipts begin: SMPP's own seven letters, the whole word, and what gateways call it.
 * UNKNOWN: the carrier has it and cannot tell what became of it.
 */
const BEGINNINGS: readonly [RegExp, ReceiptStatus][] = [
  [/^(undel|not?n?[ _-]?deliv)/i, 'undelivered'],
  [/^deliv|^read$/i, 'delivered'],
  [/^expir/i, 'expired'],
  [/^(rejec|delet|fail|cancel)/i, 'failed'],
  [/^(enrou|accep|unkno|sent$|sending$|submit|queue|buffer|sched)/i, 'sent'],
];
/** The numbers of the TLV message_state, SMPP 3.4, 5.2.28. */
const STATES = [
  '',
  'ENROUTE',
  'DELIVRD',
  'EXPIRED',
  'DELETED',
  'UNDELIV',
  'ACCEPTD',
  'UNKNOWN',
  'REJECTD',
] as const;

/**
 * What a word of a receipt means, whole or cut, in any case, or the number of a state; undefined: a word that
 * nobody knows.
 */
export function receiptStatus(word: string): ReceiptStatus | undefined {
  const name = /^\d$/.test(word) ? (STATES[Number(word)] ?? '') : word;
  return BEGINNINGS.find(([beginning]) => beginning.test(name))?.[1];
}

/** The receipt that a deliver_sm is; null: it is a text of a person. */
export function receiptOf(pdu: Pdu): SmppReceipt | null {
  const kind = (pdu.esm_class ?? 0) & KIND;
  const tagged = pdu.receipted_message_id !== undefined && pdu.message_state !== undefined;
  if (kind !== RECEIPT && kind !== ON_ITS_WAY && !tagged) return null;
  const text = incomingText(pdu).text.replaceAll('\0', '');
  const field = (name: string) => new RegExp(`\\b${name}:\\s*([^\\s:]+)(?=\\s|$)`, 'i').exec(text)?.[1];
  const carrierId = (pdu.receipted_message_id || field('id') || '').trim();
  const word = STATES[pdu.message_state ?? 0] || (field('stat') ?? '');
  return { carrierId, status: receiptStatus(word) ?? 'sent', code: errorCode(field('err'), pdu) };
}

function errorCode(written: string | undefined, pdu: Pdu): string | null {
  if (written !== undefined && !/^0*$/.test(written)) return written;
  const { network_error_code: bytes } = pdu;
  return bytes && bytes.length >= 3 && bytes.readUInt16BE(1) !== 0 ? String(bytes.readUInt16BE(1)) : null;
}
