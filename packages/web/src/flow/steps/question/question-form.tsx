import { NativeSelect, Stack, Switch, Text, Title } from '@mantine/core';
import { EXPIRY_ACTIONS, type ExpiryAction, type Step } from '@parley/engine/flow.ts';
import { ENGINE_LIMITS } from '@parley/rules/limits.ts';
import { MessageBox } from '../../message-box/message-box.tsx';
import { thresholdName, thresholdOf } from '../../model/intents.ts';
import { waitWords } from '../../model/waits.ts';
import { useSteps } from '../../store/use-flow.ts';
import { Alternatives } from '../alternatives.tsx';
import { Fold } from '../fold.tsx';
import type { FormProps } from '../form.ts';
import { useNewBranch } from '../new-branch.ts';
import { ShortLinks, useLinkBase } from '../short-links.tsx';
import classes from '../steps.module.css';
import { useTextTokens } from '../use-tokens.ts';
import { WaitFields } from '../wait-fields.tsx';
import { WayLine, WaySelect } from '../way-select.tsx';
import { wordings } from '../wordings.ts';
import { IntentList } from './intent-list.tsx';
import { Matching } from './matching.tsx';
import { UnmatchedAnswers } from './unmatched-answers.tsx';

type QuestionProps = FormProps<'choice-question' | 'open-question'>;

/** The question, the answers it understands, and what happens without one. */
export function QuestionForm({ step, edit, simple }: QuestionProps) {
  const tokens = useTextTokens();
  const linkBase = useLinkBase(step);
  const onward = useOnward(step);
  return (
    <Stack gap="md">
      <MessageBox
        label={wordings.question.question}
        value={step.text}
        onChange={(text) => edit({ text }, 'after-pause')}
        tokens={tokens}
        linkBase={linkBase}
        placeholder={wordings.question.whatDoYouWant}
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
      <div data-field="intents">
        <Title order={2} size="h3" mb={4}>
          {wordings.question.answerIntentList}
        </Title>
        <Text c="dimmed" mb="xs">
          {step.type === 'open-question'
            ? wordings.question.anyReplyIsStored
            : wordings.question.peopleCanReply}
        </Text>
        <IntentList
          intents={step.intents}
          onChange={(intents, when) => edit({ intents }, when)}
          simple={simple}
          onward={onward}
        />
        {!simple && <OtherReplies step={step} edit={edit} onward={onward} />}
      </div>
      {!simple && (
        <>
          <UnmatchedAnswers step={step} />
          {step.intents.length > 0 && (
            <Fold field="matching" title={wordings.matching.title} summary={thresholdName(thresholdOf(step))}>
              <Matching step={step} edit={edit} />
            </Fold>
          )}
          <Fold field="wait" title={wordings.question.intervalOptions} summary={intervalSummary(step)}>
            <IntervalOptions step={step} edit={edit} simple={simple} />
          </Fold>
          <Fold field="retry" title={wordings.question.requiredAnswer} summary={requiredSummary(step)}>
            <RequiredOptions step={step} edit={edit} simple={simple} />
          </Fold>
        </>
      )}
    </Stack>
  );
}

/** Where a question leads by itself; null: the conversation ends. */
function useOnward(step: QuestionProps['step']): Step | null {
  const steps = useSteps();
  return steps.find(({ id }) => id === step.next) ?? steps[step.position] ?? null;
}

type OtherRepliesProps = Pick<QuestionProps, 'step' | 'edit'> & { onward: Step | null };

/** What becomes of a reply that is none of the answers. */
function OtherReplies({ step, edit, onward }: OtherRepliesProps) {
  const newBranch = useNewBranch();
  const below = useSteps()[step.position] ?? null;
  const again = (step.required || step.validate) && step.intents.length > 0 ? step.retries : 0;
  return (
    <div className={classes.otherReplies} data-field="next">
      <Text component="span" fw={500}>
        {step.intents.length > 0 ? wordings.ways.anyOtherReply : wordings.ways.anyReply}
      </Text>
      <WayLine>
        {again > 0 && <span className={classes.wayWords}>{wordings.ways.asksAgain(again)}</span>}
        <WaySelect
          name={wordings.ways.otherReplies}
          value={step.next === onward?.id ? step.next : 0}
          onward={below}
          onChange={(next) => edit({ next })}
          onNew={
            newBranch &&
            ((type) =>
              newBranch(type, { upToThis: [], isDefault: true, link: (from, next) => ({ ...from, next }) }))
          }
        />
      </WayLine>
    </div>
  );
}

function intervalSummary(step: QuestionProps['step']): string {
  const wait = waitWords(step.wait);
  if (wait === '') return wordings.question.waitsForever;
  const retries =
    step.retries === 0
      ? wordings.question.noRetry
      : `${step.retries} ${step.retries === 1 ? 'retry' : 'retries'}`;
  return `${wait}, ${retries}, then ${step.onExpiry === 'end' ? 'ends' : wordings.question.continues}`;
}

function requiredSummary(step: QuestionProps['step']): string {
  if (!step.required && !step.validate) return wordings.question.acceptsAnyAnswer;
  return step.retries > 0 ? wordings.question.asksAgain : wordings.question.neverAsksAgain;
}

const RETRY_OPTIONS = Array.from({ length: ENGINE_LIMITS.retries + 1 }, (_, count) => ({
  value: String(count),
  label: count === 0 ? wordings.question.noRetryTitle : String(count),
}));
const EXPIRY_LABELS: Record<ExpiryAction, string> = {
  next: wordings.question.goOnWithTheDefault,
  end: wordings.question.endTheConversation,
};

/** How long it waits for an answer, and what then. */
function IntervalOptions({ step, edit }: QuestionProps) {
  return (
    <Stack gap="sm">
      <WaitFields wait={step.wait} onChange={(wait) => edit({ wait })} />
      <NativeSelect
        label={wordings.question.retryOnInvalidNoResponse}
        data={RETRY_OPTIONS}
        value={String(step.retries)}
        onChange={(event) => edit({ retries: Number(event.currentTarget.value) })}
      />
      <NativeSelect
        label={wordings.question.intervalExpiredAction}
        data={EXPIRY_ACTIONS.map((action) => ({ value: action, label: EXPIRY_LABELS[action] }))}
        value={step.onExpiry}
        onChange={(event) => edit({ onExpiry: event.currentTarget.value as ExpiryAction })}
      />
    </Stack>
  );
}

/** Whether an answer it does not understand is asked for again. */
function RequiredOptions({ step, edit }: QuestionProps) {
  const tokens = useTextTokens();
  return (
    <Stack gap="sm">
      <Switch
        label={wordings.question.anAnswerIsRequired}
        checked={step.required}
        onChange={(event) => edit({ required: event.currentTarget.checked })}
      />
      <Switch
        label={wordings.question.validateTheResponseAgainst}
        checked={step.validate}
        onChange={(event) => edit({ validate: event.currentTarget.checked })}
      />
      {(step.required || step.validate) && (
        <MessageBox
          label={wordings.question.errorMessage}
          description={wordings.question.sentBeforeAskingTheQuestion}
          value={step.errorText}
          onChange={(errorText) => edit({ errorText }, 'after-pause')}
          tokens={tokens}
          placeholder={wordings.question.sorryWeDidNotUnderstand}
          rows={2}
        />
      )}
    </Stack>
  );
}
