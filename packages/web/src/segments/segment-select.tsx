/** Chooses one of the account's segments, or none, wherever people are chosen. */
import { Select, type SelectProps } from '@mantine/core';
import { calls } from '@parley/contract';
import { SEGMENT_TREE_LIMITS } from '@parley/rules/limits.ts';
import { useCall } from '../data/use-call.ts';
import { wordings } from './wordings.ts';

/** All segments of the account, by name. */
export function useSegments() {
  return useCall(calls.segments.list, { start: 0, length: SEGMENT_TREE_LIMITS.perAccount, search: '' });
}

type SegmentSelectProps = Pick<
  SelectProps,
  | 'label'
  | 'aria-label'
  | 'placeholder'
  | 'description'
  | 'maw'
  | 'w'
  | 'size'
  | 'className'
  | 'clearable'
  | 'leftSection'
> & {
  /** 0: none. */
  value: number;
  onChange: (segment: number) => void;
};

/** Not offered where there are no segments; one that was deleted is said to be. */
export function SegmentSelect({ value, onChange, ...looks }: SegmentSelectProps) {
  const { data } = useSegments();
  const segments = data?.segments ?? [];
  if (segments.length === 0 && value === 0) return null;
  const options = segments.map(({ id, name }) => ({ value: String(id), label: name }));
  const isGone = data && value > 0 && segments.every(({ id }) => id !== value);
  if (isGone) options.push({ value: String(value), label: wordings.segmentSelect.deleted });
  return (
    <Select
      data={options}
      value={value > 0 ? String(value) : null}
      onChange={(id) => onChange(Number(id ?? 0))}
      searchable
      clearable
      nothingFoundMessage={wordings.idsInput.nothing.segment}
      {...looks}
    />
  );
}
