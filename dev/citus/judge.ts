import type { ExplainedStatement } from '../../packages/server/src/testing/explained-statements.ts';

export type Judgement = {
  /** Statements on no table that is spread, on one part of tables, and on several with a reason. */
  counts: { unspread: number; onePart: number; excepted: number };
  /** What is against the law, in words. */
  faults: string[];
};

/**
 * Every statement runs on one part of the tables, or its place is named with a reason.
 * @param exceptions places by reason
 * @param isWhole whether all tests ran: then a place that is named in vain is a fault, too
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
  const vain = isWhole ? [...named].filter((place) => !needed.has(place)) : [];
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
      ...vain.map((place) => `${place}: has no statement over several parts, and needs no exception`),
    ],
  };
}
