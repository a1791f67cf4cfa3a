import { expect, it } from 'vitest';
import { judge } from './judge.ts';

const EXCEPTIONS = { 'figures of all accounts': ['server/a.ts: all'] };
const one = { place: 'server/a.ts: one', text: 'select 1', parts: 1, refusal: null, harm: null };
const all = { ...one, place: 'server/a.ts: all', parts: 2 };

it('a statement that asks several machines needs a reason, and a reason a statement', () => {
  expect(judge([one, { ...one, parts: 0 }, all], EXCEPTIONS, true)).toEqual({
    counts: { unspread: 1, onePart: 1, excepted: 1 },
    faults: [],
  });
  expect(judge([{ ...one, parts: 2 }, all], EXCEPTIONS, true).faults).toEqual([
    'server/a.ts: one: asks 2 parts of tables, not one:\n  select 1',
  ]);
  expect(judge([{ ...all, parts: 0, refusal: '0A000: no' }], EXCEPTIONS, false).faults).toEqual([
    'server/a.ts: all: Citus refuses it (0A000: no):\n  select 1',
  ]);
  expect(judge([{ ...one, harm: 'forgets a machine' }], EXCEPTIONS, false).faults).toEqual([
    'server/a.ts: one: forgets a machine:\n  select 1',
  ]);
  expect(judge([one], EXCEPTIONS, false).faults).toEqual([]);
  expect(judge([one], EXCEPTIONS, true).faults).toEqual([]);
  expect(judge([{ ...all, parts: 1, text: 'where account_id = any($)' }], EXCEPTIONS, true).faults).toEqual(
    [],
  );
  expect(judge([{ ...all, parts: 1 }], EXCEPTIONS, false).faults).toEqual([]);
  expect(judge([{ ...all, parts: 1 }], EXCEPTIONS, true).faults).toEqual([
    'server/a.ts: all: has no statement over several parts, and needs no exception',
  ]);
});
