/**
 * The bytes of the GSM 7-bit alphabet (3GPP TS 23.038), one septet in one octet, as SMPP and modems carry
 * them.
 */
import { GSM_BASIC, GSM_EXTENSION } from './sms.ts';

const ESCAPE = 0x1b;
/** Codes of {@link GSM_EXTENSION}, in its order, after the escape. */
const EXTENSION_CODES = [0x14, 0x28, 0x29, 0x2f, 0x3c, 0x3d, 0x3e, 0x40, 0x65, 0x0a];

/** The code of each character; an extension character has the escape in the upper byte. */
const CODES = new Map<string, number>();
const CHARACTERS = new Map<number, string>();
[...GSM_BASIC].forEach((character, place) => {
  add(character, place < ESCAPE ? place : place + 1);
});
[...GSM_EXTENSION].forEach((character, place) => {
  add(character, (ESCAPE << 8) | (EXTENSION_CODES[place] ?? 0));
});

function add(character: string, code: number): void {
  CODES.set(character, code);
  CHARACTERS.set(code, character);
}

/** Septets of a text, one an octet; a character outside the alphabet becomes a question mark. */
export function encodeGsm(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const code = CODES.get(character) ?? 0x3f;
    if (code > 0xff) bytes.push(ESCAPE);
    bytes.push(code & 0xff);
  }
  return Uint8Array.from(bytes);
}

/**
 * The text of septets, one an octet. An escape before a code that the extension table lacks is left out (TS
 * 23.038, 6.2.1.1).
 */
export function decodeGsm(bytes: Uint8Array): string {
  let text = '';
  let escaped = false;
  for (const byte of bytes) {
    const septet = byte & 0x7f;
    if (septet === ESCAPE && !escaped) {
      escaped = true;
      continue;
    }
    text += (escaped ? CHARACTERS.get((ESCAPE << 8) | septet) : undefined) ?? CHARACTERS.get(septet) ?? ' ';
    escaped = false;
  }
  return text;
}

/**
 * The extension character of an escape and a basic character: what two parts of a text say that were cut
 * between the two.
 */
export function joinEscapes(text: string): string {
  const [first = '', ...rest] = text.split(String.fromCharCode(ESCAPE));
  return rest.reduce((joined, each) => joined + extended(each.slice(0, 1)) + each.slice(1), first);
}

const extended = (basic: string) => CHARACTERS.get((ESCAPE << 8) | (CODES.get(basic) ?? 0)) ?? basic;
