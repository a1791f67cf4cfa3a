import { expect, it } from 'vitest';
import { canBeMerged, MERGE_TOKEN } from './merge-token.ts';

it('a name can be merged when it is read back as it was written', () => {
  const whole = new RegExp(`^${MERGE_TOKEN}$`);
  for (const name of ['City', '100%', '50% off', '%', 'a:b', 'My answer', '🎂']) {
    expect(canBeMerged(name)).toBe(true);
    expect(whole.exec(`{%${name}%}`)?.[1]).toBe(name);
    expect(whole.exec(`{%${name}|10% at most%}`)?.slice(1)).toEqual([name, '10% at most']);
  }
  const bad = ['a|b', '{x', 'x}', 'answer:12', ' Intent : y', 'Link: preferences'];
  expect(bad.filter(canBeMerged)).toEqual([]);
});
