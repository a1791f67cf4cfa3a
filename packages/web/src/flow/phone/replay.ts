/**
 * The phone's conversation is a list of what was done on it, played again from the start whenever the draft
 * changes: an edited text shows in the bubble that holds it, and the conversation goes where the new draft
 * leads.
 */
import { sampleAnswer } from '@parley/engine/api-answer.ts';
import type { Flow } from '@parley/engine/flow.ts';
import {
  type ApiAnswer,
  createMemoryHost,
  type Happening,
  type QuietHours,
  type TranscriptEntry,
} from '@parley/engine/memory-host.ts';
import type { Answer, Waiting } from '@parley/engine/session.ts';
import type { TalkAct, TalkSetting } from '@parley/engine/talk.ts';
import { actOn, TEST_PERSON } from '@parley/engine/write-talk.ts';

/** Whom the flow is tried as. */
export type SimulatedPerson = {
  phone?: string | undefined;
  timeZone: string;
  tags: Record<string, string>;
  quiet?: QuietHours | undefined;
  optedOut?: boolean | undefined;
};

export type PhoneSetting = SimulatedPerson & {
  draft: Flow;
  /** Campaigns that the draft can switch to. */
  others: readonly Flow[];
  /** ISO instant. */
  startedAt: string;
  /** The dice: another seed, other alternatives. */
  seed: number;
  /** What short links begin with; unknown: links stay as they are written. */
  linkBase?: string | undefined;
  /** What calls of API steps are answered with, by the step's id. */
  apiAnswers?: Readonly<Record<number, ApiAnswer>>;
};

export type Talk = {
  transcript: readonly TranscriptEntry[];
  waiting: Waiting | null;
  ended: boolean;
  /** What the simulated clock shows, an ISO instant. */
  now: string;
  /** What comes next by itself; null: nothing. */
  next: Happening | null;
  tags: Record<string, string>;
  answers: Record<string, Answer>;
  /** Values that the conversation alone knows, by name. */
  known: Record<string, string>;
  lists: number[];
};

/** What a talk on this phone is with. */
export function settingOf(setting: PhoneSetting): TalkSetting {
  const { draft, others, startedAt, timeZone, seed, tags, linkBase, apiAnswers = {} } = setting;
  const { phone = TEST_PERSON, quiet, optedOut } = setting;
  return {
    contact: { tags, timeZone, phone },
    now: startedAt,
    seed,
    answers: Object.fromEntries(
      [...others, draft]
        .flatMap(({ steps }) => steps)
        .flatMap((step) => {
          const answer = apiAnswers[step.id] ?? sampleFor(step);
          return answer ? [[step.id, answer] as const] : [];
        }),
    ),
    ...(linkBase !== undefined && { channel: { linkBase, carriesMms: true } }),
    ...(quiet && { quiet }),
    ...(optedOut && { optedOut }),
  };
}

export function replay(inputs: readonly TalkAct[], setting: PhoneSetting): Talk {
  const { draft, others } = setting;
  const { answers, contact, now, seed, channel, quiet, optedOut = false } = settingOf(setting);
  const memory = createMemoryHost({
    campaigns: Object.fromEntries([...others, draft].map((flow) => [flow.campaignId, flow])),
    contact,
    now,
    seed,
    optedOut,
    callApi: ({ step }) => answers[step] ?? null,
    ...(channel && { channel }),
    ...(quiet && { quiet }),
  });
  for (const input of inputs) actOn(memory, input, draft.campaignId);
  return {
    transcript: memory.transcript(),
    waiting: memory.waiting(),
    ended: memory.session()?.status === 'ended',
    now: memory.now(),
    next: memory.next(),
    ...memory.variables(),
  };
}

/** Nobody is called: a step that reads values of its answer gets one that has them. */
function sampleFor(step: Flow['steps'][number]): ApiAnswer | null {
  if (step.type !== 'api-call' || !step.picks) return null;
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
