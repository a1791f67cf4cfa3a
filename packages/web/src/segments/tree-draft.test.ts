import type { SegmentGroup } from '@parley/rules/segment.ts';
import { expect, test } from 'vitest';
import {
  draftOf,
  FIRST,
  firstEvent,
  isGroup,
  newCondition,
  newGroup,
  problemsByKey,
  readDraft,
  sizeOf,
  treeOf,
  withAdded,
  withMatch,
  withNode,
} from './tree-draft.ts';

const TREE: SegmentGroup = {
  match: 'all',
  of: [
    { on: 'tag', tag: 7, as: 'number', is: 'at-least', value: '18' },
    {
      match: 'any',
      of: [
        { on: 'list', is: 'in', value: [3] },
        { on: 'consent', is: 'opted-in' },
      ],
    },
  ],
};

test('a stored tree comes back as it was', () => {
  expect(treeOf(draftOf(TREE))).toEqual(TREE);
  expect(readDraft(draftOf(TREE)).tree).toEqual(TREE);
  expect(sizeOf(draftOf(TREE))).toBe(3);
});

test('conditions and groups are added, changed and taken away anywhere in it', () => {
  const draft = draftOf(TREE);
  const inner = draft.of[1];
  if (!inner || !isGroup(inner)) throw new Error('The second part is a group.');
  const created = newCondition(FIRST.created);
  const more = withAdded(draft, inner.key, created);
  expect(treeOf(more)).toMatchObject({ of: [{}, { of: [{}, {}, { on: 'created' }] }] });
  const changed = withNode(more, created.key, { ...created, condition: firstEvent('link.clicked') });
  expect(treeOf(changed)).toMatchObject({ of: [{}, { of: [{}, {}, { event: 'link.clicked' }] }] });
  expect(treeOf(withNode(changed, created.key, null))).toEqual(TREE);
  expect(treeOf(withMatch(draft, inner.key, 'none'))).toMatchObject({ of: [{}, { match: 'none' }] });
  expect(treeOf(draft)).toEqual(TREE);
});

test('what is unfinished is named at the part that it is about, however deep', () => {
  const draft = draftOf(TREE);
  const inner = draft.of[1];
  if (!inner || !isGroup(inner)) throw new Error('The second part is a group.');
  const tag = newCondition({ on: 'tag', tag: 7, as: 'text', is: 'is' });
  const empty = newGroup('any');
  const { tree, problems } = readDraft(withAdded(withAdded(draft, inner.key, tag), draft.key, empty));
  expect(tree).toBeNull();
  expect(Object.fromEntries(problems)).toEqual({
    [tag.key]: 'Enter a value.',
    [empty.key]: 'Add a condition to this group.',
  });
});

test('a place that the server names is found, and the whole tree is the place of what has none', () => {
  const draft = draftOf(TREE);
  const inner = draft.of[1];
  if (!inner || !isGroup(inner)) throw new Error('The second part is a group.');
  const found = problemsByKey(draft, [
    { pointer: '/of/1/of/0/value/0', detail: 'This list was deleted.' },
    { pointer: '/', detail: 'Too much.' },
  ]);
  expect([...found]).toEqual([
    [inner.of[0]?.key, 'This list was deleted.'],
    [draft.key, 'Too much.'],
  ]);
});

test.each(Object.values(FIRST))('a new condition of $on is finished once its value is chosen', (first) => {
  const tree = { match: 'all', of: [first] };
  const { problems } = readDraft(draftOf(tree as SegmentGroup));
  const isWhole = first.on === 'created' || first.on === 'consent';
  expect(problems.size).toBe(isWhole ? 0 : 1);
});
