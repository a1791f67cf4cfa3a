import { ActionIcon, Button, Group, NativeSelect, Select, Stack, Text } from '@mantine/core';
import {
  CONDITION_OPERATORS,
  type Condition,
  type ConditionOperator,
  type Step,
} from '@parley/engine/flow.ts';
import { writeToken } from '@parley/engine/tokens.ts';
import { COUNT_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { common } from '../../../kit/wordings.ts';
import { freeId, replaceById } from '../../model/intents.ts';
import type { When } from '../../store/step-saving.ts';
import type { FormProps } from '../form.ts';
import { type BranchType, useNewBranch } from '../new-branch.ts';
import { StepSelect } from '../pickers.tsx';
import classes from '../steps.module.css';
import { TokenInput } from '../token-input.tsx';
import { useTokens } from '../use-tokens.ts';
import { wordings } from '../wordings.ts';

const OPERATOR_LABELS: Record<ConditionOperator, string> = {
  '=': wordings.rules.equals,
  LIKE: wordings.rules.similar,
  '<': '<',
  '>': '>',
  '<=': '<=',
  '>=': '>=',
};
const SOURCES: Record<string, string> = {
  Answers: wordings.rules.rawAnswerOf,
  Intents: wordings.rules.intentAnswerOf,
  Tags: common.tag,
};

/** The first rule that holds decides where to go. */
export function BranchForm({ step, edit }: FormProps<'branch'>) {
  const newBranch = useNewBranch();
  const { conditions } = step;
  const change = (changed: Condition, when: When = 'now') =>
    edit({ conditions: replaceById(conditions, changed) }, when);
  const add = () => edit({ conditions: [...conditions, blankCondition(freeId(conditions))] });
  return (
    <Stack gap="sm">
      {conditions.map((condition, index) => (
        <RuleRow
          key={condition.id}
          index={index}
          condition={condition}
          onChange={change}
          onNew={
            newBranch &&
            ((type) =>
              newBranch(type, {
                upToThis: conditions.slice(0, index + 1).map(({ next }) => next),
                link: (from, next) => withRule(from, { ...condition, next }),
              }))
          }
          onRemove={() => edit({ conditions: conditions.filter(({ id }) => id !== condition.id) })}
        />
      ))}
      {conditions.length === 0 && <Text c="dimmed">{wordings.rules.noRulesYet}</Text>}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={add}
          disabled={conditions.length >= COUNT_LIMITS.conditions}
        >
          {wordings.rules.addRule}
        </Button>
      </div>
      <StepSelect
        label={wordings.rules.ifNoRuleMatches}
        value={step.next}
        onChange={(next) => edit({ next })}
        none={wordings.shared.theStepThatFollows}
      />
    </Stack>
  );
}

const withRule = (step: Step, changed: Condition): Step =>
  step.type === 'branch' ? { ...step, conditions: replaceById(step.conditions, changed) } : step;

/** A new condition compares with '=' (specification, section 5). */
function blankCondition(id: number): Condition {
  return {
    id,
    operator: '=',
    data: '',
    value: '',
    next: 0,
    description: '',
  };
}

type RuleRowProps = {
  index: number;
  condition: Condition;
  onChange: (condition: Condition, when?: When) => void;
  onRemove: () => void;
  onNew: ((type: BranchType) => void) | null;
};

function RuleRow({ index, condition, onChange, onRemove, onNew }: RuleRowProps) {
  const groups = useTokens();
  const data = groups.map((group) => ({
    group: group.label,
    items: group.choices.map(({ label, token }) => ({
      value: writeToken(token),
      label: `${SOURCES[group.label] ?? ''} ${label}`,
    })),
  }));
  const isKnown = data.some(({ items }) => items.some(({ value }) => value === condition.data));
  const kept =
    condition.data === '' || isKnown
      ? []
      : [{ group: wordings.rules.asStored, items: [{ value: condition.data, label: condition.data }] }];
  return (
    <fieldset className={classes.rule}>
      <legend>{wordings.rules.rule(index + 1)}</legend>
      <Group gap="xs" align="end">
        <Select
          label={wordings.rules.lookAt}
          placeholder={wordings.rules.anAnswerOrATag}
          data={[...kept, ...data]}
          value={condition.data === '' ? null : condition.data}
          onChange={(chosen) => onChange({ ...condition, data: chosen ?? '' })}
          searchable
          flex="2 1 180px"
        />
        <NativeSelect
          label={wordings.rules.compare}
          data={CONDITION_OPERATORS.map((operator) => ({
            value: operator,
            label: OPERATOR_LABELS[operator],
          }))}
          value={condition.operator}
          onChange={(event) =>
            onChange({ ...condition, operator: event.currentTarget.value as ConditionOperator })
          }
          flex="1 1 90px"
        />
        <div className={classes.grow}>
          <TokenInput
            label={wordings.rules.with}
            value={condition.value}
            onChange={(value) => onChange({ ...condition, value }, 'after-pause')}
            maxLength={TEXT_LIMITS.message}
          />
        </div>
      </Group>
      <Group gap="xs" align="end" wrap="nowrap" mt="xs">
        <div className={classes.grow}>
          <StepSelect
            label={wordings.rules.thenGoTo}
            value={condition.next}
            onChange={(next) => onChange({ ...condition, next })}
            onNew={onNew ?? false}
          />
        </div>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={wordings.rules.removeRule(index + 1)}
          onClick={onRemove}
        >
          <IconTrash size={18} />
        </ActionIcon>
      </Group>
    </fieldset>
  );
}
