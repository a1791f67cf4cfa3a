import { calls } from '@parley/contract';
import { SEGMENT_TREE_LIMITS } from '@parley/rules/limits.ts';
import type { SegmentGroup } from '@parley/rules/segment.ts';
import { describe, expect, it } from 'vitest';
import { lockWaits } from '../testing/each-server.ts';
import { useHarness } from '../testing/harness.ts';
import { phones, storeList, storeTag } from '../testing/people.ts';

const harness = useHarness();
const { segments, lists, members } = calls;

/** An account with 30 contacts on a list: City Boston for the first ten, the next ten opted out. */
async function account() {
  const user = await harness().newUser();
  const { db } = harness().services;
  const tag = Number(await storeTag(db, user.accountId, 'City'));
  const people = phones(30, 10_000 + user.accountId * 1_000).map((phone, n) => ({
    phone,
    tags: { [tag]: n < 10 ? 'Boston' : 'Rome' },
    optedOut: n >= 10 && n < 20,
  }));
  const list = await storeList(db, user.accountId, 'Everybody', people);
  return { user, db, tag, list };
}

const group = (...of: SegmentGroup['of']): SegmentGroup => ({ match: 'all', of });
const onList = (...value: number[]) => group({ on: 'list', is: 'in', value });
const inSegment = (...value: number[]) => group({ on: 'segment', is: 'in', value });
const tagged = (tag: number, value: string) => group({ on: 'tag', tag, as: 'text', is: 'is', value });

describe('a segment', () => {
  it('is added, read, saved, renamed, copied and deleted', async () => {
    const { user, tag, list } = await account();
    const added = (await user.ask(segments.add, { name: 'Boston', tree: tagged(tag, 'boston') })).values;
    expect(added.version).toBe(1);
    const saved = await user.ask(segments.update, {
      segment: added.id,
      name: 'Boston people',
      tree: group(...tagged(tag, 'Boston').of, ...onList(list).of),
      version: 1,
    });
    expect(saved.values.version).toBe(2);
    await user.ask(segments.rename, { segment: added.id, name: 'BOSTON' });
    const { values } = await user.ask(segments.info, { segment: added.id });
    expect(values.info).toMatchObject({ name: 'BOSTON', version: 3, conditions: 2 });
    expect(values.tree.of).toHaveLength(2);
    expect(values.problems).toEqual([]);
    const copy = (await user.ask(segments.copy, { segment: added.id })).values;
    expect(copy.name).toBe('BOSTON (2)');
    const found = (await user.ask(segments.list, { search: 'bost' })).values;
    expect(found.segments.map(({ name }) => name)).toEqual(['BOSTON', 'BOSTON (2)']);
    const page = (await user.ask(segments.list, { start: 1, length: 1 })).values;
    expect([page.total, page.segments.map(({ id }) => id)]).toEqual([2, [copy.id]]);
    expect((await user.ask(segments.remove, { segment: added.id })).RESULT).toBe(1);
    expect((await user.ask(segments.remove, { segment: added.id })).RESULT).toBe(1);
    expect((await user.ask(segments.info, { segment: added.id })).status).toBe(404);
  });

  it('has a name of its own, whatever the case', async () => {
    const { user, list } = await account();
    await user.ask(segments.add, { name: 'Straße', tree: onList(list) });
    const second = await user.ask(segments.add, { name: 'STRASSE', tree: onList(list) });
    expect(second).toMatchObject({ RESULT: 0, DETAIL: 'SegmentName' });
  });

  it('that somebody else saved meanwhile is not overwritten', async () => {
    const { user, list } = await account();
    const { id } = (await user.ask(segments.add, { name: 'One', tree: onList(list) })).values;
    const save = { segment: id, tree: onList(list), version: 1 };
    expect((await user.ask(segments.update, { ...save, name: 'Two' })).RESULT).toBe(1);
    expect(await user.ask(segments.update, { ...save, name: 'Three' })).toMatchObject({
      RESULT: 0,
      DETAIL: 'VERSION',
    });
    expect((await user.ask(segments.info, { segment: id })).values.info.name).toBe('Two');
  });
});

