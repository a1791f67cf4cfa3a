import { expect, test } from 'vitest';
import {
  faultsOf,
  mappingOf,
  suggestedChoices,
  unusedColumns,
  withAllAsTags,
  withTarget,
} from './mapping.ts';

const tags = [
  { id: 4, name: 'First name' },
  { id: 5, name: 'City' },
];
const column = (index: number, name: string, suggestion: string) => ({
  index,
  name,
  suggestion,
  samples: ['x'],
});
const columns = [
  column(0, 'Mobile', 'phone'),
  column(1, 'first NAME', 'tag:4'),
  column(2, 'Birthday', ''),
  column(3, 'Landline', ''),
];

test('suggestions of the server are the first choices', () => {
  expect(suggestedChoices(columns, tags).map(({ target }) => target)).toEqual(['phone', 'tag:4', '', '']);
  expect(suggestedChoices([column(0, 'a', 'tag:99')], tags)[0]?.target).toBe('');
});

test('a new tag has the name that the server suggests; opt-outs are opt-outs, once', () => {
  const choices = suggestedChoices(
    [column(0, 'Full  Name', 'newtag:Full Name'), column(1, 'Opted out', 'optout')],
    tags,
  );
  expect(mappingOf(choices)).toEqual([
    { index: 0, target: 'newtag:Full Name' },
    { index: 1, target: 'optout' },
  ]);
  expect(withTarget(choices, 0, 'optout').map(({ target }) => target)).toEqual(['optout', '']);
  expect(faultsOf(choices, tags, 100).columns).toEqual(new Map());
});

test('there is one phone column: a second choice takes it off the first', () => {
  const next = withTarget(suggestedChoices(columns, tags), 3, 'phone');
  expect(next.map(({ target }) => target)).toEqual(['', 'tag:4', '', 'phone']);
});

test('the mapping names new tags, old tags, the phone and what is ignored', () => {
  const choices = withTarget(suggestedChoices(columns, tags), 2, 'new');
  expect(mappingOf(choices)).toEqual([
    { index: 0, target: 'phone' },
    { index: 1, target: 'tag:4' },
    { index: 2, target: 'newtag:Birthday' },
    { index: 3, target: '' },
  ]);
});

test('no phone column, a blank name and a tag chosen twice stand against an import', () => {
  let choices = suggestedChoices(columns, tags);
  expect(faultsOf(choices, tags, 100)).toEqual({ columns: new Map(), whole: '' });
  choices = withTarget(withTarget(choices, 2, 'new'), 0, '');
  choices = choices.map((choice) => (choice.index === 2 ? { ...choice, newName: ' ' } : choice));
  const faults = faultsOf(choices, tags, 100);
  expect(faults.whole).toMatch(/phone numbers/);
  expect([...faults.columns.keys()]).toEqual([2]);
});

test('a new tag with the name of another column’s tag is the same tag', () => {
  const choices = withTarget(suggestedChoices(columns, tags), 3, 'new').map((choice) =>
    choice.index === 3 ? { ...choice, newName: ' FIRST name' } : choice,
  );
  expect(faultsOf(choices, tags, 100).columns.get(3)).toMatch(/already/);
});

test('all other columns become tags, each tag once', () => {
  const choices = withAllAsTags(
    suggestedChoices(
      [...columns, column(4, 'City', ''), column(5, 'city', ''), column(6, 'Mobile', '')],
      tags,
    ),
    tags,
  );
  expect(choices.map(({ target }) => target)).toEqual(['phone', 'tag:4', 'new', 'new', 'tag:5', '', 'new']);
  expect(faultsOf(choices, tags, 100).columns.size).toBe(0);
});

test('columns that nothing is made of are named', () => {
  expect(unusedColumns(columns, suggestedChoices(columns, tags))).toEqual(['Birthday', 'Landline']);
  expect(unusedColumns(columns, withAllAsTags(suggestedChoices(columns, tags), tags))).toEqual([]);
});
