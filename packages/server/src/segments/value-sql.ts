/** What a value is asked (`ValueTest` of rules) as SQL, with the meaning of `meetsTest`. */
import { anniversaryPattern } from '@parley/rules/segment-evaluate.ts';
import type { ValueTest } from '@parley/rules/segment-operators.ts';
import type { RawBuilder } from 'kysely';
import { sql } from '../platform/db/database.ts';
import { BLANKS, FULL_DATE, IS_DATE, IS_NUMBER, meetsFilter, onFolded } from '../tags/index.ts';

type Sql = RawBuilder<unknown>;

/** Whether a value passes: a text that is never null, or for tests of ids a number. */
export function passes(test: ValueTest, value: Sql): Sql {
  switch (test.is) {
    case 'id':
      return sql`${value} = any(${test.ids}::bigint[])`;
    case 'not':
      return sql`(${passes(test.test, value)}) is not true`;
    case 'all':
      return sql`(${sql.join(
        test.tests.map((each) => passes(each, value)),
        sql` and `,
      )})`;
    case 'anniversary':
      return sql`btrim(${value}, ${BLANKS}) ~ ${anniversaryPattern(test.days)}::text`;
    default:
      return onFolded(value, holds(test));
  }
}

/** Of `held.value`, the folded text. */
function holds(test: Exclude<ValueTest, { is: 'id' | 'not' | 'all' | 'anniversary' }>): Sql {
  switch (test.is) {
    case 'there':
      return sql`held.value <> ''`;
    case 'text':
      return hasText(test);
    case 'number':
      return sql`case when ${IS_NUMBER} then ${withinNumbers(test)} else false end`;
    case 'days':
      return sql`case when ${IS_DATE} then ${withinDays(test)} else false end`;
    case 'filter':
      return meetsFilter(test.operator, test.value);
  }
}

function hasText({ how, texts }: ValueTest & { is: 'text' }): Sql {
  if (how === 'equals') return sql`held.value = any(${texts}::text[])`;
  const each = texts.map((text) =>
    how === 'contains'
      ? sql`strpos(held.value, ${text}::text) > 0`
      : sql`starts_with(held.value, ${text}::text)`,
  );
  return sql`(${sql.join(each, sql` or `)})`;
}

function withinNumbers({ low, high, open }: ValueTest & { is: 'number' }): Sql {
  const end = open ? sql`` : sql`=`;
  return sql`(${low === null ? sql`true` : sql`held.value::numeric >${end} ${low}::numeric`}
    and ${high === null ? sql`true` : sql`held.value::numeric <${end} ${high}::numeric`})`;
}

function withinDays({ from, to }: ValueTest & { is: 'days' }): Sql {
  const own = sql`left(${FULL_DATE}, 10) collate "C"`;
  return sql`(${from === null ? sql`true` : sql`${own} >= ${from}::text`}
    and ${to === null ? sql`true` : sql`${own} <= ${to}::text`})`;
}
