import { Select } from '@mantine/core';
import { calls } from '@parley/contract';
import { FILTER_OPERATORS, takesValue } from '@parley/rules/filter.ts';
import { TAG_TYPES, type TagType } from '@parley/rules/segment.ts';
import { operatorsOf } from '@parley/rules/segment-operators.ts';
import { useCall } from '../data/use-call.ts';
import { common } from '../kit/wordings.ts';
import { ComparedOperand, withOperator } from './compared.tsx';
import { OperandInput } from './operand-input.tsx';
import classes from './segments.module.css';
import type { TagDraft } from './tree-draft.ts';
import { wordings } from './wordings.ts';

type TagConditionProps = {
  condition: TagDraft;
  onChange: (condition: TagDraft) => void;
  error?: string | undefined;
};

/**
 * A tag has no type of its own: the operator says how its values are read. The operators of the tag filter
 * are offered where a condition came from one.
 */
export function TagCondition({ condition, onChange, error }: TagConditionProps) {
  const { data } = useCall(calls.tags.list, { filter: '' });
  const tags = (data?.tags ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const isGone = data && condition.tag > 0 && !tags.some(({ value }) => value === String(condition.tag));
  const { as } = condition;
  return (
    <>
      <Select
        aria-label={common.tag}
        placeholder={common.chooseATag}
        data={
          isGone ? [...tags, { value: String(condition.tag), label: wordings.tagCondition.deletedTag }] : tags
        }
        value={condition.tag > 0 ? String(condition.tag) : null}
        onChange={(tag) => onChange({ ...condition, tag: Number(tag ?? 0) })}
        searchable
        nothingFoundMessage={common.noMatchingTag}
        error={condition.tag === 0 ? error : undefined}
        className={classes.value ?? ''}
      />
      <Select
        aria-label={wordings.compared.operator}
        data={operatorGroups(as === 'filter')}
        value={`${as}:${condition.is}`}
        onChange={(chosen) => chosen && onChange(withChosen(condition, chosen))}
        allowDeselect={false}
        maxDropdownHeight={420}
        className={classes.operator ?? ''}
      />
      {as === 'filter' ? (
        takesValue(condition.is as (typeof FILTER_OPERATORS)[number]) && (
          <OperandInput
            takes="text"
            value={condition.value}
            onChange={(value) => onChange({ ...condition, value })}
            error={error}
          />
        )
      ) : (
        <ComparedOperand
          type={as}
          compared={condition}
          onChange={({ is, value }) => onChange({ on: 'tag', tag: condition.tag, as, is, value })}
          error={condition.tag === 0 ? undefined : error}
        />
      )}
    </>
  );
}

const optionsOf = (as: TagType) =>
  Object.entries(operatorsOf(as))
    // Said once, with the texts: whether there is a value is the same for every type.
    .filter(([name]) => as === 'text' || (name !== 'set' && name !== 'not-set'))
    .map(([name, { words }]) => ({ value: `${as}:${name}`, label: words }));

const TYPED = TAG_TYPES.map((as) => ({ group: wordings.tagCondition.types[as], items: optionsOf(as) }));
const FILTER = {
  group: wordings.tagCondition.types.filter,
  items: FILTER_OPERATORS.map((operator) => ({ value: `filter:${operator}`, label: operator })),
};
const operatorGroups = (isFilter: boolean) => (isFilter ? [...TYPED, FILTER] : TYPED);

function withChosen(condition: TagDraft, chosen: string): TagDraft {
  const at = chosen.indexOf(':');
  const as = chosen.slice(0, at) as TagDraft['as'];
  const is = chosen.slice(at + 1);
  const { tag } = condition;
  if (as === 'filter' || condition.as === 'filter') return { on: 'tag', tag, as, is };
  return { on: 'tag', tag, as, ...withOperator(condition.as, condition, is, as) };
}
