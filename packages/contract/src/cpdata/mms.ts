import type { Part, StepWire } from './part.ts';
import { isOn, read, readList, readText, type Wire, words } from './read.ts';
import { TEXT } from './texts.ts';

const linkOf = (entry: Wire | undefined): string => read(entry ?? {}, 'LINK', words(2000));
const isPicture = (entry: Wire): boolean => linkOf(entry) !== '';

/** The entries of STEXT are kept as they are, but for their text: it is stored plain, like every text. */
export const readEntries = (data: Wire): Wire[] =>
  readList(data, 'STEXT', 20).map((item) =>
    isOn(item, 'T64') ? { ...item, TEXT: readText(item), T64: 0 } : item,
  );

/** The link stands in the first entry that has one, else in the first; what else the entries hold stays. */
function writeMedia(media: string, kept: unknown): Wire[] {
  const entries = Array.isArray(kept) ? (kept as Wire[]) : [];
  const at = Math.max(0, entries.findIndex(isPicture));
  const picture = { SID: at + 1, MTYPE: 'IMAGE', TEXT: '', T64: 0, ...entries[at], LINK: media };
  return media === '' && entries.length === 0 ? [] : entries.toSpliced(at, 1, picture);
}

const MEDIA: Part<string> = {
  // STEXT stays in `extra`: its entries hold more than the link.
  takes: [],
  read: (data) => linkOf(readEntries(data).find(isPicture)),
  write: (media, extra) => ({ STEXT: writeMedia(media, extra.STEXT) }),
};

export const mms: StepWire<'mms'> = { word: 'MMS', parts: { text: TEXT, media: MEDIA } };