describe('what a tree names', () => {
  it('is said to be gone, at its condition: unknown and foreign ids alike', async () => {
    const { user, list } = await account();
    const other = await account();
    const tries = [other.list, 987_654_321].map((id) =>
      user.ask(segments.add, { name: 'X', tree: group(...onList(list).of, ...onList(id).of) }),
    );
    const [foreign, unknown] = await Promise.all(tries);
    expect(foreign).toMatchObject({ RESULT: 0, DETAIL: 'inpTree./of/1/value/0' });
    expect(foreign?.body).toEqual(unknown?.body);
    const theirs = (await other.user.ask(segments.add, { name: 'Y', tree: onList(other.list) })).values;
    for (const [call, form] of [
      [segments.count, { tree: inSegment(theirs.id) }],
      [segments.count, { tree: tagged(other.tag, 'x') }],
    ] as const)
      expect((await user.ask(call, form)).RESULT).toBe(0);
  });

  it('that is deleted later is shown, and nobody is found until it is mended', async () => {
    const { user, list } = await account();
    const { id } = (await user.ask(segments.add, { name: 'One', tree: onList(list) })).values;
    const outer = (await user.ask(segments.add, { name: 'Outer', tree: inSegment(id) })).values;
    await user.ask(lists.remove, { list });
    const { problems } = (await user.ask(segments.info, { segment: id })).values;
    expect(problems).toEqual([
      { pointer: '/of/0/value/0', detail: 'This list was deleted. Choose another one.' },
    ]);
    const counted = await user.ask(segments.count, { tree: inSegment(outer.id) });
    expect(counted).toMatchObject({ RESULT: 0, DETAIL: 'inpTree./of/0/value/0' });
    const snapshot = await user.ask(segments.snapshot, { segment: id, name: 'Snapshot' });
    expect(snapshot.RESULT).toBe(0);
  });

  it('is never the segment itself, over however many others', async () => {
    const { user, list } = await account();
    const one = (await user.ask(segments.add, { name: 'One', tree: onList(list) })).values.id;
    const two = (await user.ask(segments.add, { name: 'Two', tree: inSegment(one) })).values.id;
    const three = (await user.ask(segments.add, { name: 'Three', tree: inSegment(two) })).values.id;
    const ring = await user.ask(segments.update, {
      segment: one,
      name: 'One',
      tree: inSegment(three),
      version: 1,
    });
    expect(ring).toMatchObject({ RESULT: 0, DETAIL: 'inpTree./of/0/value' });
    // Two who would close a ring together: one of them is told.
    const four = (await user.ask(segments.add, { name: 'Four', tree: onList(list) })).values.id;
    const answers = await Promise.all([
      user.ask(segments.update, { segment: one, name: 'One', tree: inSegment(four), version: 1 }),
      user.ask(segments.update, { segment: four, name: 'Four', tree: inSegment(three), version: 1 }),
    ]);
    expect(answers.map(({ RESULT }) => RESULT).sort()).toEqual([0, 1]);
  });

  it('keeps a segment that others name', async () => {
    const { user, list } = await account();
    const one = (await user.ask(segments.add, { name: 'One', tree: onList(list) })).values.id;
    const two = (await user.ask(segments.add, { name: 'Two', tree: inSegment(one) })).values.id;
    expect((await user.ask(segments.uses, { segment: one })).values.uses).toEqual([
      { kind: 'segment', id: two, name: 'Two' },
    ]);
    expect((await user.ask(segments.remove, { segment: one })).MESSAGE).toBe(
      'You can’t delete “One” yet: the segment “Two” uses it. Change or cancel it first.',
    );
    expect((await user.ask(segments.remove, { segment: two })).RESULT).toBe(1);
    expect((await user.ask(segments.remove, { segment: one })).RESULT).toBe(1);
  });
});

