import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type Call, calls, encodeLive, NO_SESSION_REPLY } from '@parley/contract';
import { blankStep, STEP_TYPES } from '@parley/engine';
import { expect, it } from 'vitest';
import { filesIn, type Import, importsOf, isTest, places, sources } from './sources.ts';

/** What a workspace may import, itself apart. */
const MAY_IMPORT: Record<string, string[]> = {
  rules: [],
  engine: ['rules'],
  contract: ['engine', 'rules'],
  client: [],
  server: ['contract', 'engine', 'rules'],
  web: ['contract', 'engine', 'rules'],
};

const packages = sources(...Object.keys(MAY_IMPORT).map((name) => `packages/${name}`));
const everything = [...packages, ...sources('e2e', 'dev', 'bin')];
const own = packages.filter((file) => !isTest(file));
const pure = own.filter(({ path }) => /^packages\/(rules|engine)\//.test(path));

/** Fails with the sentence and the places. */
function allow(none: readonly string[], sentence: string): void {
  expect(none, `${sentence}\n${none.join('\n')}`).toEqual([]);
}

/** The workspace that an import reaches, null for a library. */
function reached({ from, target }: Import): string | null {
  const named = /^@parley\/([^/]+)/.exec(target);
  if (named) return named[1] ?? null;
  if (!target.startsWith('.')) return null;
  const path = posix.normalize(posix.join(posix.dirname(from), target));
  return /^packages\/([^/]+)\//.exec(path)?.[1] ?? path;
}

it('imports between workspaces point one way', () => {
  const wrong = packages.flatMap(importsOf).filter((each) => {
    const home = each.from.split('/')[1] ?? '';
    const target = reached(each);
    return target !== null && target !== home && !MAY_IMPORT[home]?.includes(target);
  });
  allow(
    wrong.map(({ from, line, target }) => `${from}:${line}: ${target}`),
    'Imports go rules ← engine ← contract ← server and web; server and web never import each other. Move what is shared down.',
  );
});

it('a workspace enters another by its name, not by a path', () => {
  const wrong = packages
    .flatMap(importsOf)
    .filter((each) => each.target.startsWith('.') && reached(each) !== each.from.split('/')[1]);
  allow(
    wrong.map(({ from, line, target }) => `${from}:${line}: ${target}`),
    'Import another workspace as @parley/<name>, so that its package.json says who depends on whom.',
  );
});

/** A refusal names the field of the wire that was wrong (DETAIL), so there it may stand. */
const REFUSAL = /\bnew (?:Malformed|Refusal)\((?:[^()]|\([^()]*\))*\)/g;

/** Capital words of the wire that are words of something else, too. */
const WORDS_OF_OTHERS = new Set([
  // Methods of HTTP, states of sockets and of receipts, and what addresses of screens name.
  ...['GET', 'POST', 'OPEN', 'CLOSED', 'UNKNOWN', 'TID', 'SRID'],
  // A direction beside those that every gateway knows, MO and MT.
  'NOTE',
  // What people text.
  ...['START', 'STOP', 'YES'],
]);

/** What the wire has in capitals: the envelope, the fields of calls, control points and live messages. */
function capitalsOfTheWire(): Set<string> {
  const fields = Object.values(calls).flatMap((group) =>
    Object.values(group as unknown as Record<string, Call>).flatMap(({ form, reply }) =>
      [...Object.values(form), ...Object.values(reply)].flatMap(({ wire, codec }) => [
        wire,
        ...(codec.kind.match(/\{[^}]*\}/g) ?? []).flatMap((names) => names.match(/\w+/g) ?? []),
      ]),
    ),
  );
  const points = STEP_TYPES.flatMap((type) => {
    const step = blankStep(type);
    const written = calls.flow.saveStep.reply.step.codec.encode({ step, version: 1 });
    return [...Object.keys(Object(written)), ...Object.values(Object(written)).map(String)];
  });
  const live = encodeLive({ type: 'inbox', message: { id: 1, phone: '', text: '', campaign: 0, at: '' } });
  const all = [...Object.keys(NO_SESSION_REPLY), ...fields, ...points, ...(live.match(/\w+/g) ?? [])];
  return new Set(all.filter((word) => /^[A-Z][A-Z0-9_]{2,}$/.test(word) && !WORDS_OF_OTHERS.has(word)));
}

