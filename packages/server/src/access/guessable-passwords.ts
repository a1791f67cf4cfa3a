/**
 * Passwords that are tried first: the 100,000 commonest, what people make of them with a sign or two, and
 * words about whoever it is for. A password is judged by these alone, not by a score: whoever chose none of
 * them is not asked to choose again.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

const LIST = join(import.meta.dirname, 'common-passwords.txt.br');
const NEW_LINE = 10;
/** Shorter words stand in too much to say anything. */
const SHORTEST_WORD = 4;
/** A year and a sign. */
const LONGEST_TAIL = 5;
const LONGEST_REPEATED = 64;
const PHONE_DIGITS = 10;
const PRODUCT = 'parley';
/** Letters as people write them with signs; 1 and ! stand for two. */
const SIGNS: Record<string, string> = { '@': 'a', '4': 'a', '3': 'e', '0': 'o', $: 's', '5': 's', '7': 't' };

/** One word a line, sorted. */
let list: Promise<Buffer> | null = null;
const unpack = async () => promisify(brotliDecompress)(await readFile(LIST));

/**
 * Whether it is one of the commonest, or one with letters written as signs, or with a few signs behind it, or
 * one thing again and again.
 */
export async function isCommon(password: string): Promise<boolean> {
  list ??= unpack();
  const words = await list;
  const plain = plainOf(password);
  if (/^(.{1,4})\1+$/s.test(plain) || isRow(plain)) return true;
  const again = /^(.+?)\1+$/s.exec(plain.slice(0, LONGEST_REPEATED))?.[1];
  const said = [plain, plain.replace(/\s/g, ''), ...(again ? [again] : [])];
  return said
    .flatMap(withoutTail)
    .some((base) => [base, ...asLetters(base)].some((each) => has(words, each)));
}

/**
 * The same without the signs behind it, such as those of a year: one by one, as they may be letters
 * ("p@ssw0rd$").
 */
function withoutTail(text: string): string[] {
  const tail = /[^a-z]*$/.exec(text)?.[0].length ?? 0;
  const most = Math.min(tail, LONGEST_TAIL, text.length - SHORTEST_WORD);
  return Array.from({ length: Math.max(most, 0) + 1 }, (_, cut) => text.slice(0, text.length - cut));
}

/** Whether it says little more than one of these words, or the product's name. */
export function isAbout(password: string, about: readonly string[]): boolean {
  const plain = plainOf(password);
  const words = [PRODUCT, ...about.flatMap(wordsOf)].filter((word) => word.length >= SHORTEST_WORD);
  const bare = bareOf(plain);
  return words.some((word) => {
    const said = [plain, ...asLetters(plain)].some((each) => isLittleMore(plain, each.indexOf(word), word));
    return said || isLittleMore(bare, bare.indexOf(word), word);
  });
}

/** What is left without the word is a few signs. `place` below 0: it is not there. */
const isLittleMore = (text: string, place: number, word: string): boolean =>
  place >= 0 && /^[^a-z]{0,4}$/.test(text.slice(0, place) + text.slice(place + word.length));

/** An address, a name or a number as a whole, and its parts. */
function wordsOf(text: string): string[] {
  const plain = text.trim().toLowerCase();
  const bare = bareOf(plain);
  const [mailbox = '', domain = ''] = plain.split('@');
  const joined = [mailbox, domain.replace(/\.[^.]*$/, '')].map(bareOf);
  return [plain, bare, bare.slice(-PHONE_DIGITS), ...joined, ...plain.split(/[^\p{L}\p{N}]+/u)];
}

/** As it looks: signs that nobody sees are no part of it. */
const plainOf = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase();
const bareOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');

function asLetters(text: string): string[] {
  const plain = text.replace(/[@4305$7]/g, (sign) => SIGNS[sign] ?? sign);
  return [plain.replace(/[1!]/g, 'i'), plain.replace(/[1!]/g, 'l')];
}

/** Characters that follow each other: abcdefgh, 87654321. */
function isRow(text: string): boolean {
  const steps = [...text].slice(1).map((each, index) => each.charCodeAt(0) - text.charCodeAt(index));
  return Math.abs(steps[0] ?? 0) === 1 && steps.every((step) => step === steps[0]);
}

/** Looks a word up in a sorted list. */
function has(words: Buffer, word: string): boolean {
  const sought = Buffer.from(word);
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const begin = middle === 0 ? 0 : words.lastIndexOf(NEW_LINE, middle - 1) + 1;
    const next = words.indexOf(NEW_LINE, begin);
    const end = next < 0 ? words.length : next;
    const order = sought.compare(words, begin, end);
    if (order === 0) return true;
    if (order < 0) high = begin;
    else low = end + 1;
  }
  return false;
}
