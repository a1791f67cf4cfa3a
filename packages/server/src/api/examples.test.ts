/** Every example of the documentation is executed, and answers what it says. */
import { type Operation, operations } from '@parley/contract/api/index.ts';
import { expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { makeApiWorld } from '../testing/api-world.ts';
import { useHarness } from '../testing/harness.ts';

const harness = useHarness({ clock: manualClock('2026-03-02T15:00:00Z') });
/** As the examples have it. */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwAbCdEfGhIjk=';
const all = Object.entries(operations) as [string, Operation][];

const renamed = (text: string, names: readonly (readonly [string, string])[]) =>
  names.reduce((changed, [from, to]) => changed.replace(new RegExp(`\\b${from}\\b`, 'g'), to), text);

/** An id that the request made: the example calls it as it likes, the next one of its kind. */
function madeBy(example: unknown, answered: unknown, known: ReadonlySet<string>): [string, string][] {
  const idsOf = (value: unknown) => JSON.stringify(value ?? null).match(/\b[a-z]{3}_\d+\b/g) ?? [];
  const wanted = idsOf(example);
  return idsOf(answered).flatMap((id, n): [string, string][] =>
    known.has(id) || wanted[n] === undefined ? [] : [[id, wanted[n]]],
  );
}

test.each(all)('the example of %s', async (_id, { method, example, answer, status }) => {
  const { live, ids } = await makeApiWorld(harness());
  const here = Object.entries(ids).map(([own, name]) => [name, own] as const);
  const body =
    example.body === undefined ? {} : { body: JSON.parse(renamed(JSON.stringify(example.body), here)) };
  const answered = await live(method, renamed(example.path, here), body);
  expect([answered.status, answered.text]).toEqual([status, expect.anything()]);
  if (!answer) {
    expect(answered.text).toBe('');
    return;
  }
  const fresh = madeBy(example.answer, answered.body, new Set(Object.keys(ids)));
  // Each one is new.
  const text = answered.text.replace(/whsec_[\w+/=]+/, SECRET);
  const shown = JSON.parse(renamed(text, [...Object.entries(ids), ...fresh]));
  expect(shown).toEqual(example.answer);
  expect(() => answer.parse(answered.body)).not.toThrow();
});