describe('a count', () => {
  it('says how many there are, how many opted out, and shows the ten added last', async () => {
    const { user, list, tag } = await account();
    const all = (await user.ask(segments.count, { tree: onList(list) })).values;
    expect(all).toMatchObject({ count: 30, optedOut: 10, superseded: 0 });
    expect(all.examples).toHaveLength(SEGMENT_TREE_LIMITS.examples);
    expect(all.examples[0]).toMatchObject({ displayName: 'Rome', optedOut: 0 });
    const none = (await user.ask(segments.count, { tree: tagged(tag, 'Paris') })).values;
    expect([none.count, none.examples]).toEqual([0, []]);
  });

  it('names the condition that is wrong', async () => {
    const { user } = await account();
    const { status, body } = await user.post('segments/countSegment', {
      inpTree: JSON.stringify(group({ on: 'tag', tag: 1, as: 'number', is: 'less', value: 'many' })),
    });
    expect([status, body.DETAIL, body.MESSAGE]).toEqual([400, 'inpTree./of/0/value', 'Enter a number.']);
  });

  it('that runs ends when a later one of the same builder comes', async () => {
    const { user, db, list } = await account();
    const form = { tree: onList(list), ticket: 'builder' };
    // The first count waits for a lock that nobody gives, until it is ended.
    const blocker = await harness().services.pool.connect();
    await blocker.query('begin; lock table list_members in access exclusive mode');
    const first = user.ask(segments.count, form);
    await expect.poll(() => lockWaits(db)).toBe(1);
    const second = user.ask(segments.count, form);
    expect((await first).values).toMatchObject({ superseded: 1, count: 0 });
    await blocker.query('commit');
    blocker.release();
    expect((await second).values).toMatchObject({ superseded: 0, count: 30 });
  });
});

describe('the people of a segment', () => {
  it('become a list, which stays as it is', async () => {
    const { user, tag } = await account();
    const { id } = (await user.ask(segments.add, { name: 'Boston', tree: tagged(tag, 'Boston') })).values;
    const made = (await user.ask(segments.snapshot, { segment: id, name: 'Boston today' })).values;
    expect(made).toMatchObject({ done: 10, next: 0 });
    const listed = (await user.ask(members.list, { list: made.list })).values.members;
    expect(listed).toHaveLength(10);
    const again = await user.ask(segments.snapshot, { segment: id, name: 'Boston today' });
    expect(again).toMatchObject({ RESULT: 0, DETAIL: 'ListName' });
    const other = await account();
    const foreign = await user.ask(segments.snapshot, { segment: id, list: other.list });
    expect(foreign.status).toBe(404);
  });

  it('are a file that can be imported', async () => {
    const { user, tag } = await account();
    const { id } = (await user.ask(segments.add, { name: 'Rome', tree: tagged(tag, 'Rome') })).values;
    const { status, text } = await user.get(`segments/exportSegment?inpSegmentId=${id}`);
    expect(status).toBe(200);
    const lines = text.trim().split('\r\n');
    expect(lines[0]).toContain('"Phone","City","Opted out","Added"');
    expect(lines).toHaveLength(21);
  });
});

it('a tag filter becomes a segment that says the same', async () => {
  const { user, tag } = await account();
  const filters = [
    { tag: 'city', operator: 'LIKE', value: 'bos' },
    { tag: 'City', operator: '!=', value: '5' },
    { tag: '', operator: '=', value: '' },
  ] as const;
  const { tree } = (await user.ask(segments.ofFilters, { filters: [...filters] })).values;
  expect(tree).toEqual(
    group(
      { on: 'tag', tag, as: 'text', is: 'contains', value: 'bos' },
      { on: 'tag', tag, as: 'filter', is: '!=', value: '5' },
    ),
  );
  expect((await user.ask(segments.count, { tree: tree as SegmentGroup })).values.count).toBe(10);
  const gone = await user.ask(segments.ofFilters, { filters: [{ tag: 'Gone', operator: '=', value: 'x' }] });
  expect(gone).toMatchObject({ RESULT: 0, DETAIL: 'inpTagfilter' });
});
