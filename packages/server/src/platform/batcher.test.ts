import { expect, test } from 'vitest';
import { Batcher, batchersOf } from './batcher.ts';

const HOUR_MS = 3_600_000;

/** Work that waits to be let go, and notes its batches. */
function held() {
  const batches: string[][] = [];
  const ends: (() => void)[] = [];
  return {
    batches,
    work: async (items: readonly string[]) => {
      batches.push([...items]);
      await new Promise<void>((resolve) => ends.push(resolve));
      return items.map((item) => item.toUpperCase());
    },
    end: () => ends.shift()?.(),
  };
}

test('what comes together is one batch; what comes meanwhile is the next, and each hears its own result', async () => {
  const { batches, work, end } = held();
  const batcher = new Batcher({ work, most: 2 });
  const results = Promise.all(['a', 'b', 'c', 'd', 'e'].map((item) => batcher.add(item)));
  for (const seen of [1, 2, 3]) {
    await expect.poll(() => batches.length).toBe(seen);
    end();
  }
  expect(await results).toEqual(['A', 'B', 'C', 'D', 'E']);
  expect(batches).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
});

test('two items of one key are never in work together, and keep their order', async () => {
  const { batches, work, end } = held();
  const batcher = new Batcher({ work, most: 10, atOnce: 2, keyOf: (item: string) => item.charAt(0) });
  const results = Promise.all(['a1', 'a2', 'b1'].map((item) => batcher.add(item)));
  await expect.poll(() => batches).toEqual([['a1', 'b1']]);
  const later = batcher.add('c1');
  const last = batcher.add('c2');
  // As many wait as the batch has that is in work.
  await expect.poll(() => batches).toEqual([['a1', 'b1'], ['c1']]);
  end();
  await expect.poll(() => batches).toEqual([['a1', 'b1'], ['c1'], ['a2']]);
  end();
  await expect.poll(() => batches.length).toBe(4);
  end();
  end();
  expect(await results).toEqual(['A1', 'A2', 'B1']);
  expect([await later, await last]).toEqual(['C1', 'C2']);
});

test('a bad item fails alone where its batch is told of, and all of the batch else', async () => {
  const work = async (items: readonly number[]) => {
    if (items.includes(2)) throw new Error('bad');
    return items;
  };
  const failed: number[] = [];
  const careful = new Batcher({ work, most: 10, onFailedBatch: (_error, size) => failed.push(size) });
  const each = await Promise.allSettled([1, 2, 3].map((item) => careful.add(item)));
  expect(each.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(failed).toEqual([3]);
  const plain = new Batcher({ work, most: 10 });
  const all = await Promise.allSettled([1, 2, 3].map((item) => plain.add(item)));
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});

test('a batch gathers until its time is over, as many wait as it may have, or all is to be done', async () => {
  const batches: number[][] = [];
  const work = async (items: readonly number[]) => {
    batches.push([...items]);
    return items;
  };
  const batcher = new Batcher({ work, most: 2, gatherMs: HOUR_MS });
  await Promise.all([batcher.add(1), batcher.add(2)]);
  const third = batcher.add(3);
  expect(batches).toEqual([[1, 2]]);
  await batcher.drain();
  expect(await third).toBe(3);
  const soon = new Batcher({ work, most: 2, gatherMs: 1 });
  expect(await soon.add(4)).toBe(4);
  await soon.drain();
  expect(batches).toEqual([[1, 2], [3], [4]]);
});

/** What can begin at once has begun. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

test('few wait for the end of the batch in work, and what would be two batches is two', async () => {
  const { batches, work, end } = held();
  const batcher = new Batcher({ work, most: 100, atOnce: 2, leastBeside: 2 });
  const one = batcher.add('a');
  await expect.poll(() => batches).toEqual([['a']]);
  const others = [batcher.add('b')];
  await turn();
  expect(batches).toEqual([['a']]);
  others.push(batcher.add('c'));
  await expect.poll(() => batches).toEqual([['a'], ['b', 'c']]);
  others.push(...['d', 'e', 'f', 'g', 'h'].map((item) => batcher.add(item)));
  end();
  await expect.poll(() => batches.slice(2)).toEqual([['d', 'e', 'f', 'g', 'h']]);
  end();
  end();
  expect(await Promise.all([one, ...others])).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']);
  const both = ['i', 'j', 'k', 'l'].map((item) => batcher.add(item));
  await expect
    .poll(() => batches.slice(3))
    .toEqual([
      ['i', 'j'],
      ['k', 'l'],
    ]);
  end();
  end();
  await Promise.all(both);
});

test('after a batch as many are awaited as it had, but not for long', async () => {
  const batches: number[][] = [];
  const work = async (items: readonly number[]) => {
    batches.push([...items]);
    return items;
  };
  const batcher = new Batcher({ work, most: 10, awaitMs: HOUR_MS });
  await Promise.all([batcher.add(1), batcher.add(2)]);
  const third = batcher.add(3);
  await turn();
  expect(batches).toEqual([[1, 2]]);
  await Promise.all([third, batcher.add(4)]);
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ]);
  const soon = new Batcher({ work, most: 10, awaitMs: 1 });
  await Promise.all([soon.add(5), soon.add(6)]);
  expect(await soon.add(7)).toBe(7);
});

test('each key has a batcher of its own', async () => {
  const batches: string[] = [];
  const add = batchersOf((key: string) => ({
    most: 10,
    work: async (items: readonly number[]) => {
      batches.push(`${key}: ${items.join(' ')}`);
      return items;
    },
  }));
  await Promise.all([add('a', 1), add('b', 2), add('a', 3)]);
  await add('a', 4);
  expect(batches).toEqual(['a: 1 3', 'b: 2', 'a: 4']);
});

test('items that nobody waits for go together after a rest, beside no other, and at once with one that presses', async () => {
  const { batches, work, end } = held();
  const batcher = new Batcher({
    work,
    most: 10,
    atOnce: 2,
    isPatient: (item: string) => item.startsWith('p'),
    restMs: { least: HOUR_MS, most: HOUR_MS },
  });
  const first = batcher.add('p1');
  await expect.poll(() => batches).toEqual([['p1']]);
  const patient = [batcher.add('p2'), batcher.add('p3')];
  end();
  expect(await first).toBe('P1');
  // They rest for an hour.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(batches).toEqual([['p1']]);
  const pressing = batcher.add('now');
  await expect.poll(() => batches).toEqual([['p1'], ['p2', 'p3', 'now']]);
  const last = batcher.add('p4');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(batches).toHaveLength(2);
  end();
  expect(await Promise.all([...patient, pressing])).toEqual(['P2', 'P3', 'NOW']);
  const drained = batcher.drain();
  await expect.poll(() => batches).toEqual([['p1'], ['p2', 'p3', 'now'], ['p4']]);
  end();
  await drained;
  expect(await last).toBe('P4');
});
