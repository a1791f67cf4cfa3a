/**
 * Talks: conversations as readable text, played on any host that runs flows and compared line by line. A file
 * has a head, a line `---` and the talk. The head: lines beginning with `#` (what the talk shows), then one
 * JSON object:
 *
 *   {"campaigns": {"1": [steps in short form]}, "campaign": 1, "keywords": {"JOIN": 1},
 *    "now": "2026-03-02T15:00:00Z", "seed": 1,
 *    "contact": {"phone": "+15555550100", "timeZone": "America/New_York", "tags": {}}, "optedOut": false,
 *    "quiet": {"rule": {"hours": [8, 21], "byState": false}, "zones": ["America/New_York"], "state": null},
 *    "channel": {"linkBase": "https://t.example", "carriesMms": true},
 *    "answers": {"3": {"ok": true, "text": "…"}}, "api": [{"ok": true, "text": "…"}]}
 *
 * `campaign`: the one that the talk is about. `answers`: of API steps by their ids; `api`: of calls of other
 * steps, in the order of the calls.
 *
 * The talk, one thing a line (blank lines and `#` lines are skipped):
 *
 *   > text           the contact writes
 *   < text           we sent this; ` || ` parts wordings of which any will do;
 *                    `[address] text` is a picture message
 *   ~                the present wait passes
 *   ~ 2 hours        time passes (seconds, minutes, hours, days), and what is due meanwhile happens
 *   * start 2        campaign 2 starts as a blast starts it; without a number the one that the talk is about
 *   = tag Name: v    the contact's tag has this value
 *   = answer 3: v    the stored answer of step 3
 *   = list 7         the contact was added to list 7
 *   = ended done     the conversation has ended for this reason
 *   = waits          the conversation is waiting
 *
 * In a text `\n` is a new line, `\u00a0` a sign by its number, and a sign behind `\` stands for itself.
 * Everything sent between two actions must stand there, in order, and nothing else.
 */
import type { ChannelFacts, ContactFacts } from './event.ts';
import type { Flow } from './flow.ts';
import { flowOf, type StepShorthand } from './flow-shorthand.ts';
import type { ApiAnswer, QuietHours } from './memory-host.ts';

/** What is done in a talk; campaign 0 is the one that it is about. */
export type TalkAct =
  | { do: 'say'; text: string }
  | { do: 'skip' }
  | { do: 'pass'; seconds: number }
  | { do: 'start'; campaign: number };

export type TalkCheck = 'tag' | 'answer' | 'list' | 'ended' | 'waits';
export type TalkThing =
  | TalkAct
  | { do: 'sent'; texts: string[]; media: string }
  | { do: 'check'; what: TalkCheck; name: string; value: string };

export type TalkLine = { line: number } & TalkThing;

/** Whom a talk is with, when and where. */
export type TalkSetting = {
  contact: ContactFacts;
  now: string;
  seed: number;
  /** Results of API calls by the ids of their steps. */
  answers: Record<number, ApiAnswer>;
  channel?: ChannelFacts | undefined;
  quiet?: QuietHours | undefined;
  optedOut?: boolean | undefined;
};

export type Talk = TalkSetting & {
  title: string;
  /** The campaign that it is about; 0: it names its campaigns. */
  campaign: number;
  campaigns: Record<number, Flow>;
  keywords: Record<string, number>;
  /** Results of other API calls, in the order of the calls. */
  api: ApiAnswer[];
  lines: TalkLine[];
};

const CONTACT: ContactFacts = { phone: '+15555550100', timeZone: 'America/New_York', tags: {} };

/** The head of a talk, as it is written. */
export type TalkHead = Partial<Omit<Talk, 'title' | 'lines' | 'campaigns' | 'contact'>> & {
  campaigns?: Record<string, StepShorthand[]> | undefined;
  contact?: Partial<ContactFacts>;
};

/** Takes a talk apart. `first`: the number of its first line. @throws Error for one without a head. */
export function partsOf(source: string): { title: string; head: TalkHead; body: string; first: number } {
  const [head = '', body] = source.split(/^---$/m, 2);
  if (body === undefined) throw new Error('A talk needs a line --- between its head and its lines.');
  const headLines = head.split('\n');
  const comments = headLines.filter((line) => line.startsWith('#'));
  const settings: unknown = JSON.parse(headLines.filter((line) => !line.startsWith('#')).join('\n'));
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings))
    throw new Error('The head of a talk is one object in JSON.');
  return {
    title: comments.map((line) => line.replace(/^#\s*/, '')).join(' '),
    head: settings,
    body,
    first: headLines.length,
  };
}

/** Reads a talk. @throws Error naming the line that cannot be read. */
export function parseTalk(source: string): Talk {
  const { title, head, body, first } = partsOf(source);
  const flows = Object.entries(head.campaigns ?? {}).map(
    ([id, steps]) => [Number(id), flowOf(Number(id), steps)] as const,
  );
  return {
    ...head,
    title,
    campaign: head.campaign ?? 0,
    campaigns: Object.fromEntries(flows),
    keywords: head.keywords ?? {},
    contact: { ...CONTACT, ...head.contact },
    now: head.now ?? '2026-03-02T15:00:00Z',
    seed: head.seed ?? 1,
    answers: head.answers ?? {},
    api: head.api ?? [],
    lines: body.split('\n').flatMap((text, index) => readLine(text, first + index)),
  };
}

const SECONDS = { second: 1, minute: 60, hour: 3600, day: 86_400 } as const;
/** `2 hours`; the number has few digits, so that the clock stays in its years. */
const SPAN = /^(\d{1,6}) (second|minute|hour|day)s?$/;

function readLine(text: string, line: number): TalkLine[] {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.startsWith('#')) return [];
  const thing = readThing(trimmed[0] ?? '', trimmed.slice(1).trim());
  if (thing) return [{ line, ...thing }];
  throw new Error(`Line ${line} of the talk cannot be read: ${trimmed}`);
}

function readThing(mark: string, rest: string): TalkThing | null {
  switch (mark) {
    case '>':
      return { do: 'say', text: plainOf(rest) };
    case '<': {
      const [, media = '', words = ''] = /^(?:\[([^\]]+)\]\s*)?(.*)$/s.exec(rest) ?? [];
      return { do: 'sent', texts: words.split(' || ').map(plainOf), media: plainOf(media) };
    }
    case '~': {
      if (rest === '') return { do: 'skip' };
      const [, count, unit] = SPAN.exec(rest) ?? [];
      return unit ? { do: 'pass', seconds: Number(count) * SECONDS[unit as keyof typeof SECONDS] } : null;
    }
    case '*': {
      if (rest === 'start') return { do: 'start', campaign: 0 };
      const campaign = Number(/^start (\d+)$/.exec(rest)?.[1]);
      return campaign > 0 ? { do: 'start', campaign } : null;
    }
    default:
      return mark === '=' ? readCheck(rest) : null;
  }
}

/** What signs behind `\` stand for. */
const plainOf = (written: string): string =>
  written.replace(/\\(?:u([0-9a-f]{4})|(.))/gs, (_, code: string | undefined, sign: string) =>
    code ? String.fromCharCode(Number.parseInt(code, 16)) : sign === 'n' ? '\n' : sign,
  );

function readCheck(rest: string): TalkThing | null {
  const named = /^(tag|answer) ([^:]+): ?(.*)$/s.exec(rest);
  if (named) {
    const [, what, name = '', value = ''] = named;
    return {
      do: 'check',
      what: what === 'tag' ? 'tag' : 'answer',
      name: plainOf(name),
      value: plainOf(value),
    };
  }
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
