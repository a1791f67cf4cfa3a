import { Group, NumberInput, Stack, Textarea, TextInput } from '@mantine/core';
import type { Step, StepType } from '@parley/engine/flow.ts';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { type ComponentType, useRef } from 'react';
import type { When } from '../store/step-saving.ts';
import { useFlow, useStep } from '../store/use-flow.ts';
import { ApiCallForm } from './api-call/api-call-form.tsx';
import { AuxiliaryForm } from './auxiliary/auxiliary-form.tsx';
import { BranchForm } from './branch/branch-form.tsx';
import { DripResetForm } from './drip-reset/drip-reset-form.tsx';
import { FinalMessageForm } from './final-message/final-message-form.tsx';
import { Fold } from './fold.tsx';
import type { FormProps } from './form.ts';
import { MessageForm } from './message/message-form.tsx';
import { MmsForm } from './mms/mms-form.tsx';
import { NotificationForm } from './notification/notification-form.tsx';
import { OptInForm } from './opt-in/opt-in-form.tsx';
import { StepSelect } from './pickers.tsx';
import { QuestionForm } from './question/question-form.tsx';
import classes from './steps.module.css';
import { SwitchForm } from './switch/switch-form.tsx';
import { TagForm } from './tag/tag-form.tsx';
import { WaitForm } from './wait/wait-form.tsx';
import { wordings } from './wordings.ts';

const STEP_FORMS: { [T in StepType]: ComponentType<FormProps<T>> } = {
  message: MessageForm,
  'choice-question': QuestionForm,
  'open-question': QuestionForm,
  'final-message': FinalMessageForm,
  'api-call': ApiCallForm,
  tag: TagForm,
  branch: BranchForm,
  wait: WaitForm,
  'opt-in': OptInForm,
  mms: MmsForm,
  'drip-reset': DripResetForm,
  auxiliary: AuxiliaryForm,
  switch: SwitchForm,
  notification: NotificationForm,
};

type AnyEdit = (change: Partial<Step>, when?: When) => void;

/** A step's whole form, saved as it is filled in. `simple`: without what only authors need. */
export function StepForm({ entryKey, simple = false }: { entryKey: string; simple?: boolean }) {
  const { flow } = useFlow();
  const step = useStep(entryKey);
  if (!step) return null;
  const edit: AnyEdit = (change, when) =>
    flow.edit(entryKey, (before) => ({ ...before, ...change }) as Step, when);
  // The record is total and each form takes its own type's step; the compiler cannot see that through a
  // union.
  const Form = STEP_FORMS[step.type] as ComponentType<{ step: Step; edit: AnyEdit; simple: boolean }>;
  return (
    <Stack gap="md">
      {!simple && <DescriptionField key={step.id} step={step} edit={edit} />}
      <div data-field="own">
        <Form step={step} edit={edit} simple={simple} />
      </div>
      {!simple && (
        <Fold title={wordings.stepForm.moreOptions} summary={moreSummary(step)}>
          <MoreOptions step={step} edit={edit} />
        </Fold>
      )}
    </Stack>
  );
}

/** The author's name for the step. Tokens that use it follow when the author leaves the field. */
function DescriptionField({ step, edit }: { step: Step; edit: AnyEdit }) {
  const { flow } = useFlow();
  const before = useRef(step.description);
  return (
    <TextInput
      label={wordings.stepForm.stepDescription}
      placeholder={wordings.stepForm.stepDescription}
      value={step.description}
      onFocus={() => {
        before.current = step.description;
      }}
      onChange={(event) => edit({ description: event.currentTarget.value }, 'after-pause')}
      onBlur={() => {
        const now = step.description.trim();
        if (now !== before.current.trim())
          flow.renameStep(before.current, now === '' ? String(step.id) : now);
      }}
      maxLength={TEXT_LIMITS.name}
      autoComplete="off"
    />
  );
}

function moreSummary(step: Step): string {
  return [
    step.guide !== '' && wordings.stepForm.guideText,
    step.type !== 'final-message' && step.next > 0 && wordings.stepForm.nextStep,
    step.loop.max > 0 && wordings.stepForm.atMostVisits(step.loop.max),
  ]
    .filter(Boolean)
    .join(', ');
}

const MOST_VISITS = 1000;

function MoreOptions({ step, edit }: { step: Step; edit: AnyEdit }) {
  const { loop } = step;
  return (
    <Stack gap="sm">
      {step.type !== 'final-message' && step.type !== 'branch' && (
        <StepSelect
          label={wordings.shared.defaultNextStep}
          value={step.next}
          onChange={(next) => edit({ next })}
          none={wordings.shared.theStepThatFollows}
        />
      )}
      <Textarea
        label={wordings.stepForm.guideTextLabel}
        description={wordings.stepForm.shownAboveThisStep}
        value={step.guide}
        onChange={(event) => edit({ guide: event.currentTarget.value }, 'after-pause')}
        autosize
        minRows={2}
        maxLength={4000}
      />
      <Group gap="xs" align="end" wrap="nowrap">
        <NumberInput
          label={wordings.stepForm.mostVisits}
          placeholder={wordings.stepForm.noLimit}
          value={loop.max === 0 ? '' : loop.max}
          onChange={(max) => edit({ loop: { ...loop, max: Number(max) || 0 } }, 'after-pause')}
          min={0}
          max={MOST_VISITS}
          clampBehavior="strict"
          allowDecimal={false}
          w={120}
        />
        {loop.max > 0 && (
          <div className={classes.grow}>
            <StepSelect
              label={wordings.stepForm.afterThatGo}
              value={loop.step}
              onChange={(target) => edit({ loop: { ...loop, step: target } })}
              none={wordings.stepForm.theEnd}
            />
          </div>
        )}
      </Group>
      {loop.max > 0 && (
        <TextInput
          label={wordings.stepForm.andSay}
          value={loop.message}
          onChange={(event) => edit({ loop: { ...loop, message: event.currentTarget.value } }, 'after-pause')}
          maxLength={TEXT_LIMITS.message}
        />
      )}
    </Stack>
  );
}
