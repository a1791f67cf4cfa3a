/**
 * The two counts of a text message (3GPP TS 23.038 alphabets, TS 23.040 parts) and what goes with them.
 * **Credits** are the price, by the product's own rule; **segments** are what the carrier carries. They
 * differ: see `countSms`.
 */
import { CREDIT_LIMITS, SEGMENT_LIMITS } from './limits.ts';

export type Encoding = 'GSM' | 'UNICODE';

/** The GSM 7-bit default alphabet, TS 23.038 section 6.2.1 (without the escape). */
export const GSM_BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Its extension table, section 6.2.1.1: an escape and a character, two septets. */
export const GSM_EXTENSION = '^{}\\[~]|€\f';

/** Septets by UTF-16 unit; 0 = not in the alphabet. */
const SEPTETS = new Uint8Array(65536);
for (const character of GSM_BASIC) SEPTETS[character.charCodeAt(0)] = 1;
for (const character of GSM_EXTENSION) SEPTETS[character.charCodeAt(0)] = 2;

const LF = 10;
const CR = 13;

/** GSM when every character is in the 7-bit alphabet or its extension, else UNICODE (UCS-2). */
export function encodingOf(text: string): Encoding {
  for (let i = 0; i < text.length; i++) if (SEPTETS[text.charCodeAt(i)] === 0) return 'UNICODE';
  return 'GSM';
}

export type SmsCount = {
  encoding: Encoding;
  /** What the credits are counted from. */
  units: number;
  /** The price; 0 for an empty text, which is never sent. */
  credits: number;
  /** Parts on the air. */
  segments: number;
  /** Units that still fit into the last credit. */
  charsLeftInPart: number;
};

/**
 * Counts a text both ways. Credits: in GSM the extension characters count two, in Unicode each UTF-16 unit
 * counts one, a new line (LF, CR or the pair) counts two; one credit up to 160 (Unicode 70), else the count
 * divided by 153 (63), rounded up. Segments: a new line is one character like any other; see `splitSegments`.
 */
export function countSms(text: string): SmsCount {
  const encoding = encodingOf(text);
  const gsm = encoding === 'GSM';
  let units = 0;
  let carried = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const size = gsm ? (SEPTETS[code] ?? 1) : 1;
    carried += size;
    if (code === LF) units += i > 0 && text.charCodeAt(i - 1) === CR ? 0 : 2;
    else units += code === CR ? 2 : size;
  }
  const { single, later } = CREDIT_LIMITS[encoding];
  const credits = units === 0 ? 0 : units <= single ? 1 : Math.ceil(units / later);
  const room = credits <= 1 ? single : credits * later;
  const segments =
    carried === 0 ? 0 : carried <= SEGMENT_LIMITS[encoding].single ? 1 : partEnds(text, encoding).length;
  return { encoding, units, credits, segments, charsLeftInPart: room - units };
}

/** Ends (exclusive) of the parts of a text that needs several. */
function partEnds(text: string, encoding: Encoding): number[] {
  const room = SEGMENT_LIMITS[encoding].later;
  const ends: number[] = [];
  let used = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const pair = encoding === 'UNICODE' && isHigh(code) && isLow(text.charCodeAt(i + 1));
    const size = encoding === 'GSM' ? (SEPTETS[code] ?? 1) : pair ? 2 : 1;
    if (used + size > room) {
      ends.push(i);
      used = 0;
    }
    used += size;
    if (pair) i++;
  }
  ends.push(text.length);
  return ends;
}

const isHigh = (code: number) => code >= 0xd800 && code < 0xdc00;
const isLow = (code: number) => code >= 0xdc00 && code < 0xe000;

/**
 * The parts a carrier carries (TS 23.040): one up to 160 septets or 70 units, else 153 or 67 each; an escape
 * pair or a surrogate pair is never split. No parts for an empty text.
 */
