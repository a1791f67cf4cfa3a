import { CONDITION_OPERATORS, type Condition } from '@parley/engine/flow.ts';
import { COUNT_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import { oneOf, orElse, text } from '../kernel/codec.ts';
import type { Part, StepWire } from './part.ts';
import { count, numbered, read, readList, type Wire, without, words } from './read.ts';

const CONDITION_WIRE = ['CID', 'BOC', 'BOCDV', 'BOAV', 'BOTNQ', 'DESC', 'BOQ', 'BOV', 'TYPE'];

/** What the wire has of every condition and nothing looks at; kept in `extra` where it is given. */
const UNUSED = { BOQ: '', BOV: '', TYPE: 'CDF' };

function readCondition(item: Wire): Condition {
  const unused: Wire = {
    BOQ: read(item, 'BOQ', words(255)),
    BOV: read(item, 'BOV', words(TEXT_LIMITS.tagValue)),
    TYPE: read(item, 'TYPE', orElse(text(20), UNUSED.TYPE)),
  };
  const given = Object.entries(unused).filter(
    ([name, value]) => value !== UNUSED[name as keyof typeof UNUSED],
  );
  const extra = { ...without(item, CONDITION_WIRE), ...Object.fromEntries(given) };
  return {
    id: read(item, 'CID', count()),
    operator: read(item, 'BOC', orElse(oneOf(...CONDITION_OPERATORS), '=')),
    data: read(item, 'BOCDV', words(TEXT_LIMITS.message)),
    value: read(item, 'BOAV', words(TEXT_LIMITS.message)),
    next: read(item, 'BOTNQ', count()),
    description: read(item, 'DESC', words(255)),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  };
}

const writeCondition = (condition: Condition): Wire => ({
  ...UNUSED,
  ...condition.extra,
  CID: condition.id,
  BOC: condition.operator,
  BOCDV: condition.data,
  BOAV: condition.value,
  BOTNQ: condition.next,
  DESC: condition.description,
});

const CONDITIONS: Part<Condition[]> = {
  takes: ['CONDITIONS'],
  read: (data) =>
    numbered(readList(data, 'CONDITIONS', COUNT_LIMITS.conditions).map(readCondition), 'CONDITIONS'),
  write: (conditions) => ({ CONDITIONS: conditions.map(writeCondition) }),
};

export const branch: StepWire<'branch'> = { word: 'BRANCH', parts: { conditions: CONDITIONS } };
