/**
 * Talks: conversations as readable text, played on any host that runs flows and compared line by line. A file
 * has a head, a line `---` and the talk. The head: lines beginning with `#` (what the talk shows), then one
 * JSON object:
 *
 *   {"campaigns": {"1": [steps in short form]}, "keywords": {"JOIN": 1},
 *    "now": "2026-03-02T15:00:00Z", "seed": 1,
 *    "contact": {"phone": "+15555550100", "timeZone": "America/New_York", "tags": {}},
 *    "api": [{"ok": true, "text": "…"}]}
 *
 * The talk, one thing a line (`\n` in a text is a new line; blank lines and `#` lines are skipped):
 *
 *   > text           the contact writes
 *   < text           we sent this; ` || ` parts wordings of which any will do;
 *                    `[address] text` is a picture message
 *   ~                the present wait passes
 *   * start 2        campaign 2 starts as a blast starts it
 *   = tag Name: v    the contact's tag has this value
 *   = answer 3: v    the stored answer of step 3
 *   = list 7         the contact was added to list 7
 *   = ended done     the conversation has ended for this reason
 *   = waits          the conversation is waiting
 *
 * Everything sent between two actions must stand there, in order, and nothing else.
 */
import type { ContactFacts } from './event.ts';
import type { Flow } from './flow.ts';
import { flowOf, type StepShorthand } from './flow-shorthand.ts';
import { type ApiAnswer, createMemoryHost, type MemoryHost } from './memory-host.ts';

export type TalkLine = { line: number } & (
  | { do: 'say'; text: string }
  | { do: 'skip' }
  | { do: 'start'; campaign: number }
  | { do: 'sent'; texts: string[]; media: string }
  | { do: 'check'; what: 'tag' | 'answer' | 'list' | 'ended' | 'waits'; name: string; value: string }
);

export type Talk = {
  title: string;
  campaigns: Record<number, Flow>;
  keywords: Record<string, number>;
  contact: ContactFacts;
  now: string;
  seed: number;
  /** Results of API calls, in the order of the calls. */
  api: ApiAnswer[];
  lines: TalkLine[];
};

/** A message as a host reports it. */
export type Sent = { text: string; media: string };

/** What plays a talk: a host in memory, or the server with its database. */
export type TalkHost = {
  say(text: string): Promise<void>;
  start(campaign: number): Promise<void>;
  /** The present wait passes. */
  skipWait(): Promise<void>;
  /** Every message sent to the contact so far, in order. */
  sent(): Promise<readonly Sent[]>;
  /** The tag's value, '' when it has none. */
  tag(name: string): Promise<string>;
  /** The raw answer of a step of the last conversation, '' when there is none. */
  answer(step: number): Promise<string>;
  /** Ids of the lists that the contact was added to. */
  lists(): Promise<readonly number[]>;
  /** The reason for which the last conversation ended, '' while it goes on. */
  ended(): Promise<string>;
};

const CONTACT: ContactFacts = { phone: '+15555550100', timeZone: 'America/New_York', tags: {} };

/** Reads a talk. @throws Error naming the line that cannot be read. */
export function parseTalk(source: string): Talk {
  const [head = '', body] = source.split(/^---$/m, 2);
  if (body === undefined) throw new Error('A talk needs a line --- between its head and its lines.');
  const headLines = head.split('\n');
  const comments = headLines.filter((line) => line.startsWith('#'));
  const json = headLines.filter((line) => !line.startsWith('#')).join('\n');
  const settings = JSON.parse(json) as {
    campaigns: Record<string, StepShorthand[]>;
    contact?: Partial<ContactFacts>;
    keywords?: Record<string, number>;
    now?: string;
    seed?: number;
    api?: ApiAnswer[];
  };
  const flows = Object.entries(settings.campaigns).map(
    ([id, steps]) => [Number(id), flowOf(Number(id), steps)] as const,
  );
  return {
    title: comments.map((line) => line.replace(/^#\s*/, '')).join(' '),
    campaigns: Object.fromEntries(flows),
    keywords: settings.keywords ?? {},
    contact: { ...CONTACT, ...settings.contact },
    now: settings.now ?? '2026-03-02T15:00:00Z',
    seed: settings.seed ?? 1,
    api: settings.api ?? [],
    lines: body.split('\n').flatMap((text, index) => readLine(text, headLines.length + index)),
  };
}

function readLine(text: string, line: number): TalkLine[] {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.startsWith('#')) return [];
  const rest = trimmed.slice(1).trim().replaceAll('\\n', '\n');
  switch (trimmed[0]) {
    case '>':
      return [{ line, do: 'say', text: rest }];
    case '<': {
      const [, media = '', words = ''] = /^(?:\[([^\]]+)\]\s*)?(.*)$/s.exec(rest) ?? [];
      return [{ line, do: 'sent', texts: words.split(' || '), media }];
    }
    case '~':
      return [{ line, do: 'skip' }];
    case '*': {
      const campaign = Number(/^start (\d+)$/.exec(rest)?.[1]);
      if (campaign > 0) return [{ line, do: 'start', campaign }];
      break;
    }
    case '=': {
      const check = readCheck(rest);
      if (check) return [{ line, ...check }];
    }
  }
  throw new Error(`Line ${line} of the talk cannot be read: ${trimmed}`);
}