export function splitSegments(text: string): string[] {
  if (text === '') return [];
  const encoding = encodingOf(text);
  let carried = 0;
  for (let i = 0; i < text.length; i++)
    carried += encoding === 'GSM' ? (SEPTETS[text.charCodeAt(i)] ?? 1) : 1;
  if (carried <= SEGMENT_LIMITS[encoding].single) return [text];
  let start = 0;
  return partEnds(text, encoding).map((end) => {
    const part = text.slice(start, end);
    start = end;
    return part;
  });
}

/**
 * `regular`: counts one; `double`: counts two in a GSM message (a warning); `unicode`: makes the message
 * Unicode (a danger).
 */
export type CharacterKind = 'regular' | 'double' | 'unicode';
/** A run of characters of one kind; `start` and `end` are UTF-16 offsets. */
export type CharacterSpan = { kind: CharacterKind; text: string; start: number; end: number };

/**
 * The text as runs of one kind each, for the message box (specification, access and reports, section 5).
 * Never cuts a pair.
 */
export function classifyCharacters(text: string): CharacterSpan[] {
  const spans: CharacterSpan[] = [];
  let at = 0;
  for (const character of text) {
    const kind = kindOf(character);
    const end = at + character.length;
    const last = spans.at(-1);
    if (last?.kind === kind) {
      last.text += character;
      last.end = end;
    } else spans.push({ kind, text: character, start: at, end });
    at = end;
  }
  return spans;
}

function kindOf(character: string): CharacterKind {
  if (character === '\n' || character === '\r') return 'double';
  const septets = character.length === 1 ? SEPTETS[character.charCodeAt(0)] : 0;
  return septets === 0 ? 'unicode' : septets === 2 ? 'double' : 'regular';
}

/** Look-alikes inside the GSM alphabet of characters outside it. */
const GSM_LOOKALIKES: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  '′': "'",
  '`': "'",
  '´': "'",
  '‹': "'",
  '›': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '″': '"',
  '«': '"',
  '»': '"',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '―': '-',
  '−': '-',
  '…': '...',
  '•': '*',
  '·': '.',
  '×': 'x',
  '÷': '/',
  '©': '(c)',
  '®': '(r)',
  '™': '(tm)',
  '→': '->',
  '←': '<-',
  '≤': '<=',
  '≥': '>=',
  '≠': '!=',
  '⁄': '/',
  '\t': ' ',
  '\v': '\n',
  '\u0085': '\n',
  '\u2028': '\n',
  '\u2029': '\n\n',
  đ: 'd',
  Đ: 'D',
  ł: 'l',
  Ł: 'L',
  ı: 'i',
  œ: 'oe',
  Œ: 'OE',
  þ: 'th',
  Þ: 'Th',
  ð: 'd',
  Ð: 'D',
};
const INVISIBLE = /^[\p{Cf}\p{Variation_Selector}]$/u;

/**
 * "Make it GSM": look-alikes for quotes, dashes, spaces, ellipsis and signs, base letters for accented ones
 * that the alphabet lacks. What has no look-alike (an emoji, another script) stays, so nothing is lost
 * unseen: count the result to know.
 */
export function toGsm(text: string): string {
  const bare = replaceLookalikes(text, true);
  // An emoji sequence needs its joiners and selectors: drop invisible characters only when that makes the
  // text GSM.
  return encodingOf(bare) === 'GSM' ? bare : replaceLookalikes(text, false);
}

function replaceLookalikes(text: string, dropInvisible: boolean): string {
  let result = '';
  for (const character of text.normalize('NFC')) {
    if (kindOf(character) !== 'unicode') result += character;
    else if (!dropInvisible || !INVISIBLE.test(character))
      result += GSM_LOOKALIKES[character] ?? simpler(character);
  }
  return result;
}

/**
 * The character's plain form when the alphabet has it (ś → s, no-break space → space, ２ → 2), else the
 * character.
 */
function simpler(character: string): string {
  if (/\p{Zs}/u.test(character)) return ' ';
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '');
  return plain !== '' && encodingOf(plain) === 'GSM' ? plain : character;
}
