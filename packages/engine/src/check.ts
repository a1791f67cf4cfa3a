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
    case 'message':
    case 'final-message':
      checkText(step, [step.text, ...step.alternatives.map(({ text }) => text)], report);
      break;
    case 'choice-question':
    case 'open-question':
      checkText(step, [step.text, ...step.alternatives.map(({ text }) => text)], report);
      if ((step.required || step.validate) && step.retries > 0 && isBlank(step.errorText))
        report(
          'warning',
          step,
          'no-retry-text',
          'This question asks again after a reply it can’t use, but doesn’t say why. Add an error message.',
        );
      checkAnswers(step, world, report);
      for (const { switchTo } of step.intents) if (switchTo > 0) checkCampaign(step, switchTo, world, report);
      break;
    case 'api-call':
      if (addressOf(step, (text) => text.replace(ANY_TOKEN, 'x')) === null)
        report('error', step, 'no-url', 'This API call needs a web address.');
      break;
    case 'tag':
      if (isBlank(step.tag)) report('error', step, 'no-tag', 'Choose the tag this step fills.');
      else if (!tags.has(step.tag.toLowerCase()))
        report('error', step, 'unknown-tag', `The tag “${step.tag}” was deleted. Choose another one.`);
      break;
    case 'branch':
      checkConditions(step, report);
      break;
    case 'wait':
      if (step.wait.unit !== 'today' && step.wait.amount <= 0 && step.wait.dateTime === '')
        report('warning', step, 'no-wait', 'This wait is zero, so the conversation continues right away.');
      break;
    case 'opt-in':
      checkList(step, step.list, world, 'Choose the list this step adds people to.', report);
      break;
    case 'notification':
      checkList(step, step.list, world, 'Choose the list this step notifies.', report);
      checkText(step, [step.text], report);
      break;
    case 'mms':
      if (isBlank(step.media) && isBlank(step.text))
        report('error', step, 'empty-text', 'This step has no picture and no text to send.');
      else if (isBlank(step.media))
        report('warning', step, 'no-picture', 'This step has no picture, so only its text will be sent.');
      break;
    case 'switch':
      checkCampaign(step, step.switchTo, world, report);
      break;
  }
}

function checkText(step: Step, [text = '', ...alternatives]: string[], report: Report): void {
  if (isBlank(text)) report('error', step, 'empty-text', 'This step has no text to send. Write one.');
  if (alternatives.some(isBlank))
    report('error', step, 'empty-text', 'One of this step’s alternatives is empty. Fill it in or remove it.');
}

function checkList(step: Step, list: number, world: FlowWorld, ask: string, report: Report): void {
  if (list <= 0) report('error', step, 'no-list', ask);
  else if (!world.lists.includes(list))
    report('error', step, 'unknown-list', 'This step’s list was deleted. Choose another one.');
}

function checkCampaign(step: Step, campaign: number, world: FlowWorld, report: Report): void {
  if (campaign <= 0) report('error', step, 'no-campaign', 'Choose the campaign this step switches to.');
  else if (!world.campaigns.includes(campaign))
    report(
      'error',
      step,
      'unknown-campaign',
      'The campaign this step switches to was deleted. Choose another one.',
    );
}

function checkConditions(step: Step & { type: 'branch' }, report: Report): void {
  if (step.conditions.length === 0)
    report('warning', step, 'no-conditions', 'This step has no rules, so everyone takes the same path.');
  if (step.conditions.some(({ data }) => isBlank(data)))
    report(
      'error',
      step,
      'no-data',
      'One of this step’s rules doesn’t say what to check. Choose a tag or an answer.',
    );
}

function checkJumps(flow: CompiledFlow, step: Step, report: Report): void {
  const targets = [step.next, ...(step.loop.max > 0 ? [step.loop.step] : [])];
  if (step.type === 'branch') targets.push(...step.conditions.map(({ next }) => next));
  if (isQuestion(step)) targets.push(...step.intents.map(({ next }) => next));
  if (targets.some((id) => id > 0 && !flow.byId.has(id)))
    report('error', step, 'missing-step', 'This step leads to a deleted step. Choose where to go next.');
}
