import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import type { Question } from '@parley/engine/flow.ts';
import { compileIntents, type IntentMatch, type KnownBy, matchIntent } from '@parley/engine/intent.ts';
import { ANSWER_THRESHOLDS } from '@parley/rules/answer-limits.ts';
import { classifyInbound } from '@parley/rules/classify-inbound.ts';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { useId, useMemo, useState } from 'react';
import { thresholdName, thresholdOf } from '../../model/intents.ts';
import type { FormProps } from '../form.ts';
import { wordings } from '../wordings.ts';

const words = wordings.matching;

const CHOICES = [
  { value: String(ANSWER_THRESHOLDS.exact), label: words.choices.exact },
  { value: String(ANSWER_THRESHOLDS.close), label: words.choices.close },
  { value: String(ANSWER_THRESHOLDS.loose), label: words.choices.loose },
];
/** What a reply was known by, where that was no likeness. */
const WHY: Record<Exclude<KnownBy, 'likeness'>, string> = {
  text: words.by.text,
  place: words.by.place,
  pattern: words.by.pattern,
  beginning: words.by.beginning,
};

type MatchingProps = Pick<FormProps<'choice-question' | 'open-question'>, 'step' | 'edit'>;

/** How like an answer a reply must be, with any reply to try. */
export function Matching({ step, edit }: MatchingProps) {
  const threshold = thresholdOf(step);
  const isUsual = (Object.values(ANSWER_THRESHOLDS) as number[]).includes(threshold);
  return (
    <Stack gap="sm">
      <NativeSelect
        label={words.label}
        description={words.help}
        data={isUsual ? CHOICES : [...CHOICES, { value: String(threshold), label: thresholdName(threshold) }]}
        value={String(threshold)}
        onChange={(event) => edit({ threshold: chosen(Number(event.currentTarget.value)) })}
      />
      <TryReply step={step} />
    </Stack>
  );
}

/** What is usual is not stored. */
const chosen = (threshold: number) => (threshold === ANSWER_THRESHOLDS.close ? undefined : threshold);

/** What the question would take a reply for, and why. */
function TryReply({ step }: { step: Question }) {
  const { intents, sharedPhrases, threshold } = step;
  const [reply, setReply] = useState('');
  const outcome = useId();
  const matcher = useMemo(
    () => compileIntents(intents, sharedPhrases, threshold),
    [intents, sharedPhrases, threshold],
  );
  return (
    <div>
      <TextInput
        label={words.tryLabel}
        placeholder={words.tryExample}
        value={reply}
        onChange={(event) => setReply(event.currentTarget.value)}
        maxLength={TEXT_LIMITS.message}
        aria-describedby={outcome}
        autoComplete="off"
      />
      <Text id={outcome} role="status" mt={6} mih={22}>
        {reply.trim() === '' ? '' : outcomeOf(reply, matchIntent(matcher, reply), matcher.threshold)}
      </Text>
    </div>
  );
}

/** Below this nobody would see what is alike. */
const LEAST_ALIKE = 0.1;

function outcomeOf(reply: string, match: IntentMatch, threshold: number): string {
  const { kind } = classifyInbound(reply);
  if (kind === 'stop' || kind === 'start' || kind === 'help') return words.handledBefore;
  const { intent, by, nearest, degree } = match;
  const percent = Math.floor(degree * 100);
  if (intent) return words.taken(intent.text, by === 'likeness' ? words.alike(percent) : WHY[by ?? 'text']);
  if (!nearest || degree < LEAST_ALIKE) return words.nothing;
  return words.tooLittle(nearest.text, percent, threshold);
}
