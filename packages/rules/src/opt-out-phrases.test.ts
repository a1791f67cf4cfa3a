/** The proof of the opt-out rules on two lists of texts, with both figures printed. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { classifyInbound } from './classify-inbound.ts';
import { ordinaryAnswers } from './texts/ordinary-answers.ts';

const linesOf = (file: string) =>
  readFileSync(new URL(`./texts/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n');

test('every one of 200 opt-outs opts out, and under 1 % of 5,000 ordinary answers do', () => {
  const optOuts = [...new Set(linesOf('opt-out-samples.txt'))];
  const missed = optOuts.filter((text) => classifyInbound(text).kind !== 'stop');
  const answers = ordinaryAnswers(linesOf('ordinary-samples.txt'), 5_000);
  const kinds = answers.map((text) => ({ text, ...classifyInbound(text) }));
  const falseHits = kinds.filter(({ kind }) => kind === 'stop');
  const doubtful = kinds.filter(({ kind }) => kind === 'doubtful');
  process.stdout.write(
    `opt-outs found: ${optOuts.length - missed.length} of ${optOuts.length}; ` +
      `false hits: ${falseHits.length} of ${answers.length}; to be looked at: ${doubtful.length}\n`,
  );
  expect(optOuts).toHaveLength(200);
  expect(new Set(answers).size).toBe(5_000);
  expect(missed).toEqual([]);
  expect(
    falseHits.length,
    falseHits.map(({ text, matched }) => `${text} (${matched})`).join('\n'),
  ).toBeLessThan(50);
  // People have to read these: few enough to be read.
  expect(doubtful.length).toBeLessThan(100);
});
