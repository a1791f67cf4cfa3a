/** The flow doctor: what is wrong with a flow, in words for its author, before a contact finds out. */
import { MERGE_TOKEN } from '@parley/rules/merge-token.ts';
import { addressOf } from './api-request.ts';
import { checkAnswers } from './check-answers.ts';
import { checkCost, checkTokens } from './check-texts.ts';
import { checkConsent, checkWay, waysOf } from './check-ways.ts';
import { type CompiledFlow, compile } from './compiled.ts';
import { type Finding, type FlowWorld, isBlank, type Report } from './finding.ts';
import type { Flow, Step } from './flow.ts';
import { isQuestion } from './graph.ts';

const ANY_TOKEN = new RegExp(MERGE_TOKEN, 'g');

/** Looks at every step; findings in the order of the steps. */
export function checkFlow(flow: Flow, world: FlowWorld): Finding[] {
  const compiled = compile(flow);
  const tagNames = new Set(world.tags.map((name) => name.toLowerCase()));
  const findings: Finding[] = [];
  const report: Report = (severity, step, code, message) =>
    findings.push({ severity, step: step.id, code, message });
  const ways = waysOf(compiled);
  for (const step of compiled.steps) {
    checkOwnFields(step, world, tagNames, report);
    checkJumps(compiled, step, report);
    checkTokens(compiled, step, tagNames, report);
    checkCost(step, report);
    checkWay(compiled, ways, step, report);
  }
  checkConsent(compiled, world, report);
  return findings;
}

/** Whether the campaign can be used: it has a step and no finding is an error (ISFINISHED). */
export function isFinished(flow: Flow, findings: readonly Finding[]): boolean {
  return flow.steps.length > 0 && !findings.some((finding) => finding.severity === 'error');
}

function checkOwnFields(step: Step, world: FlowWorld, tags: ReadonlySet<string>, report: Report): void {
  switch (step.type) {
    case 'STATEMENT':
    case 'TRAILER':
      checkText(step, [step.text, ...step.alternatives.map(({ text }) => text)], report);
      break;
    case 'ONESELECTION':
    case 'SHORTANSWER':
      checkText(step, [step.text, ...step.alternatives.map(({ text }) => text)], report);
      if ((step.required || step.validate) && step.retries > 0 && isBlank(step.errorText))
        report(
          'warning',
          step,
          'no-retry-text',
          'This question asks again after an answer it cannot use, but has no text that says why.',
        );
      checkAnswers(step, world, report);
      for (const { switchTo } of step.intents) if (switchTo > 0) checkCampaign(step, switchTo, world, report);
      break;
    case 'API':
      if (addressOf(step, (text) => text.replace(ANY_TOKEN, 'x')) === null)
        report('error', step, 'no-url', 'This API call has no web address that can be called.');
      break;
    case 'CDF':
      if (isBlank(step.tag)) report('error', step, 'no-tag', 'Choose the tag that this step fills.');
      else if (!tags.has(step.tag.toLowerCase()))
        report(
          'error',
          step,
          'unknown-tag',
          `The tag "${step.tag}" does not exist any more. Choose another.`,
        );
      break;
    case 'BRANCH':
      checkConditions(step, report);
      break;
    case 'INTERVAL':
      if (step.wait.unit !== 'TODAY' && step.wait.amount <= 0 && step.wait.dateTime === '')
        report('warning', step, 'no-wait', 'This wait is zero long: the conversation goes on at once.');
      break;
    case 'OPTIN':
      checkList(step, step.list, world, 'Choose the list that this step adds people to.', report);
      break;
    case 'NOTIFY':
      checkList(step, step.list, world, 'Choose the list that this step notifies.', report);
      checkText(step, [step.text], report);
      break;
    case 'MMS':
      if (isBlank(step.media) && isBlank(step.text))
        report('error', step, 'empty-text', 'This step has neither a picture nor a text to send.');
      else if (isBlank(step.media))
        report('warning', step, 'no-picture', 'This step has no picture; only its text would be sent.');
      break;
    case 'BATCHCP':
      checkCampaign(step, step.switchTo, world, report);
      break;
  }
}

function checkText(step: Step, [text = '', ...alternatives]: string[], report: Report): void {
  if (isBlank(text)) report('error', step, 'empty-text', 'This step has no text to send. Write one.');
  if (alternatives.some(isBlank))
    report('error', step, 'empty-text', 'An alternative text of this step is empty. Write it or remove it.');
}

function checkList(step: Step, list: number, world: FlowWorld, ask: string, report: Report): void {
  if (list <= 0) report('error', step, 'no-list', ask);
  else if (!world.lists.includes(list))
    report('error', step, 'unknown-list', 'The list of this step does not exist any more. Choose another.');
}

function checkCampaign(step: Step, campaign: number, world: FlowWorld, report: Report): void {
  if (campaign <= 0) report('error', step, 'no-campaign', 'Choose the campaign that this step switches to.');
  else if (!world.campaigns.includes(campaign))
    report(
      'error',
      step,
      'unknown-campaign',
      'The campaign that this step switches to does not exist any more. Choose another.',
    );
}

function checkConditions(step: Step & { type: 'BRANCH' }, report: Report): void {
  if (step.conditions.length === 0)
    report('warning', step, 'no-conditions', 'This step has no rules: everybody goes on the same way.');
  if (step.conditions.some(({ data }) => isBlank(data)))
    report(
      'error',
      step,
      'no-data',
      'A rule of this step does not say what to look at. Choose a tag or an answer.',
    );
}

function checkJumps(flow: CompiledFlow, step: Step, report: Report): void {
  const targets = [step.next, ...(step.loop.max > 0 ? [step.loop.step] : [])];
  if (step.type === 'BRANCH') targets.push(...step.conditions.map(({ next }) => next));
  if (isQuestion(step)) targets.push(...step.intents.map(({ next }) => next));
  if (targets.some((id) => id > 0 && !flow.byId.has(id)))
    report(
      'error',
      step,
      'missing-step',
      'This step leads to a step that was deleted. Choose where to go on.',
    );
}