/** Source without migrations (history), and without the words that are shown to people. */
const inside = own
  .filter(({ path }) => !path.startsWith('packages/contract/'))
  .map((file) => ({ ...file, code: file.code.replace(REFUSAL, (call) => call.replace(/[^\n]/g, ' ')) }));

it('wire words stay in the contract', () => {
  allow(
    places(inside, /\binp[A-Z]\w*|\w*_(?:vch|bi|int|ti|dt)\b|\bCPData\b/),
    'Names of the wire are translated in packages/contract; inside, use the words of the dictionary.',
  );
});

it('words that the wire writes in capitals stay in the contract', () => {
  const any = [...capitalsOfTheWire()].join('|');
  const written = inside.filter(({ path }) => !/\/migrations\/|\/wordings\.ts$/.test(path));
  allow(
    places(
      written,
      // As a text, as a key, and read from something.
      new RegExp(
        `(['"\`])(?:${any})\\1|(?<![\\w.?] ?)\\b(?:${any})\\??:(?!:)|[\\w)\\]]\\??\\.(?:${any})\\b|\\{ (?:\\w+, )*(?:${any})\\b[^;]*\\} =`,
      ),
    ),
    'Words of the wire are translated in packages/contract: a step type by cpdata/<type>.ts, a field by its row, the envelope by kernel/envelope.ts.',
  );
});

it('rules and engine read no clock and draw no chance', () => {
  allow(
    places(
      pure,
      /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bperformance\.now\b|\bTemporal\.Now\b|\bcrypto\b/,
    ),
    'Take the time and the dice as arguments: the same inputs must give the same result in browser, server and test.',
  );
});

it('rules and engine run anywhere', () => {
  const wrong = pure.flatMap(importsOf).filter(({ target }) => target.startsWith('node:'));
  allow(
    wrong.map(({ from, line, target }) => `${from}:${line}: ${target}`),
    'Rules and engine run in the browser too: leave files, network and processes to the host.',
  );
});

it('files are short', () => {
  // A migration is history: it is never edited, so never split. Nor is what a program writes.
  const long = everything
    .filter(({ path }) => !/^packages\/server\/migrations\/|schema\.sql$/.test(path))
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > 500);
  allow(
    long.map(({ path, lines }) => `${path}: ${lines} lines`),
    'Split a file of more than 500 lines by what its parts are about.',
  );
});

/** The log of the screens: a browser has no other. */
const BROWSER_LOG = 'packages/web/src/data/log.ts';

it('only commands write to the console', () => {
  const silent = own.filter(({ path }) => path !== BROWSER_LOG);
  allow(
    places(silent, /\bconsole\.\w+/),
    'Log with the logger that you are given; console belongs to the commands in bin and dev.',
  );
});

it('nothing is left for later without a word to the reader', () => {
  const marks = new RegExp(['TODO', 'FIXME', 'XXX', 'HACK'].map((mark) => `\\b${mark}\\b`).join('|'));
  const found = everything.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => (marks.test(line) ? [`${path}:${index + 1}`] : [])),
  );
  allow(
    found.filter((place) => !place.startsWith('dev/tidy/')),
    'Do it now, or write down what is missing where the reader looks for it.',
  );
});

it('every step type has its table of cases', () => {
  const tables = new Set(filesIn('packages/engine/src/cases'));
  allow(
    STEP_TYPES.filter((type) => !tables.has(`${type}.json`)),
    'Write packages/engine/src/cases/<type>.json with what the step type does.',
  );
});

