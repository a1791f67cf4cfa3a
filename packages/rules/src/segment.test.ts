import { describe, expect, it } from 'vitest';
import { dataKey, EVENT_KINDS, eventSchema, KEPT_KINDS, propertyOf } from './event-kinds.ts';
import { SEGMENT_TREE_LIMITS as LIMITS } from './limits.ts';
import { namedBy, parseProperties, parseSegment, type SegmentGroup } from './segment.ts';
import { type ContactFacts, isInSegment } from './segment-evaluate.ts';
import { planSegment, SegmentRing } from './segment-plan.ts';

const condition = { on: 'list', is: 'in', value: [1] };
const group = (...of: unknown[]) => ({ match: 'all', of });
const problemsOf = (input: unknown) => parseSegment(input).problems ?? [];

describe('reading a tree', () => {
  it('fills in what was left out and takes doubled values once', () => {
    const event = { on: 'event', event: 'link.clicked' };
    const { tree } = parseSegment(group({ ...condition, value: [1, 2, 1] }, event));
    expect(tree?.of).toEqual([
      { on: 'list', is: 'in', value: [1, 2] },
      { ...event, did: true, times: 1, when: { in: 'ever' }, where: [] },
    ]);
    expect(parseSegment(tree).tree).toEqual(tree);
  });

  const tag = { on: 'tag', tag: 1, as: 'number', is: 'less', value: '5' };
  const event = { on: 'event', event: 'contact.replied' };
  it.each([
    ['no group', [condition], ''],
    ['an empty group', { match: 'all', of: [] }, '/of'],
    ['another word', { match: 'some', of: [condition] }, '/match'],
    ['a field too many', { ...group(condition), 'a/b': 1 }, '/a~1b'],
    ['no condition', group(5), '/of/0'],
    ['another kind', group({ on: 'weather' }), '/of/0/on'],
    ['no ids', group({ ...condition, value: [] }), '/of/0/value'],
    ['an id that is none', group({ ...condition, value: [0] }), '/of/0/value/0'],
    ['an operator of another type', group({ ...tag, is: 'contains' }), '/of/0/is'],
    ['an inherited operator', group({ ...tag, is: 'constructor' }), '/of/0/is'],
    ['a word for a number', group({ ...tag, value: 'many' }), '/of/0/value'],
    ['an exponent', group({ ...tag, value: 1e30 }), '/of/0/value'],
    ['numbers the wrong way', group({ ...tag, is: 'between', value: ['5', '-5'] }), '/of/0/value'],
    ['no day', group({ ...tag, as: 'date', is: 'on', value: '2026-02-30' }), '/of/0/value'],
    ['blanks for a text', group({ ...tag, as: 'text', is: 'is', value: ' ' }), '/of/0/value'],
    ['a field of another condition', group({ ...condition, times: 1 }), '/of/0/times'],
    ['an event that is not kept', group({ ...event, event: 'contact.silent' }), '/of/0/event'],
    [
      'a window of more than two years',
      group({ ...event, when: { in: 'last', days: 732 } }),
      '/of/0/when/days',
    ],
    [
      'days more than two years apart',
      group({ ...event, when: { in: 'between', from: '2020-01-01', to: '2026-01-01' } }),
      '/of/0/when/to',
    ],
    [
      'another property',
      group({ ...event, where: [{ property: 'list', is: 'in', value: [1] }] }),
      '/of/0/where/0/property',
    ],
    [
      'an operator of another property',
      group({ ...event, where: [{ property: 'step', is: 'is', value: 'x' }] }),
      '/of/0/where/0/is',
    ],
    [
      'an unknown zone',
      group({ on: 'place', of: 'time-zone', is: 'in', value: ['Moon/Base'] }),
      '/of/0/value/0',
    ],
    ['an opt-out of a list', group({ on: 'consent', is: 'opted-out', list: 3 }), '/of/0/list'],
  ])('%s is refused where it stands', (_, input, pointer) => {
    const problems = problemsOf(input);
    expect(problems.map((problem) => problem.pointer)).toEqual([pointer]);
    expect(problems[0]?.detail).toMatch(/^[A-Z].*\.$/);
  });

  it('says everything that is wrong at once', () => {
    const wrong = group({ ...tag, value: 'x' }, group(condition, { on: 'x' }));
    expect(problemsOf(wrong).map(({ pointer }) => pointer)).toEqual(['/of/0/value', '/of/1/of/1/on']);
  });

  it('keeps to its limits', () => {
    const nested = (levels: number): unknown => (levels === 1 ? group(condition) : group(nested(levels - 1)));
    expect(problemsOf(nested(LIMITS.levels))).toEqual([]);
    expect(problemsOf(nested(LIMITS.levels + 1))).toHaveLength(1);
    const many = (count: number) => Array.from({ length: count }, () => condition);
    expect(problemsOf(group(...many(LIMITS.conditions)))).toEqual([]);
    expect(problemsOf(group(group(...many(LIMITS.conditions)), condition))).toHaveLength(1);
  });

  it('knows what a tree names, and where', () => {
    const input = group(
      { ...condition, value: [7, 8] },
      group({ ...event, where: [{ property: 'campaign', is: 'in', value: [9] }] }, { ...tag, tag: 4 }),
    );
    expect(namedBy(parseSegment(input).tree as SegmentGroup)).toEqual([
      { what: 'list', id: 7, pointer: '/of/0/value/0' },
      { what: 'list', id: 8, pointer: '/of/0/value/1' },
      { what: 'campaign', id: 9, pointer: '/of/1/of/0/where/0/value/0' },
      { what: 'tag', id: 4, pointer: '/of/1/of/1/tag' },
    ]);
  });
});

