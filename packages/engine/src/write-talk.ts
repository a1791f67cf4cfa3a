/** Writes talks: as they were played, and for other readers. */
import type { Flow } from './flow.ts';
import { shorthandOf } from './flow-shorthand.ts';
import type { MemoryHost, TranscriptEntry } from './memory-host.ts';
import { talkInMemory, talkOn } from './play-talk.ts';
import {
  parseTalk,
  partsOf,
  type Talk,
  type TalkAct,
  type TalkHead,
  type TalkSetting,
  type TalkThing,
} from './talk.ts';

/** Does one thing of a talk. */
export function actOn(memory: MemoryHost, act: TalkAct, campaign: number): void {
  if (act.do === 'start') memory.start(act.campaign || campaign, 'preview');
  else if (act.do === 'say') memory.say(act.text);
  else if (act.do === 'pass') memory.passTime(act.seconds);
  else memory.skipWait();
}

/**
 * What happens when these things are done, as a talk: everything that is sent, and at the end the tags that
 * were stored, the lists, and whether it goes on.
 */
export function recordTalk(
  setting: TalkSetting,
  acts: readonly TalkAct[],
  { own, others }: { own: Flow; others: readonly Flow[] },
): Talk {
  const blank: Talk = {
    ...setting,
    title: '',
    campaign: 0,
    campaigns: {},
    keywords: {},
    api: [],
    lines: [],
  };
  const { memory } = talkInMemory(talkOn(blank, own, others));
  const things: TalkThing[] = [];
  let seen = 0;
  for (const act of acts) {
    actOn(memory, act, own.campaignId);
    const { length } = memory.transcript();
    things.push(act, ...memory.transcript().slice(seen, length).flatMap(sentOf));
    seen = length;
  }
  things.push(...endOf(memory, setting.contact.tags));
  return { ...blank, lines: things.map((thing) => ({ line: 0, ...thing })) };
}

const sentOf = ({ from, text, media = '' }: TranscriptEntry): TalkThing[] =>
  from === 'us' ? [{ do: 'sent', texts: [text], media }] : [];

/** What a conversation left behind. */
function endOf(memory: MemoryHost, before: Record<string, string>): TalkThing[] {
  const { tags, lists } = memory.variables();
  const session = memory.session();
  const check = (what: 'tag' | 'list' | 'ended' | 'waits', name: string, value: string): TalkThing => ({
    do: 'check',
    what,
    name,
    value,
  });
  return [
    ...Object.entries(tags).flatMap(([name, value]) =>
      value === before[name] ? [] : [check('tag', name, value)],
    ),
    ...lists.map((list) => check('list', '', String(list))),
    ...(session
      ? [session.status === 'active' ? check('waits', '', '') : check('ended', '', session.endReason)]
      : []),
  ];
}

/** A talk as text; with the flows of its campaigns where it has them. */
export function writeTalk(talk: Talk): string {
  const { title, lines, campaign, campaigns, keywords, api, answers, ...setting } = talk;
  const flows = Object.entries(campaigns).map(([id, { steps }]) => [id, steps.map(shorthandOf)] as const);
  const head: TalkHead = {
    ...(campaign > 0 && { campaign }),
    ...setting,
    ...(hasAny(answers) && { answers }),
    ...(hasAny(keywords) && { keywords }),
    ...(api.length > 0 && { api }),
    ...(flows.length > 0 && { campaigns: Object.fromEntries(flows) }),
  };
  const body = lines.map(lineOf).join('\n');
  // The head is one line, so that the lines of the talk keep their numbers whatever is in it.
  return `# ${oneLine(title)}\n${JSON.stringify(head)}\n---\n${body}\n`;
}

const hasAny = (record: object) => Object.keys(record).length > 0;
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

function lineOf(thing: TalkThing): string {
  switch (thing.do) {
    case 'say':
      return `> ${written(thing.text)}`;
    case 'sent':
      return `< ${sentWords(thing.media, thing.texts)}`;
    case 'skip':
      return '~';
    case 'pass':
      return `~ ${span(thing.seconds)}`;
    case 'start':
      return thing.campaign > 0 ? `* start ${thing.campaign}` : '* start';
    case 'check': {
      const { what, name, value } = thing;
      if (what === 'tag' || what === 'answer') return `= ${what} ${writtenName(name)}: ${written(value)}`;
      return value === '' ? `= ${what}` : `= ${what} ${value}`;
    }
  }
}

function sentWords(media: string, texts: readonly string[]): string {
  const [first = '', ...others] = texts.map(written);
  // What begins with a bracket would be taken for the address of a picture.
  const words = [media === '' ? first.replace(/^\[/, '\\[') : first, ...others].join(' || ');
  return media === '' ? words : `[${writtenName(media)}] ${words}`;
}

const code = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A text in one line, from which `parseTalk` reads the same. */
const written = (text: string): string =>
  text.replace(/^\s|\s$|[\p{Cc}\p{Cs}\\|]/gu, (sign) =>
    sign === '\n' ? '\\n' : sign === '\\' || sign === '|' ? `\\${sign}` : code(sign),
  );

/** A name, or an address: what would end it is written by its number. */
const writtenName = (name: string): string => written(name).replace(/[:\]]/g, code);

const UNITS = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

function span(seconds: number): string {
  const [size, unit] = UNITS.find(([each]) => seconds % each === 0) ?? UNITS[3];
  const count = seconds / size;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Who stands in for the person of a talk that is kept: a number that is free for fiction. */
export const TEST_PERSON = '+12125550123';

/**
 * A talk as a campaign keeps it: under a name, of nobody in particular, and without flows, as it is played on
 * the campaign’s. @throws Error for one that cannot be read.
 */
export function keptTalk(source: string, name: string): string {
  const talk = parseTalk(source);
  const contact = { ...talk.contact, phone: TEST_PERSON };
  return writeTalk({ ...talk, title: name, contact, campaign: 0, campaigns: {}, keywords: {} });
}

/** A kept talk of a campaign whose steps were copied: its answers belong to the copies. */
export function copiedTalk(source: string, stepIds: ReadonlyMap<number, number>): string {
  const talk = parseTalk(source);
  const answers = Object.entries(talk.answers).flatMap(([step, answer]) => {
    const copy = stepIds.get(Number(step));
    return copy ? [[copy, answer] as const] : [];
  });
  const lines = talk.lines.map((line) =>
    line.do === 'check' && line.what === 'answer'
      ? { ...line, name: String(stepIds.get(Number(line.name)) ?? line.name) }
      : line,
  );
  return writeTalk({ ...talk, answers: Object.fromEntries(answers), lines });
}

/** A kept talk with the flows that it is played on: a file of its own. */
export const talkFile = (source: string, own: Flow, others: readonly Flow[]): string =>
  writeTalk(talkOn(parseTalk(source), own, others));

/** The lines of a talk as they are written, by their numbers. */
export function linesOfTalk(source: string): { line: number; words: string }[] {
  const { body, first } = partsOf(source);
  return body
    .split('\n')
    .flatMap((words, index) => (words.trim() === '' ? [] : [{ line: first + index, words }]));
}
