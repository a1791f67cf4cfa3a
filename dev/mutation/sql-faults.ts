/**
 * Faults in SQL, which Stryker knows nothing of: a condition that always holds (or, behind `or`, never), a
 * boundary moved by one, a sum turned round, a negation lost. Works on the text of a statement with its
 * interpolated values left where they are.
 */

/** A value in a template, as one character that SQL does not use. */
export const VALUE = '\u0001';

const ENDS =
  /^(?:and|or|where|returning|order|group|limit|offset|for|union|on|set|from|join|left|cross|then|else|end|window|having|select|do)\b/i;

/** Where the condition ends that begins at `start`: at the next word of the statement on its own level. */
function endOfCondition(text: string, start: number): number {
  let depth = 0;
  let between = false;
  for (let at = start; at < text.length; at++) {
    const letter = text[at] as string;
    if (letter === "'") at = text.indexOf("'", at + 1);
    else if (letter === '(') depth++;
    else if (letter === ')' && --depth < 0) return at;
    else if (depth > 0 || /\w/.test(text[at - 1] ?? '')) continue;
    else if (letter === ',' || letter === ';') return at;
    else if (/^between\b/i.test(text.slice(at))) between = true;
    else if (ENDS.test(text.slice(at))) {
      const word = text.slice(at, at + 4).toLowerCase();
      if (between && word.startsWith('and')) between = false;
      else if (!(word === 'from' && /distinct\s+$/i.test(text.slice(0, at)))) return at;
    }
  }
  return text.length;
}

type Edit = { at: number; length: number; put: string };

function conditions(text: string): Edit[][] {
  return [...text.matchAll(/\b(where|and|or)\s+/gi)].flatMap((found) => {
    const start = found.index + found[0].length;
    const end = endOfCondition(text, start);
    const isBound = /\bbetween\s+\S+\s+$/i.test(text.slice(0, found.index));
    if (isBound || end <= start || /^(?:not\s+)?matched\b/i.test(text.slice(start))) return [];
    const always = (found[1] as string).toLowerCase() === 'or' ? '(false and (' : '(true or (';
    const last = start + text.slice(start, end).trimEnd().length;
    return [[edit(start, 0, always), edit(last, 0, '))')]];
  });
}

const edit = (at: number, length: number, put: string): Edit => ({ at, length, put });

const WORDS: [RegExp, string][] = [
  [/ >= /g, ' > '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ < /g, ' <= '],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/\bnot exists\b/gi, 'exists'],
  [/\bis not null\b/gi, 'is null'],
  [/\bis null\b/gi, 'is not null'],
  [/ desc\b/gi, ' asc'],
  [/\bleast\(/gi, 'greatest('],
  [/\bgreatest\(/gi, 'least('],
];

const words = (text: string): Edit[][] =>
  WORDS.flatMap(([word, put]) => [...text.matchAll(word)].map((at) => [edit(at.index, at[0].length, put)]));

/** The statement with each fault in turn. Values stand as {@link VALUE}. */
export function sqlFaults(text: string): string[] {
  return [...conditions(text), ...words(text)].map((edits) =>
    edits
      .toSorted((a, b) => b.at - a.at)
      .reduce((whole, { at, length, put }) => whole.slice(0, at) + put + whole.slice(at + length), text),
  );
}
