/**
 * Expressions in texts of RapidPro flows (`@fields.age`, `@(default(contact.name, "friend"))`) and the merge
 * tokens that mean the same. What has no token is left out of the text and named.
 */
import { canBeMerged } from '@parley/rules/merge-token.ts';
import { type Token, writeToken } from '../tokens.ts';

/** What a result of a RapidPro flow is here: the answer to a step, or a tag. */
export type ResultSource = { step: number } | { tag: string };

/** What the names in expressions stand for. */
export type KnownNames = {
  /** The tag of a field, by the field's key. */
  tagOf: (fieldKey: string) => string;
  /** A tag by its name. */
  tag: (name: string) => string;
  /** By the key of the result, see {@link resultKey}. */
  results: ReadonlyMap<string, ResultSource>;
  /** The question that was answered last before this node; 0: none. */
  lastQuestion: number;
};

/** A text with merge tokens, and the expressions that it lost. */
export type Converted = { text: string; lost: string[] };

/** RapidPro’s key of a result: its name in small letters, with underscores for what is no letter or digit. */
export const resultKey = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');

/** The only names that begin an expression behind an `@`; others are plain text, as in mail addresses. */
const PATH =
  /(?:contact|fields|urns|results|input|run|child|parent|node|webhook|trigger|resume|legacy_extra|globals|ticket|locals)(?:\.[a-z0-9_]+)*/iy;
const LONGEST_EXPRESSION = 2_000;

export function convertTemplate(template: string, names: KnownNames): Converted {
  const lost: string[] = [];
  let text = '';
  for (let at = 0; at < template.length; ) {
    const found = template.indexOf('@', at);
    if (found < 0) return { text: text + template.slice(at), lost };
    text += template.slice(at, found);
    const { value, end } = expressionAt(template, found, names);
    if (value === null) lost.push(template.slice(found, end));
    else text += value;
    at = end;
  }
  return { text, lost };
}

/** The token of a text that is one expression and nothing else; null for everything else. */
export function tokenOfOperand(operand: string, names: KnownNames): string | null {
  const { value, end } = expressionAt(operand.trim(), 0, names);
  return end === operand.trim().length && value !== null && value.startsWith('{%') ? value : null;
}

/** `value` null: there is no token for it. */
function expressionAt(text: string, at: number, names: KnownNames): { value: string | null; end: number } {
  if (text[at] !== '@') return { value: null, end: at };
  if (text[at + 1] === '@') return { value: '@', end: at + 2 };
  if (text[at + 1] === '(') {
    const end = closingBracket(text, at + 1);
    if (end < 0) return { value: '@', end: at + 1 };
    return { value: tokenOfExpression(text.slice(at + 2, end).trim(), names), end: end + 1 };
  }
  PATH.lastIndex = at + 1;
  const path = PATH.exec(text)?.[0];
  if (path === undefined) return { value: '@', end: at + 1 };
  return { value: tokenOfPath(path, names, ''), end: at + 1 + path.length };
}

/** Where the bracket that opens here is closed, quotation marks heeded; -1: nowhere near. */
function closingBracket(text: string, open: number): number {
  let depth = 0;
  let isQuoted = false;
  const most = Math.min(text.length, open + LONGEST_EXPRESSION);
  for (let at = open; at < most; at += 1) {
    const sign = text[at];
    if (isQuoted && sign === '\\') at += 1;
    else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && sign === '(') depth += 1;
    else if (!isQuoted && sign === ')') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}

/** Functions that change how a value looks, which tokens do not: the value stands as it is. */
const LOOKS = /^(?:title|proper|upper|lower|trim|clean|text)\(\s*([a-z0-9_.]+)\s*\)$/i;
const DEFAULT = /^default\(\s*([a-z0-9_.]+)\s*,\s*(?:"([^"\\]*)"|([0-9.]+))\s*\)$/i;
const WHOLE_PATH = /^[a-z0-9_.]+$/i;

function tokenOfExpression(expression: string, names: KnownNames): string | null {
  if (WHOLE_PATH.test(expression)) return tokenOfPath(expression, names, '');
  const [, looked] = LOOKS.exec(expression) ?? [];
  if (looked !== undefined) return tokenOfPath(looked, names, '');
  const [, path, quoted, digits] = DEFAULT.exec(expression) ?? [];
  return path === undefined ? null : tokenOfPath(path, names, quoted ?? digits ?? '');
}

/** Tags that hold what RapidPro keeps of a contact by itself. */
export const CONTACT_TAGS = { name: 'Name', firstName: 'First name' } as const;

function tokenOfPath(path: string, names: KnownNames, fallback: string): string | null {
  const token = tokenMeant(path.toLowerCase().split('.'), names);
  if (token === null || /[{}%]/.test(fallback)) return null;
  return canBeMerged(token.name) || token.kind !== 'tag' ? writeToken({ ...token, fallback }) : null;
}

type Named = Pick<Token, 'kind' | 'name'>;

function tokenMeant([top, ...rest]: string[], names: KnownNames): Named | null {
  const [first, second] = rest;
  if (top === 'run') return first === 'results' ? tokenMeant(rest, names) : null;
  if (top === 'fields' && first !== undefined) return { kind: 'tag', name: names.tagOf(first) };
  if (top === 'contact') {
    if (first === 'fields') return tokenMeant(rest, names);
    if (first === undefined || first === 'name') return { kind: 'tag', name: names.tag(CONTACT_TAGS.name) };
    return first === 'first_name' ? { kind: 'tag', name: names.tag(CONTACT_TAGS.firstName) } : null;
  }
  if (top === 'input' && (first === undefined || first === 'text'))
    return names.lastQuestion > 0 ? { kind: 'answer', name: String(names.lastQuestion) } : null;
  if (top !== 'results' || first === undefined) return null;
  const source = names.results.get(first);
  if (!source) return null;
  if ('tag' in source)
    return second === undefined || second === 'value' ? { kind: 'tag', name: source.tag } : null;
  if (second === undefined || second === 'value' || second === 'input')
    return { kind: 'answer', name: String(source.step) };
  return /^category(_localized)?$/.test(second) ? { kind: 'intent', name: String(source.step) } : null;
}
