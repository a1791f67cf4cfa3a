/**
 * Translations as XLIFF 2.0 (OASIS), a file for one language. Merge tokens stand in it as placeholders, which
 * tools for translators keep whole.
 */
import type { Step } from '@parley/engine/flow.ts';
import { parseTokens, writeToken } from '@parley/engine/tokens.ts';
import { translationOf } from '@parley/engine/translations.ts';
import { directionOf, isLanguage } from '@parley/rules/languages.ts';
import { type FileRow, isOutdated, type Unit, UnreadableFile, unitsOf } from './translation-units.ts';
import { wordings } from './wordings.ts';

const words = wordings.translationFiles;
const NAMESPACE = 'urn:oasis:names:tc:xliff:document:2.0';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** What XML cannot hold stands as an element of its own. */
const CONTROL = /[\p{Cc}\uFFFE\uFFFF]/gu;
const isBlankSign = (sign: string) => sign === '\n' || sign === '\r' || sign === '\t';
const codePoint = (sign: string) =>
  `<cp hex="${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}"/>`;
const escaped = (text: string) => text.toWellFormed().replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
const attribute = (text: string) => escaped(text.replace(CONTROL, ' ').replace(/\s+/g, ' '));
const content = (text: string) =>
  escaped(text).replace(CONTROL, (sign) => (isBlankSign(sign) ? sign : codePoint(sign)));

/** `12:answer:3` as a name token. */
const unitId = (id: string) => `s${id.replaceAll(':', '-')}`;
const rowId = (id: string) => id.replace(/^s/, '').replaceAll('-', ':');

export function writeXliff(
  steps: readonly Step[],
  { campaign, original, language }: { campaign: number; original: string; language: string },
): string {
  const units = unitsOf(steps).map((unit) => writeUnit(unit, language));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<xliff xmlns="${NAMESPACE}" version="2.0" srcLang="${original}" trgLang="${language}">`,
    `<file id="campaign-${campaign}" srcDir="${directionOf(original)}" trgDir="${directionOf(language)}">`,
    ...units,
    '</file>',
    '</xliff>',
    '',
  ].join('\n');
}

/** A text that is to be looked at again is `initial`, as one that is not translated yet. */
const OUTDATED = 'state="initial" subState="parley:outdated"';

function writeUnit(unit: Unit, language: string): string {
  const { id, place, field, original } = unit;
  const said = translationOf(unit.step, language, unit.key);
  const state = isOutdated(unit, language) ? OUTDATED : `state="${said === '' ? 'initial' : 'translated'}"`;
  const holders = createHolders();
  const source = holders.write(original);
  const target = holders.write(said);
  return [
    `<unit id="${unitId(id)}" name="${attribute(`${place} · ${field}`)}" xml:space="preserve">`,
    ...holders.data(),
    `<segment ${state}>`,
    `<source>${source}</source>${said === '' ? '' : `<target>${target}</target>`}`,
    '</segment>',
    '</unit>',
  ].join('\n');
}

/** The placeholders of a unit: a token of the target is the one of the source that says the same. */
function createHolders() {
  const tokens: string[] = [];
  const holder = (token: string, taken: Set<number>) => {
    const free = tokens.findIndex((each, n) => each === token && !taken.has(n));
    const at = free < 0 ? tokens.push(token) - 1 : free;
    taken.add(at);
    return `<ph id="${at + 1}" dataRef="d${at + 1}" equiv="${attribute(token)}"/>`;
  };
  return {
    write(text: string): string {
      const taken = new Set<number>();
      const parts = parseTokens(text);
      return parts
        .map((part) => (typeof part === 'string' ? content(part) : holder(writeToken(part), taken)))
        .join('');
    },
    data: (): string[] =>
      tokens.length === 0
        ? []
        : [
            `<originalData>${tokens.map((token, n) => `<data id="d${n + 1}">${content(token)}</data>`).join('')}</originalData>`,
          ],
  };
}

/**
 * Reads a file by the browser's own XML parser, which fetches nothing; a file that declares entities is not
 * read at all.
 * @throws UnreadableFile saying what is wrong.
 */
export function readXliff(text: string): FileRow[] {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new UnreadableFile(words.entities);
  const document = new DOMParser().parseFromString(text, 'application/xml');
  const root = document.documentElement;
  if (!root || document.getElementsByTagName('parsererror').length > 0)
    throw new UnreadableFile(words.brokenXml);
  if (root.localName !== 'xliff') throw new UnreadableFile(words.noXliff);
  const version = root.getAttribute('version') ?? '';
  if (!version.startsWith('2.')) throw new UnreadableFile(words.otherXliff(version));
  const language = root.getAttribute('trgLang') ?? '';
  if (!isLanguage(language)) throw new UnreadableFile(words.noTarget);
  return descendants(root, 'unit').map((unit) => ({ ...readUnit(unit), language }));
}

function readUnit(unit: Element): Omit<FileRow, 'language'> {
  const data = new Map(
    descendants(unit, 'data').map((each) => [each.getAttribute('id') ?? '', textOf(each, new Map())]),
  );
  const parts = [...unit.children].filter(
    ({ localName }) => localName === 'segment' || localName === 'ignorable',
  );
  const segments = parts.filter(({ localName }) => localName === 'segment');
  const textIn = (part: Element, name: string) => {
    const element = [...part.children].find(({ localName }) => localName === name);
    return element && textOf(element, data);
  };
  const sources = parts.map((part) => textIn(part, 'source') ?? '');
  // Blanks between two sentences have no translation of their own.
  const targets = parts.map((part, n) =>
    part.localName === 'ignorable'
      ? (textIn(part, 'target') ?? sources[n] ?? '')
      : (textIn(part, 'target') ?? ''),
  );
  return {
    id: rowId(unit.getAttribute('id') ?? ''),
    original: sources.join(''),
    said: targets.join(''),
    isDone: segments.length > 0 && segments.every(isTranslated),
  };
}

/** Without a state a segment is `initial` (XLIFF 2.0, 4.3.1.31). */
const isTranslated = (segment: Element) => (segment.getAttribute('state') ?? 'initial') !== 'initial';

/** The text within, placeholders as the tokens that they stand for. */
function textOf(element: Element, data: ReadonlyMap<string, string>): string {
  return [...element.childNodes]
    .map((node) => {
      if (node.nodeType !== 1)
        return node.nodeType === 3 || node.nodeType === 4 ? (node.nodeValue ?? '') : '';
      const child = node as Element;
      if (child.localName === 'ph')
        return data.get(child.getAttribute('dataRef') ?? '') ?? child.getAttribute('equiv') ?? '';
      if (child.localName === 'cp')
        return String.fromCharCode(Number.parseInt(child.getAttribute('hex') ?? '', 16) || 0);
      return textOf(child, data);
    })
    .join('');
}

function descendants(element: Element, name: string): Element[] {
  return [...element.children].flatMap((child) =>
    child.localName === name ? [child] : descendants(child, name),
  );
}
