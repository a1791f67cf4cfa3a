/** Conditions on tags, all of which must hold. Used by the blast wizard and by automata. */
import { ActionIcon, Autocomplete, Button, Select, Stack, Text } from '@mantine/core';
import { calls, type TagFilter } from '@parley/contract';
import { FILTER_OPERATORS, isUnfinished, takesValue } from '@parley/rules/filter.ts';
import { COUNT_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useCall } from '../data/use-call.ts';
import { common } from '../kit/wordings.ts';
import { DayMenu, dayWords } from './filter-day.tsx';
import { isGone } from './review.ts';
import classes from './tag-filter-editor.module.css';
import { wordings } from './wordings.ts';

const NEW_FILTER: TagFilter = { tag: '', operator: '=', value: '' };

const OPERATOR_WORDS: Record<TagFilter['operator'], string> = {
  '=': 'is',
  '!=': wordings.tagFilterEditor.isNot,
  '<=': wordings.tagFilterEditor.atMost,
  '<': wordings.tagFilterEditor.lessThan,
  '>=': wordings.tagFilterEditor.atLeast,
  '>': wordings.tagFilterEditor.moreThan,
  LIKE: wordings.tagFilterEditor.containsOrMatches,
  'NOT LIKE': wordings.tagFilterEditor.doesNotContainOrMatch,
  'IS EMPTY': wordings.tagFilterEditor.hasNoValue,
  'IS NOT EMPTY': wordings.tagFilterEditor.hasAnyValue,
};

/** A day of every year is met or not; it has no before and after. */
const MATCHES: readonly TagFilter['operator'][] = ['=', '!='];

/** A filter as a sentence: 'City is Boston'. */
export function filterWords({ tag, operator, value }: TagFilter): string {
  const relation = {
    ...OPERATOR_WORDS,
    LIKE: 'contains',
    'NOT LIKE': wordings.tagFilterEditor.doesNotContain,
    'IS EMPTY': wordings.tagFilterEditor.isEmpty,
    'IS NOT EMPTY': wordings.tagFilterEditor.isNotEmpty,
  }[operator];
  return takesValue(operator) ? `${tag} ${relation} ${dayWords(value) ?? value}` : `${tag} ${relation}`;
}

type TagFilterEditorProps = {
  filters: TagFilter[];
  onChange: (filters: TagFilter[]) => void;
  /** Marks the rows that lack a tag or a value. */
  showMissing?: boolean;
};

export function TagFilterEditor({ filters, onChange, showMissing = false }: TagFilterEditorProps) {
  const { data } = useCall(calls.tags.list, { filter: '' });
  const names = data?.tags.map((tag) => tag.name);
  const change = (index: number, part: Partial<TagFilter>) =>
    onChange(filters.map((filter, at) => (at === index ? { ...filter, ...part } : filter)));

  return (
    <Stack gap="sm">
      {filters.length > 0 && (
        <ul className={classes.rows}>
          {filters.map((filter, index) => (
            <FilterRow
              // biome-ignore lint/suspicious/noArrayIndexKey: filters have no id; the fields hold no state of their own
              key={index}
              number={index + 1}
              filter={filter}
              tags={names ?? []}
              gone={isGone(filter, names)}
              missing={showMissing && isUnfinished(filter)}
              onChange={(part) => change(index, part)}
              onRemove={() => onChange(filters.filter((_, at) => at !== index))}
            />
          ))}
        </ul>
      )}
      <div className={classes.foot}>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => onChange([...filters, NEW_FILTER])}
          disabled={filters.length >= COUNT_LIMITS.filters}
        >
          {wordings.tagFilterEditor.addFilter}
        </Button>
        {filters.length > 1 && <Text c="dimmed">{wordings.tagFilterEditor.allOfThemMustHold}</Text>}
        {filters.length >= COUNT_LIMITS.filters && (
          <Text c="dimmed">{wordings.tagFilterEditor.filtersAtMost(COUNT_LIMITS.filters)}</Text>
        )}
      </div>
      {names?.length === 0 && <Text c="dimmed">{wordings.tagFilterEditor.noTagsYet}</Text>}
    </Stack>
  );
}

type FilterRowProps = {
  number: number;
  filter: TagFilter;
  tags: string[];
  missing: boolean;
  gone: boolean;
  onChange: (part: Partial<TagFilter>) => void;
  onRemove: () => void;
};

function FilterRow({ number, filter, tags, missing, gone, onChange, onRemove }: FilterRowProps) {
  const options = filter.tag === '' || tags.includes(filter.tag) ? tags : [...tags, filter.tag];
  return (
    <li className={classes.row}>
      <Select
        aria-label={wordings.tagFilterEditor.filterTag(number)}
        placeholder={common.tag}
        data={options}
        value={filter.tag === '' ? null : filter.tag}
        onChange={(tag) => onChange({ tag: tag ?? '' })}
        error={
          missing && filter.tag === ''
            ? common.chooseATag
            : gone
              ? wordings.tagFilterEditor.thisTagWasDeleted
              : undefined
        }
        searchable
        nothingFoundMessage={common.noMatchingTag}
        className={classes.tag}
      />
      <Select
        aria-label={wordings.tagFilterEditor.filterOperator(number)}
        data={[...FILTER_OPERATORS]}
        value={filter.operator}
        onChange={(operator) => operator && onChange(withOperator(operator as TagFilter['operator']))}
        renderOption={({ option }) => (
          <span className={classes.operator}>
            <b>{option.value}</b>
            <span>{OPERATOR_WORDS[option.value as TagFilter['operator']]}</span>
          </span>
        )}
        comboboxProps={{ width: 280, position: 'bottom-start' }}
        allowDeselect={false}
        className={classes.relation}
      />
      {takesValue(filter.operator) ? (
        <Value number={number} filter={filter} missing={missing && filter.tag !== ''} onChange={onChange} />
      ) : (
        <span className={classes.value} />
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        onClick={onRemove}
        aria-label={wordings.tagFilterEditor.removeFilter(number)}
      >
        <IconTrash size={18} />
      </ActionIcon>
    </li>
  );
}

/** An operator that looks at no value drops the one that was there. */
const withOperator = (operator: TagFilter['operator']): Partial<TagFilter> =>
  takesValue(operator) ? { operator } : { operator, value: '' };

type ValueProps = Pick<FilterRowProps, 'number' | 'filter' | 'missing' | 'onChange'>;

/** Typed in, or chosen from the values that people have. */
function Value({ number, filter, missing, onChange }: ValueProps) {
  const { data } = useCall(calls.tags.values, { tag: filter.tag }, { enabled: filter.tag !== '' });
  const chooseDay = (value: string, everyYear: boolean) =>
    onChange(everyYear && !MATCHES.includes(filter.operator) ? { value, operator: '=' } : { value });
  return (
    <Autocomplete
      aria-label={wordings.tagFilterEditor.filterValue(number)}
      placeholder={common.value}
      data={data?.values.map(({ value }) => value) ?? []}
      limit={8}
      value={filter.value}
      onChange={(value) => onChange({ value })}
      maxLength={TEXT_LIMITS.tagValue}
      autoComplete="off"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={dayWords(filter.value)}
      error={missing ? wordings.tagFilterEditor.enterAValue : undefined}
      rightSection={<DayMenu number={number} onChoose={chooseDay} />}
      className={classes.value}
    />
  );
}