function readCheck(rest: string): Omit<Extract<TalkLine, { do: 'check' }>, 'line'> | null {
  const named = /^(tag|answer) ([^:]+): ?(.*)$/s.exec(rest);
  if (named)
    return {
      do: 'check',
      what: named[1] === 'tag' ? 'tag' : 'answer',
      name: named[2] ?? '',
      value: named[3] ?? '',
    };
  const plain = /^(list|ended|waits)(?: (\S+))?$/.exec(rest);
  if (!plain) return null;
  const [, what, value = ''] = plain;
  return {
    do: 'check',
    what: what === 'list' ? 'list' : what === 'ended' ? 'ended' : 'waits',
    name: '',
    value,
  };
}

/** Plays a talk on a host; every difference as a sentence with its line, none when all is as written. */
export async function playTalk(talk: Talk, host: TalkHost): Promise<string[]> {
  const differences: string[] = [];
  let seen = (await host.sent()).length;
  const differ = (line: number, what: string) => differences.push(`Line ${line}: ${what}`);
  const nothingMore = async (line: number) => {
    const sent = await host.sent();
    for (; seen < sent.length; seen++) differ(line, `unexpected before it: ${show(sent[seen])}`);
  };
  for (const step of talk.lines) {
    switch (step.do) {
      case 'sent': {
        const got = (await host.sent())[seen++];
        if (!got || got.media !== step.media || !step.texts.includes(got.text))
          differ(
            step.line,
            `expected ${show({ text: step.texts.join(' || '), media: step.media })}, got ${show(got)}`,
          );
        break;
      }
      case 'check': {
        const got = await look(host, step);
        if (got !== step.value)
          differ(step.line, `expected ${step.what} ${step.name} "${step.value}", got "${got}"`);
        break;
      }
      default:
        await nothingMore(step.line);
        await act(host, step);
    }
  }
  await nothingMore((talk.lines.at(-1)?.line ?? 0) + 1);
  return differences;
}

const show = (sent: Sent | undefined) =>
  sent ? `“${sent.media === '' ? '' : `[${sent.media}] `}${sent.text}”` : 'nothing';

function act(host: TalkHost, step: Exclude<TalkLine, { do: 'sent' | 'check' }>): Promise<void> {
  if (step.do === 'say') return host.say(step.text);
  return step.do === 'skip' ? host.skipWait() : host.start(step.campaign);
}

async function look(host: TalkHost, check: Extract<TalkLine, { do: 'check' }>): Promise<string> {
  switch (check.what) {
    case 'tag':
      return host.tag(check.name);
    case 'answer':
      return host.answer(Number(check.name));
    case 'list':
      return (await host.lists()).includes(Number(check.value)) ? check.value : '';
    case 'ended':
      return host.ended();
    case 'waits':
      return (await host.ended()) === '' ? '' : 'ended';
  }
}

/** A talk's host in memory, and what plays the talk on it. */
export function talkInMemory(talk: Talk): { memory: MemoryHost; host: TalkHost } {
  let calls = 0;
  const memory = createMemoryHost({
    campaigns: talk.campaigns,
    contact: talk.contact,
    now: talk.now,
    seed: talk.seed,
    keywords: talk.keywords,
    callApi: () => talk.api[calls++] ?? { ok: false, text: 'the talk has no answer for this call' },
  });
  const host: TalkHost = {
    say: async (text) => memory.say(text),
    start: async (campaign) => memory.start(campaign, 'blast'),
    skipWait: async () => {
      if (!memory.skipWait()) throw new Error('Nothing waits for a time here.');
    },
    sent: async () =>
      memory
        .transcript()
        .filter(({ from }) => from === 'us')
        .map(({ text, media = '' }) => ({ text, media })),
    tag: async (name) => memory.variables().tags[name] ?? '',
    answer: async (step) => memory.variables().answers[step]?.raw ?? '',
    lists: async () => memory.variables().lists,
    ended: async () => memory.session()?.endReason ?? '',
  };
  return { memory, host };
}
