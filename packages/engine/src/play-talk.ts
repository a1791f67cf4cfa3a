/** Plays talks, and says where what happens is not what stands there. */
import type { Flow } from './flow.ts';
import { createMemoryHost, type MemoryHost, type MemoryHostStart } from './memory-host.ts';
import { parseTalk, type Talk, type TalkAct, type TalkLine } from './talk.ts';

/** A message as a host reports it. */
export type Sent = { text: string; media: string };

/** What plays a talk: a host in memory, or the server with its database. */
export type TalkHost = {
  say(text: string): Promise<void>;
  start(campaign: number): Promise<void>;
  /** The present wait passes. False: nothing waits for a time. */
  skipWait(): Promise<boolean>;
  passTime(seconds: number): Promise<void>;
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

type TalkCheck = Extract<TalkLine, { do: 'check' }>;

/** Where a talk and what it was played on are not the same. */
export type TalkDifference = { line: number; what: string };

/** Plays a talk on a host; every difference as a sentence with its line, none when all is as written. */
export async function playTalk(talk: Talk, host: TalkHost): Promise<string[]> {
  const differences = await compareTalk(talk, host);
  return differences.map(({ line, what }) => `Line ${line}: ${what}`);
}

/** As {@link playTalk}; `between` is asked before each thing that is done. */
export async function compareTalk(
  talk: Pick<Talk, 'lines'>,
  host: TalkHost,
  between: () => Promise<void> = async () => {},
): Promise<TalkDifference[]> {
  const differences: TalkDifference[] = [];
  let seen = (await host.sent()).length;
  const differ = (line: number, what: string) => differences.push({ line, what });
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
        if (got !== step.value) differ(step.line, `expected ${nameOf(step)} “${step.value}”, got “${got}”`);
        break;
      }
      default:
        await nothingMore(step.line);
        await between();
        if (!(await act(host, step))) differ(step.line, 'nothing waits for a time here');
    }
  }
  await nothingMore((talk.lines.at(-1)?.line ?? 0) + 1);
  return differences;
}

const nameOf = ({ what, name }: TalkCheck) => (name === '' ? what : `${what} ${name}`);

const show = (sent: Sent | undefined) =>
  sent ? `“${sent.media === '' ? '' : `[${sent.media}] `}${sent.text}”` : 'nothing';

/** False: there was no wait that could pass. */
async function act(host: TalkHost, step: TalkAct): Promise<boolean> {
  if (step.do === 'skip') return host.skipWait();
  if (step.do === 'say') await host.say(step.text);
  else if (step.do === 'pass') await host.passTime(step.seconds);
  else await host.start(step.campaign);
  return true;
}

async function look(host: TalkHost, check: TalkCheck): Promise<string> {
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
    ...talk,
    callApi: ({ step }) =>
      talk.answers[step] ?? talk.api[calls++] ?? { ok: false, text: 'the talk has no answer for this call' },
  } as MemoryHostStart);
  const host: TalkHost = {
    say: async (text) => memory.say(text),
    start: async (campaign) => memory.start(campaign || talk.campaign, 'blast'),
    skipWait: async () => memory.skipWait(),
    passTime: async (seconds) => memory.passTime(seconds),
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

/**
 * Plays a stored talk on flows, `own` being that of the campaign that it is about; answers the first
 * difference, null when all is as written. Never throws: a talk that cannot be played is different from its
 * first line on. `between` as in {@link compareTalk}.
 */
export async function checkTalk(
  source: string,
  own: Flow,
  others: readonly Flow[],
  between?: () => Promise<void>,
): Promise<TalkDifference | null> {
  try {
    const talk = talkOn(parseTalk(source), own, others);
    const differences = await compareTalk(talk, talkInMemory(talk).host, between);
    return differences.toSorted((one, other) => one.line - other.line)[0] ?? null;
  } catch (error) {
    return { line: 1, what: `it can’t be played: ${error instanceof Error ? error.message : error}` };
  }
}

/** A talk with the flows of its campaigns. */
export const talkOn = (talk: Talk, own: Flow, others: readonly Flow[]): Talk => ({
  ...talk,
  campaign: own.campaignId,
  campaigns: Object.fromEntries([...others, own].map((flow) => [flow.campaignId, flow])),
});
