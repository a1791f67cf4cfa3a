/**
 * The phone's conversation is a list of what was done on it, played again from the start whenever the draft
 * changes: an edited text shows in the bubble that holds it, and the conversation goes where the new draft
 * leads.
 */
import { sampleAnswer } from '@parley/engine/api-answer.ts';
import type { Flow } from '@parley/engine/flow.ts';
import { type ApiAnswer, createMemoryHost, type TranscriptEntry } from '@parley/engine/memory-host.ts';
import type { Answer, Waiting } from '@parley/engine/session.ts';

export type TalkInput = { do: 'start' } | { do: 'say'; text: string } | { do: 'skip' };

export type TalkSetting = {
  draft: Flow;
  /** Campaigns that the draft can switch to. */
  others: readonly Flow[];
  /** ISO instant. */
  startedAt: string;
  timeZone: string;
  /** The dice: another seed, other alternatives. */
  seed: number;
  /** The pretend contact's tag values. */
  tags: Record<string, string>;
  /** What short links begin with; unknown: links stay as they are written. */
  linkBase?: string | undefined;
  /** What calls of API steps are answered with, by the step's id. */
  apiAnswers?: Readonly<Record<number, ApiAnswer>>;
};

export type Talk = {
  transcript: readonly TranscriptEntry[];
  waiting: Waiting | null;
  ended: boolean;
  tags: Record<string, string>;
  answers: Record<string, Answer>;
  /** Values that the conversation alone knows, by name. */
  known: Record<string, string>;
  lists: number[];
};

/** The number of the pretend contact: one of those kept free for fiction. */
const PHONE = '+12125550123';

export function replay(inputs: readonly TalkInput[], setting: TalkSetting): Talk {
  const { draft, others, seed, startedAt, timeZone, tags, linkBase, apiAnswers = {} } = setting;
  const campaigns = Object.fromEntries([...others, draft].map((flow) => [flow.campaignId, flow]));
  const memory = createMemoryHost({
    campaigns,
    contact: { tags, timeZone, phone: PHONE },
    now: startedAt,
    seed,
    callApi: ({ step }) => apiAnswers[step] ?? sampleFor(draft, step),
    ...(linkBase !== undefined && { channel: { linkBase, carriesMms: true } }),
  });
  for (const input of inputs) {
    if (input.do === 'start') memory.start(draft.campaignId);
    else if (input.do === 'say') memory.say(input.text);
    else memory.skipWait();
  }
  return {
    transcript: memory.transcript(),
    waiting: memory.waiting(),
    ended: memory.session()?.status === 'ended',
    ...memory.variables(),
  };
}

/** Nobody is called: a step that reads values of its answer gets one that has them. */
function sampleFor(draft: Flow, id: number): ApiAnswer | null {
  const step = draft.steps.find((each) => each.id === id);
  if (step?.type !== 'api-call' || !step.picks) return null;
  return { ok: true, text: sampleAnswer(step.picks) };
}

/** '5 minutes later', null when no time worth telling passed. */
export function laterWords(from: string, to: string): string | null {
  const seconds = Math.round((Date.parse(to) - Date.parse(from)) / 1000);
  if (seconds < 1) return null;
  const [amount, unit] =
    seconds < 60
      ? [seconds, 'second']
      : seconds < 3600
        ? [Math.round(seconds / 60), 'minute']
        : seconds < 86_400
          ? [Math.round(seconds / 3600), 'hour']
          : [Math.round(seconds / 86_400), 'day'];
  return `${amount} ${unit}${amount === 1 ? '' : 's'} later`;
}
