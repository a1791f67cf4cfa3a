import type { ExplainedStatement } from '../../packages/server/src/testing/explained-statements.ts';

export type Judgement = {
  /** Statements on no table that is spread, on one part of tables, and on several with a reason. */
  counts: { unspread: number; onePart: number; excepted: number };
  /** What is against the law, in words. */
  faults: string[];
};

/** It is given accounts, one or several. */
const SEVERAL = /account_id = any\(/;

/**
 * Every statement runs on one part of the tables, or its place is named with a reason.
 * @param exceptions places by reason
 * @param isWhole whether all tests ran: then a place that is named in vain is a fault, too. One that no test
 *   reached each time, as while a process stops, is not, nor one that asks as many machines as it is given
 *   accounts.
 */
export function judge(
  findings: readonly ExplainedStatement[],
  exceptions: Readonly<Record<string, readonly string[]>>,
  isWhole: boolean,
): Judgement {
  const named = new Set(Object.values(exceptions).flat());
  const refused = findings.filter(({ refusal }) => refusal !== null);
  const wide = findings.filter(({ parts }) => parts > 1);
  const needed = new Set(wide.map(({ place }) => place));
  const narrow = findings.filter(({ place }) => named.has(place) && !needed.has(place));
  const varying = new Set(narrow.filter(({ text }) => SEVERAL.test(text)).map(({ place }) => place));
  const vain = new Set(narrow.map(({ place }) => place).filter((place) => isWhole && !varying.has(place)));
  return {
    counts: {
      unspread: findings.filter(({ parts, refusal }) => parts === 0 && refusal === null).length,
      onePart: findings.filter(({ parts }) => parts === 1).length,
      excepted: wide.filter(({ place }) => named.has(place)).length,
    },
    faults: [
      ...refused.map(({ place, refusal, text }) => `${place}: Citus refuses it (${refusal}):\n  ${text}`),
      ...findings
        .filter(({ harm }) => harm !== null)
        .map(({ place, harm, text }) => `${place}: ${harm}:\n  ${text}`),
      ...wide
        .filter(({ place }) => !named.has(place))
        .map(({ place, parts, text }) => `${place}: asks ${parts} parts of tables, not one:\n  ${text}`),
      ...[...vain].map((place) => `${place}: has no statement over several parts, and needs no exception`),
    ],
  };
}
