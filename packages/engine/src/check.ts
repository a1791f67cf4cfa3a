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
  const compiled = compile(flow);
  const tagNames = new Set(account.tags.map((name) => name.toLowerCase()));
  const tokenNames = new Set([...tagNames, ...pickedNames(compiled.steps)]);
  const findings: Finding[] = [];
  const report: Report = (severity, step, code, message, fix) =>
    findings.push({ severity, step: step.id, code, message, ...(fix && { fix }) });
  const ways = flowPathsOf(compiled);
  const branches = branchesOf(compiled);
  const languages = languagesOf(compiled.steps);
  for (const step of compiled.steps) {
    checkStep(step, { account, tagNames, report });
    checkJumps(compiled, step, report);
    checkTokens(compiled, step, tokenNames, report);
    checkCost(step, report);
    checkPaths(compiled, ways, step, report);
    checkErrorPath(compiled, step, report);
    checkBranches(compiled, branches, step, report);
    checkOverlaps(step, report);
    findings.push(...translationFindings(step, languages, { account, tagNames }));
  }
  checkConsent(compiled, account, report);
  checkDisclosure(compiled, account, report);
  checkRings(compiled, flow.campaignId, account, report);
  return findings;
}

/** Whether the campaign can be used: it has a step and no finding is an error (ISFINISHED). */
export function isFinished(flow: Flow, findings: readonly Finding[]): boolean {
  return flow.steps.length > 0 && !findings.some((finding) => finding.severity === 'error');
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
