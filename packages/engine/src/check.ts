/** The flow doctor: what is wrong with a flow, in words for its author, before a contact finds out. */

import { checkBranches } from './check-branches.ts';
import { checkDisclosure } from './check-disclosure.ts';
import { checkOverlaps } from './check-overlaps.ts';
import { checkConsent, checkErrorPath, checkPaths, flowPathsOf } from './check-paths.ts';
import { checkRings } from './check-switches.ts';
import { checkCost, checkTokens } from './check-texts.ts';
import { translationFindings } from './check-translations.ts';
import { type CompiledFlow, compile } from './compiled-flow.ts';
import type { AccountHoldings, Finding, Report } from './finding.ts';
import type { Flow, Step } from './flow.ts';
import { branchesOf } from './flow-branches.ts';
import { checkStep, stepExits } from './steps/index.ts';
import { languagesOf } from './translations.ts';

/** Looks at every step; findings in the order of the steps. */
export function checkFlow(flow: Flow, account: AccountHoldings): Finding[] {
  return throughout(checkInPieces(flow, account));
}

/** A check a piece at a time: whoever has others to serve lets them in after each. */
type CheckPieces<T> = Generator<undefined, T>;

function throughout<T>(pieces: CheckPieces<T>): T {
  for (;;) {
    const { done, value } = pieces.next();
    if (done) return value;
  }
}

/** {@link checkFlow} in pieces. */
export function* checkInPieces(flow: Flow, account: AccountHoldings): CheckPieces<Finding[]> {
  const compiled = compile(flow);
  const findings: Finding[] = [];
  const report: Report = (severity, step, code, message, fix) =>
    findings.push({ severity, step: step.id, code, message, ...(fix && { fix }) });
  const names = namesFor(compiled, account);
  const ways = flowPathsOf(compiled);
  yield;
  const branches = branchesOf(compiled);
  const languages = languagesOf(compiled.steps);
  for (const step of compiled.steps) {
    yield;
    checkForErrors(compiled, step, names, { account, report });
    checkCost(step, report);
    checkPaths(compiled, ways, step, report);
    checkErrorPath(compiled, step, report);
    yield;
    checkBranches(compiled, branches, step, report);
    yield;
    checkOverlaps(step, report);
    findings.push(...translationFindings(step, languages, { account, tagNames: names.tags }));
  }
  yield;
  checkConsent(compiled, account, report);
  checkDisclosure(compiled, account, report);
  checkRings(compiled, flow.campaignId, account, report);
  return findings;
}

/**
 * Whether the campaign can be used (ISFINISHED), in pieces: what only warns, and takes most of the time, is
 * left out.
 */
export function* usableInPieces(flow: Flow, account: AccountHoldings): CheckPieces<boolean> {
  const compiled = compile(flow);
  const names = namesFor(compiled, account);
  let errors = 0;
  const report: Report = (severity) => {
    if (severity === 'error') errors += 1;
  };
  for (const step of compiled.steps) {
    yield;
    checkForErrors(compiled, step, names, { account, report });
  }
  return flow.steps.length > 0 && errors === 0;
}

/** Whether the campaign can be used: it has a step and no finding is an error (ISFINISHED). */
export function isFinished(flow: Flow, findings: readonly Finding[]): boolean {
  return flow.steps.length > 0 && !findings.some((finding) => finding.severity === 'error');
}

/** Names that tokens may have, in small letters: of tags, and of values of API answers beside them. */
type Names = { tags: ReadonlySet<string>; tokens: ReadonlySet<string> };

function namesFor({ steps }: CompiledFlow, account: AccountHoldings): Names {
  const tags = new Set(account.tags.map((name) => name.toLowerCase()));
  return { tags, tokens: new Set([...tags, ...pickedNames(steps)]) };
}

/** Every check that can find an error is one of these. */
function checkForErrors(
  flow: CompiledFlow,
  step: Step,
  { tags: tagNames, tokens }: Names,
  { account, report }: { account: AccountHoldings; report: Report },
): void {
  checkStep(step, { account, tagNames, report });
  checkJumps(flow, step, report);
  checkTokens(flow, step, tokens, report);
}

/** Names that values of API answers are known by, in small letters. */
const pickedNames = (steps: readonly Step[]): string[] =>
  steps.flatMap((step) =>
    step.type === 'api-call' ? (step.picks ?? []).map(({ name }) => name.trim().toLowerCase()) : [],
  );

function checkJumps(flow: CompiledFlow, step: Step, report: Report): void {
  const { jumps, byReply } = stepExits(step);
  const targets = [step.next, ...(step.loop.max > 0 ? [step.loop.step] : []), ...jumps, ...byReply];
  if (targets.some((id) => id > 0 && !flow.byId.has(id)))
    report('error', step, 'missing-step', 'This step leads to a deleted step. Choose where to go next.');
}