describe('what a tree means', () => {
  const somebody: ContactFacts = {
    phone: '+12125550100',
    tags: { 1: 'Gold', 2: '18 years', 3: '2026-03-08', 4: '5/3/1990' },
    timeZone: 'America/New_York',
    createdAt: '2026-03-01T12:00:00Z',
    optedOut: null,
    lists: new Set([1]),
    channels: new Set([1]),
    events: [
      {
        kind: 'link.clicked',
        at: '2026-03-08T04:59:59Z',
        properties: { link: 3, campaign: null, blast: null },
      },
    ],
  };
  const now = '2026-03-09T03:30:00Z';
  const meets = (...of: unknown[]) => {
    const { tree, problems } = parseSegment(group(...of));
    if (!tree) throw new Error(JSON.stringify(problems));
    return isInSegment(planSegment(tree, { now, zone: 'America/New_York', segments: new Map() }), somebody);
  };
  const tag = (id: number, as: string, is: string, value?: unknown) => ({
    on: 'tag',
    tag: id,
    as,
    is,
    ...(value === undefined ? {} : { value }),
  });
  const clicked = (rest: object) => ({ on: 'event', event: 'link.clicked', ...rest });

  it.each([
    ['case and accents do not count', tag(1, 'text', 'is', 'gÓld'), true],
    ['a value that is no number is never less', tag(2, 'number', 'less', 99), false],
    ['nor is it not that number', tag(2, 'number', 'is-not', 99), false],
    ['it is there all the same', tag(2, 'number', 'set'), true],
    ['a missing text is not that text', tag(9, 'text', 'is-not', 'x'), true],
    // In New York it is still the 8th.
    ['days are the account’s', tag(3, 'date', 'in-last', 0), true],
    ['a birthday comes each year', tag(4, 'date', 'anniversary-within', 60), true],
    ['and is not every day', tag(4, 'date', 'anniversary-in', 1), false],
    ['the last day begins at its midnight in the zone', clicked({ when: { in: 'last', days: 1 } }), true],
    [
      'a window of days ends with the last one',
      clicked({ when: { in: 'between', from: '2026-03-06', to: '2026-03-07' } }),
      true,
    ],
    [
      'and begins with the first one',
      clicked({ when: { in: 'between', from: '2026-03-08', to: '2026-03-09' } }),
      false,
    ],
    ['twice is more than once', clicked({ times: 2 }), false],
    ['and once is not twice', clicked({ times: 2, did: false }), true],
    ['another link', clicked({ where: [{ property: 'link', is: 'not-in', value: [3] }] }), false],
    [
      'a property that is missing is not that one',
      clicked({ where: [{ property: 'blast', is: 'not-in', value: [3] }] }),
      true,
    ],
    ['an area code is of its state', { on: 'place', of: 'state', is: 'in', value: ['NY'] }, true],
  ])('%s', (_, input, is) => {
    expect(meets(input)).toBe(is);
    expect(meets({ match: 'none', of: [input] })).toBe(!is);
  });

  it('a segment within that is gone is named by its condition', () => {
    const { tree } = parseSegment(group(group({ on: 'segment', is: 'in', value: [5] })));
    const plan = () => planSegment(tree as SegmentGroup, { now, zone: 'UTC', segments: new Map() });
    expect(plan).toThrow(SegmentRing);
    expect(plan).toThrow('This segment was deleted.');
  });
});

