import { languageName } from '@parley/rules/languages.ts';
import { readCsv } from './csv-file.ts';
import { type FileRow, UnreadableFile } from './translation-units.ts';
import { wordings } from './wordings.ts';
import { readXliff } from './xliff-file.ts';

const words = wordings.translationFiles;
const LARGEST_BYTES = 5_000_000;

/**
 * The translations of a file, CSV or XLIFF whatever it is called.
 * @throws UnreadableFile saying what is wrong with it.
 */
export async function readTranslationFile(file: Blob, original: string): Promise<FileRow[]> {
  if (file.size > LARGEST_BYTES) throw new UnreadableFile(words.tooLarge);
  const text = decode(new Uint8Array(await file.arrayBuffer()));
  const rows = /^\uFEFF?\s*</.test(text) ? readXliff(text) : readCsv(text);
  if (rows.some(({ language, said }) => language === original && said.trim() !== ''))
    throw new UnreadableFile(words.original(languageName(original)));
  return rows;
}

/** Spreadsheets write UTF-16 with its mark in front; all else is UTF-8. */
function decode(bytes: Uint8Array): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UnreadableFile(words.notUtf8);
  }
}
