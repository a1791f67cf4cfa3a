import type { Flow } from '@parley/engine/flow.ts';
import type { TalkAct, TalkSetting } from '@parley/engine/talk.ts';
import { replaceEqualDeep } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useAccount } from '../../data/use-account.ts';
import { setPreviewAnswer, usePreviewAnswers } from '../steps/api-call/preview-answers.ts';
import { type PhoneSetting, replay, type SimulatedPerson, type Talk } from './replay.ts';
import { useOtherFlows } from './use-other-flows.ts';

export type OpenTalk = Talk & {
  /** What was done so far, and what it was done with. */
  inputs: readonly TalkAct[];
  setting: PhoneSetting;
  /** It is a kept talk, and as the person of that. */
  isPlayed: boolean;
  /** Tag values that the pretend contact begins with. */
  given: Record<string, string>;
  give: (tag: string, value: string) => void;
  say: (text: string) => void;
  skip: () => void;
  /** The clock jumps. */
  pass: (seconds: number) => void;
  restart: () => void;
  /** Plays a kept talk, as the person that it is with. */
  play: (setting: TalkSetting, inputs: readonly TalkAct[]) => void;
};

const BEGIN: readonly TalkAct[] = [{ do: 'start', campaign: 0 }];

/** A conversation with a flow, as a person. */
export function useTalk(draft: Flow, person: SimulatedPerson): OpenTalk {
  const linkBase = useAccount().data?.linkBase;
  const apiAnswers = usePreviewAnswers();
  const { flows: others } = useOtherFlows(draft);
  const [inputs, setInputs] = useState(BEGIN);
  const [start, setStart] = useState(() => ({ seed: 1, at: new Date().toISOString() }));
  const [given, setGiven] = useState<Record<string, string>>({});
  const [played, setPlayed] = useState<TalkSetting | null>(null);
  const setting = useMemo<PhoneSetting>(() => {
    const who = played ? personOf(played) : person;
    return {
      ...who,
      draft,
      others,
      seed: played?.seed ?? start.seed,
      startedAt: played?.now ?? start.at,
      tags: { ...who.tags, ...given },
      linkBase: played ? played.channel?.linkBase : linkBase,
      apiAnswers,
    };
  }, [played, person, draft, others, start, given, linkBase, apiAnswers]);
  const talk = useMemo(() => replay(inputs, setting), [inputs, setting]);
  // Most lines stay as they are when a text changes: then none of them is drawn again.
  const [kept, keep] = useState(talk.transcript);
  const transcript = replaceEqualDeep(kept, talk.transcript);
  if (transcript !== kept) keep(transcript);
  const push = useCallback((input: TalkAct) => setInputs((before) => [...before, input]), []);
  return {
    ...talk,
    transcript,
    inputs,
    setting,
    isPlayed: played !== null,
    given,
    give: (tag, value) => setGiven((before) => ({ ...before, [tag]: value })),
    say: (text) => push({ do: 'say', text }),
    skip: () => push({ do: 'skip' }),
    pass: (seconds) => push({ do: 'pass', seconds }),
    restart: () => {
      setInputs(BEGIN);
      setPlayed(null);
      setStart(({ seed }) => ({ seed: seed + 1, at: new Date().toISOString() }));
    },
    play: (which, acts) => {
      for (const [step, answer] of Object.entries(which.answers)) setPreviewAnswer(Number(step), answer);
      setGiven({});
      setPlayed(which);
      setInputs(acts);
    },
  };
}

const personOf = ({ contact, quiet, optedOut }: TalkSetting): SimulatedPerson => ({
  ...contact,
  quiet,
  optedOut,
});