/** What stands in the templates called `sql`, without what is put in; `at`: the line of each. */
function sqlTexts(code: string): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = [];
  for (const { index } of code.matchAll(/\bsql(?:<[^`]*?>)?`/g)) {
    const from = code.indexOf('`', index) + 1;
    let [text, depth, at] = ['', 0, from];
    for (; at < code.length && (depth > 0 || code[at] !== '`'); at += 1) {
      if (code.startsWith('${', at)) depth += 1;
      if (depth === 0) text += code[at];
      if (depth > 0 && code[at] === '}') depth -= 1;
    }
    found.push({ line: code.slice(0, from).split('\n').length, text });
  }
  return found;
}

it('a name with capitals that SQL gives is quoted, or PostgreSQL would write it small', () => {
  const wrong = own.flatMap(({ path, code }) =>
    sqlTexts(code).flatMap(({ line, text }) =>
      [...text.matchAll(/\bas ([a-z]+[A-Z]\w*)/g)].map(([, name]) => `${path}:${line}: ${name}`),
    ),
  );
  allow(wrong, 'Write as "likeThis": without quotes the row has `likethis`, and what is read is undefined.');
});

it('work is not locked over several accounts at once', () => {
  const wrong = own.flatMap(({ path, code }) =>
    sqlTexts(code)
      .filter(
        ({ text }) => /\bskip locked\b/.test(text) && !/\b(?:account_id|accounts?\.id|a\.id) =/.test(text),
      )
      .map(({ line }) => `${path}:${line}`),
  );
  allow(
    wrong,
    'Look for what is due without a lock, then claim it account by account with `account_id = …` (platform/db/leases.ts, docs/decisions/0007).',
  );
});

it('a table of an account is asked for with the account itself, not with a column that holds it', () => {
  const wrong = own.flatMap(({ path, code }) =>
    sqlTexts(code)
      .filter(({ text }) => /::bigint as account_id\b[\s\S]*\baccount_id = given\.account_id\b/.test(text))
      .map(({ line }) => `${path}:${line}`),
  );
  allow(
    wrong,
    'Write the account as a parameter: where the database is spread by account, a column does not say where the rows lie (docs/decisions/0007).',
  );
});

it('a statement on tables tells nobody: what is said where rows lie is heard there alone', () => {
  const wrong = own.flatMap(({ path, code }) =>
    sqlTexts(code)
      .filter(
        ({ text }) => /\bpg_notify\(/.test(text) && /\b(?:insert into|update|delete from|join)\b/.test(text),
      )
      .map(({ line }) => `${path}:${line}`),
  );
  allow(wrong, 'Send pg_notify in a statement of its own (docs/decisions/0007).');
});

it('a name in quotes stands in its own direction in every sentence of the screens', () => {
  const wrong = own
    .filter(({ path }) => path.startsWith('packages/web/') && !path.endsWith('/isolated.ts'))
    .flatMap(({ path, code }) => [...code.matchAll(/“\$?\{/g)].map(() => path));
  allow(
    wrong,
    'Write `quoted(name)` (data/isolated.ts): a Hebrew name would mix with what stands around it.',
  );
});

it('what people type to find something on a screen finds it without its accents', () => {
  const wrong = own
    .filter(({ path }) => path.startsWith('packages/web/'))
    .flatMap(({ path, code }) => [...code.matchAll(/toLowerCase\(\)\s*\.includes\(/g)].map(() => path));
  allow(wrong, 'Compare by `holdsTyped` (kit/holds-typed.ts), as all other searches do.');
});

it('of many values none is looked for in an index for parts of words', () => {
  const schema = readFileSync(join(import.meta.dirname, '../../packages/server/schema.sql'), 'utf8');
  const columns = [...schema.matchAll(/\b(\w+) gin_trgm_ops/g)].map(([, name]) => name);
  const tables = [...schema.matchAll(/ ON public\.(\w+) USING gin [^;]*gin_trgm_ops/g)].map(
    ([, name]) => name,
  );
  const equal = new RegExp(`\\b(?:${columns.join('|')}) = any\\((?!array\\[)`);
  /** A piece of a statement may be of any table. */
  const isOfOthers = (text: string) => {
    const named = [...text.matchAll(/\b(?:from|join|update) (\w+)/g)].map(([, name]) => name);
    return named.length > 0 && !named.some((name) => tables.includes(name));
  };
  const wrong = own.flatMap(({ path, code }) =>
    sqlTexts(code)
      .filter(({ text }) => equal.test(text) && !isOfOthers(text))
      .map(({ line }) => `${path}:${line}`),
  );
  expect(tables).toContain('contacts');
  expect(columns).toContain('phone');
  allow(
    wrong,
    'Write "in" with `amongTexts` (platform/db/arrays.ts): PostgreSQL 15 and 16 may look for each value there, for milliseconds each.',
  );
});
