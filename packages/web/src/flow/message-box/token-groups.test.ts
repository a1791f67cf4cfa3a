import { listTokens, writeToken } from '@parley/engine/tokens.ts';
import { expect, test } from 'vitest';
import { tagTokens } from './token-groups.ts';

test('the tags that are offered are read back from the text as themselves; a name that a token cannot hold is not offered', () => {
  const names = ['City', '50% off', 'a|b', '{x}', 'answer: 1', '100%'];
  const { choices } = tagTokens(names.map((name) => ({ name })));
  expect(choices.map(({ label }) => label)).toEqual(['City', '50% off', '100%']);
  for (const { token } of choices) expect(listTokens(`Hi ${writeToken(token)}!`)).toEqual([token]);
});
