/** The specification's tag filter as a segment that means the same. */
import { type Filter, folded, isUnfinished, kindOf, takesValue } from './filter.ts';
import { readRelativeDay } from './relative-day.ts';
import type { SegmentCondition, SegmentGroup, SegmentNode } from './segment.ts';

/** A filter with the id of its tag. */
export type FilterOfTag = Filter & { tagId: number };

/**
 * Conditions in the words of segments where these mean exactly the same; else the filter's own, which a
 * segment knows, too. What somebody has only begun says nothing. Null: nothing is left.
 */
export function segmentOfFilters(filters: readonly FilterOfTag[]): SegmentGroup | null {
  const of = filters.filter((filter) => !isUnfinished(filter)).map(nodeOf);
  return of.length === 0 ? null : { match: 'all', of };
}

function nodeOf({ tagId: tag, operator, value }: FilterOfTag): SegmentNode {
  const asFilter = { on: 'tag', tag, as: 'filter', is: operator, value } as const;
  if (!takesValue(operator)) {
    const is = operator === 'IS EMPTY' ? 'not-set' : 'set';
    return { on: 'tag', tag, as: 'text', is };
  }
  if (readRelativeDay(value)) return asFilter;
  const wanted = folded(value);
  const kind = kindOf(wanted);
  const text = (is: string): SegmentCondition => ({ on: 'tag', tag, as: 'text', is, value });
  if (kind === 'text') {
    if (operator === '=') return text('is');
    if (operator === '!=') return text('is-not');
  }
  if (operator === 'LIKE' && !/[%_]/.test(wanted)) return text('contains');
  if (operator === 'NOT LIKE' && !/[%_]/.test(wanted)) return text('not-contains');
  const is = NUMBER_WORDS[operator];
  if (kind === 'number' && is !== undefined && /^-?\d{1,15}(\.\d{1,9})?$/.test(wanted))
    return { on: 'tag', tag, as: 'number', is, value: wanted };
  return asFilter;
}

const NUMBER_WORDS: Readonly<Partial<Record<Filter['operator'], string>>> = {
  '=': 'is',
  '<': 'less',
  '<=': 'at-most',
  '>': 'more',
  '>=': 'at-least',
};
