import { KEPT_KINDS } from '@parley/rules/event-kinds.ts';
import { parseSegment } from '@parley/rules/segment.ts';
import { type ContactFacts, isInSegment } from '@parley/rules/segment-evaluate.ts';
import { planSegment } from '@parley/rules/segment-plan.ts';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { rows, sql } from '../platform/db/database.ts';
import { useHarness } from '../testing/harness.ts';
import { anyPeople, anySegment, NESTED, NOW, storePeople, ZONE } from '../testing/random-segments.ts';
import { type SomeContacts, segmentPeople } from './compile.ts';
import { factsOf } from './facts.ts';

const harness = useHarness();
const RUNS = Number(process.env.SEGMENT_RUNS ?? 300);
const PEOPLE = 120;
let accountId = 0;
let people: Map<number, ContactFacts>;

beforeAll(async () => {
  const account = await harness().newUser();
  accountId = account.accountId;
  const { db } = harness().services;
  for (const table of ['channels', 'lists'])
    await sql`delete from ${sql.table(table)} where account_id = ${accountId}`.execute(db);
  people = await storePeople(db, accountId, anyPeople(PEOPLE));
});

/** Some of all contacts: a range of ids, as a chunk of a blast has, or a few, as a page of the inbox. */
const LOOKS: ((all: number[], middle: number) => { some: SomeContacts; ids: number[] })[] = [
  (all, middle) => ({ some: { after: 0, upTo: middle }, ids: all.filter((id) => id <= middle) }),
  (all, middle) => ({
    some: { after: middle, upTo: Number.MAX_SAFE_INTEGER },
    ids: all.filter((id) => id > middle),
  }),
  (all) => {
    const ids = all.filter((_, n) => n % 3 > 0);
    return { some: { ids }, ids };
  },
];

const sorted = (ids: Iterable<number>) => [...ids].sort((one, other) => one - other);

it('what is read of a contact is what happened to it', async () => {
  const found = await factsOf(harness().services.db, accountId, [...people.keys()], KEPT_KINDS);
  expect(found.size).toBe(PEOPLE);
  for (const [id, facts] of people) {
    const read = found.get(id);
    const inOrder = (events: ContactFacts['events']) =>
      events.map((event) => JSON.stringify(withSortedKeys(event))).sort();
    expect(read && { ...read, events: inOrder(read.events) }).toEqual({
      ...facts,
      events: inOrder(facts.events),
    });
  }
});

const withSortedKeys = ({ kind, at, properties }: ContactFacts['events'][number]) => [
  kind,
  at,
  Object.entries(properties).sort(([one], [other]) => (one < other ? -1 : 1)),
];

it(
  'SQL and memory find the same contacts, whatever the segment',
  async () => {
    let found = 0;
    let partly = 0;
    await fc.assert(
      fc.asyncProperty(anySegment, fc.nat(3), async (given, some) => {
        const { tree, problems } = parseSegment(given);
        if (!tree) throw new Error(JSON.stringify(problems));
        const plan = planSegment(tree, { now: NOW, zone: ZONE, segments: NESTED });
        const all = sorted(people.keys());
        const middle = all[PEOPLE / 2] ?? 0;
        const looked = LOOKS[some]?.(all, middle) ?? { some: null, ids: all };
        const wanted = looked.ids.filter((id) => isInSegment(plan, people.get(id) as ContactFacts));
        const read = await rows(
          harness().services.db,
          sql<{ id: number }>`${segmentPeople(accountId, plan, looked.some)}`,
        );
        expect(sorted(read.map(({ id }) => id))).toEqual(wanted);
        found += wanted.length;
        if (wanted.length > 0 && wanted.length < looked.ids.length) partly += 1;
      }),
      { numRuns: RUNS },
    );
    // Segments of nobody and of everybody alone would show nothing.
    expect(partly).toBeGreaterThan(RUNS / 4);
    expect(found).toBeGreaterThan(RUNS);
  },
  60_000 + RUNS * 1_000,
);
