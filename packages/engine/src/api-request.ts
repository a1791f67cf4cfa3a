/** The written parts of an API step: its address, and names with values as authors type them. */
import { MERGE_TOKEN } from '@parley/rules/merge-token.ts';

const ADDRESS = /^(?:(https?):\/\/)?([^/?#\s@]+)((?:\/[^?#\s]*)?)((?:\?[^#\s]*)?)(?:#\S*)?$/i;

/**
 * The address to call from API_DOM, API_PORT and API_DIR, tokens filled in by `render`; null when there is
 * none or it is unfit: no host, another scheme than http and https, a user name or password in it, blanks.
 * Without a scheme it is https, but http for port 80.
 */
export function addressOf(
  api: { url: string; port: number; path: string },
  render: (text: string) => string,
): string | null {
  const match = ADDRESS.exec(render(api.url.trim()));
  if (!match) return null;
  const [, scheme, host = '', ownPath = '', ownQuery = ''] = match;
  if (scheme === undefined && /:(?!\d+$)/.test(host)) return null;
  const withPort = api.port > 0 && !/:\d+$/.test(host) ? `${host}:${api.port}` : host;
  const start = `${(scheme ?? (api.port === 80 ? 'http' : 'https')).toLowerCase()}://${withPort}`;
  const extra = render(api.path.trim());
  if (/[\s#]/.test(extra)) return null;
  if (extra === '') return start + (ownPath || '/') + ownQuery;
  if (extra.startsWith('?'))
    return start + (ownPath || '/') + (ownQuery === '' ? extra : `${ownQuery}&${extra.slice(1)}`);
  return `${start}${ownPath.replace(/\/$/, '')}/${extra.replace(/^\//, '')}${ownQuery}`;
}

/**
 * Names and values of API_HEAD and API_FORM: a JSON object, a JSON list of {name or key, value}, or lines
 * (also parted by `&`) of `Name: value` or `name=value`. Header names with signs that HTTP forbids are left
 * out by the host.
 */
export function parsePairs(text: string): [string, string][] {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  return pairsOfJson(trimmed) ?? pairsOfLines(trimmed);
}

function pairsOfJson(text: string): [string, string][] | null {
  if (!/^[[{]/.test(text)) return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(parsed))
    return Object.entries(Object(parsed)).map(([name, value]) => [name, String(value)]);
  return parsed
    .map((each): [string, string] => [String(each?.name ?? each?.key ?? ''), String(each?.value ?? '')])
    .filter(([name]) => name !== '');
}

/** In time that grows with the text alone, whatever stands in it. */
function pairsOfLines(text: string): [string, string][] {
  const lines = text.includes('\n') ? text.split('\n') : splitOutsideTokens(text);
  return lines.flatMap((line): [string, string][] => {
    const trimmed = line.trim();
    const name = /^[^:=\s]+/.exec(trimmed)?.[0];
    if (name === undefined) return [];
    const rest = trimmed.slice(name.length).trimStart();
    return /^[:=]/.test(rest) ? [[name, rest.slice(1).trimStart()]] : [];
  });
}

const WHOLE_TOKEN = new RegExp(MERGE_TOKEN, 'g');

/** At each `&` that stands in no merge token. */
function splitOutsideTokens(text: string): string[] {
  const lines: string[] = [];
  let start = 0;
  let next = 0;
  const splitUntil = (end: number) => {
    for (let at = text.indexOf('&', next); at >= 0 && at < end; at = text.indexOf('&', next)) {
      lines.push(text.slice(start, at));
      start = at + 1;
      next = start;
    }
  };
  for (const { 0: token, index } of text.matchAll(WHOLE_TOKEN)) {
    splitUntil(index);
    next = index + token.length;
  }
  splitUntil(text.length);
  return [...lines, text.slice(start)];
}
