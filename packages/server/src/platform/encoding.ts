/** The encoding of an uploaded text: told apart while it streams in, and brought to UTF-8 afterwards. */
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { TextDecoder } from 'node:util';

/**
 * What spreadsheets write: "CSV UTF-8", "Unicode Text", and plain "CSV" on Windows, in the code page of
 * Western Europe.
 */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/**
 * Bytes that no text in Windows-1252 has: control characters, and the five places that the code page leaves
 * open.
 */
const NO_WESTERN = new Set(
  [...Array(32).keys(), 0x7f, 0x81, 0x8d, 0x8f, 0x90, 0x9d].filter((byte) => ![9, 10, 12, 13].includes(byte)),
);

export class NotText extends Error {}

/**
 * Watches a file's bytes go by: `sees` every chunk in order, `seen` says what they are. Throws {@link
 * NotText} where they are no text.
 */
export function watchEncoding(): { sees: (chunk: Buffer) => void; seen: () => Encoding } {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let wide: Encoding | null | undefined;
  return {
    sees(chunk) {
      if (wide === undefined) wide = markOf(chunk);
      if (wide) return;
      if (chunk.includes(0)) throw new NotText();
      isUtf8 &&= decodes(() => utf8.decode(chunk, { stream: true }));
    },
    seen() {
      if (wide) return wide;
      isUtf8 &&= decodes(() => utf8.decode());
      return isUtf8 ? 'utf-8' : 'windows-1252';
    },
  };
}

/** UTF-16 is known by its mark alone; `null`: there is none. */
function markOf([first, second]: Buffer): Encoding | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** Writes a file anew as UTF-8. Throws {@link NotText} when it is not text in that encoding after all. */
export async function toUtf8(path: string, encoding: Exclude<Encoding, 'utf-8'>): Promise<void> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (chunk: Buffer | undefined): string => {
    if (encoding === 'windows-1252' && chunk?.some((byte) => NO_WESTERN.has(byte))) throw new NotText();
    let text = '';
    if (!decodes(() => (text = decoder.decode(chunk, { stream: chunk !== undefined })))) throw new NotText();
    if (text.includes('\0')) throw new NotText();
    return text;
  };
  const rewritten = `${path}.utf8`;
  try {
    await pipeline(
      createReadStream(path),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) yield decode(chunk);
        yield decode(undefined);
      },
      createWriteStream(rewritten, { mode: 0o600, flags: 'wx' }),
    );
    await rename(rewritten, path);
  } catch (error) {
    await rm(rewritten, { force: true });
    throw error;
  }
}

function decodes(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
