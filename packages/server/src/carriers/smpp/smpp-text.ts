/** Texts as SMPP carries them: alphabets, long texts in parts, and back. */
import { decodeGsm, encodeGsm } from '@parley/rules/gsm.ts';
import { encodingOf, splitSegments } from '@parley/rules/sms.ts';
import type { DecodedText, Pdu, PduFields } from 'smpp';
import type { SmppSettings } from './smpp-settings.ts';

const GSM_CODING = 0;
const UCS2_CODING = 8;
const HAS_HEADER = 0x40;

/**
 * The fields of submit_sm that carry a text: one set for each part. `reference`: any number that two texts in
 * a row do not share.
 */
export function textFields(body: string, split: SmppSettings['split'], reference: number): PduFields[] {
  const gsm = encodingOf(body) === 'GSM';
  const coding = { data_coding: gsm ? GSM_CODING : UCS2_CODING };
  const parts = splitSegments(body);
  if (parts.length <= 1) return [{ ...coding, short_message: encode(body, gsm) }];
  if (split === 'payload')
    return [{ ...coding, short_message: Buffer.alloc(0), message_payload: encode(body, gsm) }];
  return parts.map((part, index) => {
    const bytes = encode(part, gsm);
    if (split === 'sar')
      return {
        ...coding,
        short_message: bytes,
        sar_msg_ref_num: reference & 0xffff,
        sar_total_segments: parts.length,
        sar_segment_seqnum: index + 1,
      };
    const header = Buffer.from([5, 0, 3, reference & 0xff, parts.length, index + 1]);
    return { ...coding, esm_class: HAS_HEADER, short_message: Buffer.concat([header, bytes]) };
  });
}

function encode(text: string, gsm: boolean): Buffer {
  return gsm ? Buffer.from(encodeGsm(text)) : Buffer.from(text, 'utf16le').swap16();
}

export type IncomingText = {
  text: string;
  /** Null: the whole text. */
  part: { reference: number; total: number; number: number } | null;
};

/** What a deliver_sm says, however it is cut. */
export function incomingText(pdu: Pdu): IncomingText {
  const short = decoded(pdu.short_message, pdu.data_coding);
  const payload = decoded(pdu.message_payload, pdu.data_coding);
  const text = payload.text === '' ? short.text : payload.text;
  return { text, part: sarOf(pdu) ?? headerOf(short.udh ?? payload.udh ?? []) };
}

function decoded(
  value: DecodedText | Buffer | '' | undefined,
  coding = GSM_CODING,
): { text: string; udh?: Buffer[] } {
  if (!value) return { text: '' };
  if (Buffer.isBuffer(value)) return { text: textOf(value, coding) };
  const { message, udh } = value;
  const text = typeof message === 'string' ? message : textOf(message, coding);
  return udh === undefined ? { text } : { text, udh };
}

/**
 * Codings that the library leaves as bytes: general groups of TS 23.038 put the alphabet into bits 2 and 3.
 */
function textOf(bytes: Buffer, coding: number): string {
  const alphabet = (coding >> 2) & 3;
  if (alphabet === 2 && bytes.length % 2 === 0) return Buffer.from(bytes).swap16().toString('utf16le');
  return alphabet === 0 ? decodeGsm(bytes) : bytes.toString('latin1');
}

function sarOf(pdu: Pdu): IncomingText['part'] {
  const {
    sar_msg_ref_num: reference = 0,
    sar_total_segments: total = 0,
    sar_segment_seqnum: number = 0,
  } = pdu;
  return partOf(reference, total, number);
}

/** TS 23.040 9.2.3.24: element 0 has a reference of one octet, element 8 of two. */
function headerOf(elements: readonly Buffer[]): IncomingText['part'] {
  for (const element of elements) {
    if (element[0] === 0 && element.length >= 5)
      return partOf(element[2] ?? 0, element[3] ?? 0, element[4] ?? 0);
    if (element[0] === 8 && element.length >= 6)
      return partOf(element.readUInt16BE(2), element[4] ?? 0, element[5] ?? 0);
  }
  return null;
}

function partOf(reference: number, total: number, number: number): IncomingText['part'] {
  return total > 1 && number >= 1 && number <= total ? { reference, total, number } : null;
}
