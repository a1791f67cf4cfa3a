/**
 * Query strings in any charset: Kannel and others send texts in the alphabet of the network, not always in
 * UTF-8.
 */

/** Raw bytes of each field; the first of doubled ones. */
export function rawFields(url: string): Map<string, Buffer> {
  const fields = new Map<string, Buffer>();
  const at = url.indexOf('?');
  for (const pair of at < 0 ? [] : url.slice(at + 1).split('&')) {
    const cut = pair.indexOf('=');
    const name = unescapeBytes(cut < 0 ? pair : pair.slice(0, cut)).toString('utf8');
    if (!fields.has(name)) fields.set(name, unescapeBytes(cut < 0 ? '' : pair.slice(cut + 1)));
  }
  return fields;
}

function unescapeBytes(text: string): Buffer {
  const bytes: number[] = [];
  const source = Buffer.from(text.replaceAll('+', ' '), 'utf8');
  for (let i = 0; i < source.length; i += 1) {
    const hex = source[i] === 0x25 ? source.toString('latin1', i + 1, i + 3) : '';
    if (/^[\da-f]{2}$/i.test(hex)) {
      bytes.push(Number.parseInt(hex, 16));
      i += 2;
    } else bytes.push(source[i] ?? 0);
  }
  return Buffer.from(bytes);
}

const UNICODE_CODING = '2';

/**
 * Bytes as text. Without a charset: two bytes a character when the coding says Unicode and they are not valid
 * UTF-8 of printable text.
 */
export function decodeText(bytes: Buffer, charset: string, coding: string): string {
  const name = charset.trim().toLowerCase();
  if (name === '')
    return coding === UNICODE_CODING && looksWide(bytes) ? wide(bytes) : bytes.toString('utf8');
  if (/^(ucs-?2|utf-?16)(-?be)?$/.test(name)) return wide(bytes);
  try {
    return new TextDecoder(name).decode(bytes);
  } catch (error) {
    // A charset that nobody knows: the bytes are most likely UTF-8.
    if (error instanceof RangeError) return bytes.toString('utf8');
    throw error;
  }
}

const looksWide = (bytes: Buffer) => bytes.length % 2 === 0 && (bytes.includes(0) || !isUtf8(bytes));

function isUtf8(bytes: Buffer): boolean {
  return Buffer.from(bytes.toString('utf8'), 'utf8').equals(bytes);
}

function wide(bytes: Buffer): string {
  const even = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)));
  return even.swap16().toString('utf16le');
}
