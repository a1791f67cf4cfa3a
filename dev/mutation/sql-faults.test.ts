import { expect, test } from 'vitest';
import { sqlFaults, VALUE } from './sql-faults.ts';

test('each condition of a statement holds always, each boundary moves', () => {
  const statement = `update t set a = ${VALUE} where account_id = ${VALUE} and (at > ${VALUE} or b is null) returning c`;
  expect(sqlFaults(statement).map((text) => text.replaceAll(VALUE, '?'))).toEqual([
    'update t set a = ? where (true or (account_id = ?)) and (at > ? or b is null) returning c',
    'update t set a = ? where account_id = ? and (true or ((at > ? or b is null))) returning c',
    'update t set a = ? where account_id = ? and (at > ? or (false and (b is null))) returning c',
    'update t set a = ? where account_id = ? and (at >= ? or b is null) returning c',
    'update t set a = ? where account_id = ? and (at > ? or b is not null) returning c',
  ]);
});

test('the ends of a span and words in a comparison do not end a condition', () => {
  expect(sqlFaults('select 1 from t where a between 1 and 2 and b is distinct from c order by d')).toEqual([
    'select 1 from t where (true or (a between 1 and 2)) and b is distinct from c order by d',
    'select 1 from t where a between 1 and 2 and (true or (b is distinct from c)) order by d',
  ]);
});
