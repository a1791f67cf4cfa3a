/** The flow doctor: what is wrong with a flow, in words for its author, before a contact finds out. */
import { addressOf } from './api-request.ts';
import { type CompiledFlow, compile, stepByReference } from './compiled.ts';
import type { Flow, Intent, Step } from './flow.ts';
import { allExits, isQuestion, ownExits, reachable } from './graph.ts';
import { compilePattern, plain } from './intent.ts';
import { textsOf } from './opening.ts';
import { listTokens, type Token } from './tokens.ts';

export type Finding = {
  /** An error keeps the campaign from being finished and sent; a warning does not. */
  severity: 'error' | 'warning';
  /** The step's id. */
  step: number;
  code: FindingCode;
  /** One or two sentences for a marketer. */
  message: string;
};
export type FindingCode =
  | 'empty-text'
  | 'missing-step'
  | 'no-list'
  | 'unknown-list'
  | 'no-tag'
  | 'unknown-tag'
  | 'no-url'
  | 'no-campaign'
  | 'unknown-campaign'
  | 'bad-pattern'
  | 'unknown-token'
  | 'unreachable'
  | 'endless-loop'
  | 'no-conditions'
  | 'no-data'
  | 'no-wait'
  | 'no-picture'
  | 'same-answer'
  | 'no-retry-text';

/** What the account has. */
export type FlowWorld = { tags: readonly string[]; lists: readonly number[]; campaigns: readonly number[] };

type Report = (severity: Finding['severity'], step: Step, code: FindingCode, message: string) => void;

/** Looks at every step; findings in the order of the steps. */
export function checkFlow(flow: Flow, world: FlowWorld): Finding[] {
  const compiled = compile(flow);
  const tagNames = new Set(world.tags.map((name) => name.toLowerCase()));
  const findings: Finding[] = [];
  const report: Report = (severity, step, code, message) =>
    findings.push({ severity, step: step.id, code, message });
  const reached = reachable(compiled, (step) => allExits(compiled, step));
  for (const step of compiled.steps) {
    checkOwnFields(step, world, tagNames, report);
    checkJumps(compiled, step, report);
    checkTokens(compiled, step, tagNames, report);
    if (!reached.has(step))
      report('warning', step, 'unreachable', 'No conversation can come to this step: nothing leads here.');
    else if (loopsWithoutPause(compiled, step))
      report(
        'warning',
        step,
        'endless-loop',
        'This step leads back to itself without waiting for an answer or for time. The conversation would be stopped after 100 steps.',
      );
  }
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
      checkIntents(step, step.intents, world, report);
      break;
    case 'API':
      if (addressOf(step, (text) => text.replace(/\{%.*?%\}/g, 'x')) === null)
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

function checkIntents(step: Step, intents: Intent[], world: FlowWorld, report: Report): void {
  const taken = new Map<string, Intent>();
  for (const intent of intents) {
    if (isBlank(intent.text))
      report('error', step, 'empty-text', 'An answer of this question has no text. Write it or remove it.');
    if (intent.pattern !== '' && !compilePattern(intent.pattern))
      report(
        'error',
        step,
        'bad-pattern',
        `The pattern of the answer "${intent.text}" cannot be read. Look-ahead and back-references are not possible.`,
      );
    if (intent.switchTo > 0) checkCampaign(step, intent.switchTo, world, report);
    checkSameAnswer(step, intent, taken, report);
  }
}

function checkSameAnswer(step: Step, intent: Intent, taken: Map<string, Intent>, report: Report): void {
  for (const text of [intent.text, ...intent.phrases.map((phrase) => phrase.text)]) {
    const key = plain(text);
    const other = taken.get(key);
    if (other && other !== intent)
      report(
        'warning',
        step,
        'same-answer',
        `"${text}" belongs to two answers, "${other.text}" and "${intent.text}". The first one wins.`,
      );
    else if (key !== '') taken.set(key, intent);
  }
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

function checkTokens(flow: CompiledFlow, step: Step, tags: ReadonlySet<string>, report: Report): void {
  const known = (token: Token) =>
    token.kind === 'tag' ? tags.has(token.name.toLowerCase()) : stepByReference(flow, token.name) !== null;
  const unknown = textsOf(step)
    .flatMap(listTokens)
    .filter((token) => !known(token));
  for (const [, token] of new Map(unknown.map((each) => [`${each.kind}:${each.name}`, each])))
    report(
      'error',
      step,
      'unknown-token',
      token.kind === 'tag'
        ? `There is no tag "${token.name}". Contacts would get the text without it.`
        : `There is no step "${token.name}" whose answer could stand here.`,
    );
}

/** Whether a step can come back to itself with nothing between that waits, ends, or bounds the visits. */
function loopsWithoutPause(flow: CompiledFlow, start: Step): boolean {
  const seen = new Set<Step>();
  const ahead = pauses(start) ? [] : ownExits(flow, start);
  for (let step = ahead.pop(); step; step = ahead.pop()) {
    if (step === start) return true;
    if (seen.has(step) || pauses(step)) continue;
    seen.add(step);
    ahead.push(...ownExits(flow, step));
  }
  return false;
}

function pauses(step: Step): boolean {
  if (step.loop.max > 0) return true;
  switch (step.type) {
    case 'ONESELECTION':
    case 'SHORTANSWER':
    case 'TRAILER':
    case 'API':
      return true;
    case 'BATCHCP':
      return step.switchTo > 0;
    case 'INTERVAL':
      return step.wait.unit === 'TODAY' || step.wait.amount > 0 || step.wait.dateTime !== '';
    default:
      return false;
  }
}

const isBlank = (text: string) => text.trim() === '';
