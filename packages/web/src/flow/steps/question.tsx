import { NativeSelect, Stack, Switch, Text, Title } from '@mantine/core';
import { EXPIRY_ACTIONS, type ExpiryAction } from '@parley/engine/flow.ts';
import { ENGINE_LIMITS } from '@parley/rules/limits.ts';
import { MessageBox } from '../message-box/message-box.tsx';
import { waitWords } from '../model/waits.ts';
import { Alternatives } from './alternatives.tsx';
import { Fold } from './fold.tsx';
import type { FormProps } from './form.ts';
import { IntentList } from './intent-list.tsx';
import { ShortLinks, useLinkBase } from './short-links.tsx';
import { useTokens } from './use-tokens.ts';
import { WaitFields } from './wait-fields.tsx';

type QuestionProps = FormProps<'ONESELECTION' | 'SHORTANSWER'>;

/** ONESELECTION and SHORTANSWER: the question, the answers it understands, and what happens without one. */
export function QuestionForm({ step, edit, simple }: QuestionProps) {
  const tokens = useTokens();
  const linkBase = useLinkBase(step);
  return (
    <Stack gap="md">
      <MessageBox
        label="Question"
        value={step.text}
        onChange={(text) => edit({ text }, 'after-pause')}
        tokens={tokens}
        linkBase={linkBase}
        placeholder="What do you want to know?"
      />
      {!(simple && step.alternatives.length === 0) && (
        <Alternatives
          value={step.alternatives}
          onChange={(alternatives, when) => edit({ alternatives }, when)}
          tokens={tokens}
          linkBase={linkBase}
        />
      )}
      {!simple && <ShortLinks step={step} edit={edit} />}
      <div>
        <Title order={2} size="h3" mb={4}>
          Answer Intent List
        </Title>
        <Text c="dimmed" mb="xs">
          {step.type === 'SHORTANSWER'
            ? 'Any answer is kept as it is. Add answers that should be understood in a special way.'
            : 'What people may answer: its number, its letter, its words or something alike.'}
        </Text>
        <IntentList
          intents={step.intents}
          onChange={(intents, when) => edit({ intents }, when)}
          simple={simple}
        />
      </div>
      {!simple && (
        <>
          <Fold title="Interval Options" summary={intervalSummary(step)}>
            <IntervalOptions step={step} edit={edit} simple={simple} />
          </Fold>
          <Fold title="Required answer" summary={requiredSummary(step)}>
            <RequiredOptions step={step} edit={edit} simple={simple} />
          </Fold>
        </>
      )}
    </Stack>
  );
}

function intervalSummary(step: QuestionProps['step']): string {
  const wait = waitWords(step.wait);
  if (wait === '') return 'Waits for ever';
  const retries =
    step.retries === 0 ? 'no retry' : `${step.retries} ${step.retries === 1 ? 'retry' : 'retries'}`;
  return `${wait}, ${retries}, then ${step.onExpiry === 'END' ? 'ends' : 'goes on'}`;
}

function requiredSummary(step: QuestionProps['step']): string {
  if (!step.required && !step.validate) return 'Takes any answer';
  return step.retries > 0 ? 'Asks again' : 'Never asks again: no retry';
}

const RETRY_OPTIONS = Array.from({ length: ENGINE_LIMITS.retries + 1 }, (_, count) => ({
  value: String(count),
  label: count === 0 ? 'No Retry' : String(count),
}));
const EXPIRY_LABELS: Record<ExpiryAction, string> = {
  NEXT: 'Go on with the default next control point',
  END: 'End the conversation',
};

/** How long it waits for an answer, and what then. */
function IntervalOptions({ step, edit }: QuestionProps) {
  return (
    <Stack gap="sm">
      <WaitFields wait={step.wait} onChange={(wait) => edit({ wait })} />
      <NativeSelect
        label="Retry on Invalid/No Response"
        data={RETRY_OPTIONS}
        value={String(step.retries)}
        onChange={(event) => edit({ retries: Number(event.currentTarget.value) })}
      />
      <NativeSelect
        label="Interval expired action"
        data={EXPIRY_ACTIONS.map((action) => ({ value: action, label: EXPIRY_LABELS[action] }))}
        value={step.onExpiry}
        onChange={(event) => edit({ onExpiry: event.currentTarget.value as ExpiryAction })}
      />
    </Stack>
  );
}

/** Whether an answer it does not understand is asked for again. */
function RequiredOptions({ step, edit }: QuestionProps) {
  const tokens = useTokens();
  return (
    <Stack gap="sm">
      <Switch
        label="An answer is required"
        checked={step.required}
        onChange={(event) => edit({ required: event.currentTarget.checked })}
      />
      <Switch
        label="Validate the response against the answers"
        checked={step.validate}
        onChange={(event) => edit({ validate: event.currentTarget.checked })}
      />
      {(step.required || step.validate) && (
        <MessageBox
          label="Error message"
          description="Sent before the question is asked again."
          value={step.errorText}
          onChange={(errorText) => edit({ errorText }, 'after-pause')}
          tokens={tokens}
          placeholder="Sorry, we did not understand that."
          rows={2}
        />
      )}
    </Stack>
  );
}