it('every kind of event has words and a schema with all its properties', () => {
  for (const name of Object.keys(EVENT_KINDS) as (keyof typeof EVENT_KINDS)[]) {
    const { words, properties } = EVENT_KINDS[name];
    expect(Object.values(words).every((text) => text !== '')).toBe(true);
    expect(eventSchema(name).required).toEqual(Object.keys(properties));
  }
  expect(KEPT_KINDS).toContain('contact.replied');
  expect(propertyOf('contact.replied', 'toString')).toBeUndefined();
});

describe('what other tests come by only with a database', () => {
  it('conditions that are none are told with their place', () => {
    const of = (input: unknown) => parseProperties('contact.replied', input, '/where');
    expect(of([{ property: 'text', is: 'is', value: 'x' }]).where).toHaveLength(1);
    for (const input of [5, [5], [{ is: 'is' }]]) {
      const { where, problems } = of(input);
      expect([where, problems?.[0]?.pointer.startsWith('/where')]).toEqual([undefined, true]);
    }
  });

  it('own properties of a custom event are known by up to forty characters', () => {
    const long = 'x'.repeat(40);
    expect(['data.color', 'number.total', `data.${long}`].map(dataKey)).toEqual(['color', 'total', long]);
    expect(['data.', `data.${long}y`, 'color', 'data'].map(dataKey)).toEqual(Array(4).fill(undefined));
    expect(eventSchema('custom.event')).toHaveProperty('patternProperties');
    expect(eventSchema('contact.replied')).not.toHaveProperty('patternProperties');
  });

  it('an area code is up to four digits and nothing else', () => {
    const isTaken = (value: unknown) =>
      problemsOf(group({ on: 'place', of: 'area-code', is: 'in', value: [value] })).length === 0;
    expect(['2', '212', '1212', 'a', '21x', '12121'].map(isTaken)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('a segment of segments may have as many conditions as the limit says, and no more', () => {
    const many = (count: number) => ({ match: 'all', of: Array(count).fill(condition) }) as SegmentGroup;
    const segments = new Map([1, 2, 3, 4, 5].map((id) => [id, many(id < 5 ? LIMITS.conditions : 1)]));
    const tree = (ids: number[]) => group({ on: 'segment', is: 'in', value: ids }) as SegmentGroup;
    segments.set(6, tree([99]));
    const moment = { now: '2026-11-23T15:00:00Z', zone: 'UTC', segments };
    const plan = (ids: number[]) => () => planSegment(tree(ids), moment);
    expect(LIMITS.nestedConditions).toBe(4 * LIMITS.conditions);
    expect(plan([1, 2, 3, 4])).not.toThrow();
    expect(plan([1, 2, 3, 4, 5])).toThrow(/too many conditions/);
    // What is wrong within is told where the outermost one names it.
    expect(plan([6])).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ pointer: '/of/0/value' }) }),
    );
  });
});
