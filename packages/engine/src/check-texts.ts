/** The flow check on texts: their merge tokens and their price. */
import { LONG_TEXT_CREDITS } from '@parley/rules/limits.ts';
import { preferenceLinkSample } from '@parley/rules/links.ts';
import { countSms, toGsm } from '@parley/rules/sms.ts';
import { type CompiledFlow, stepByReference } from './compiled-flow.ts';
import type { Report } from './finding.ts';
import type { Step } from './flow.ts';
import { allExits, reachable } from './flow-graph.ts';
import { textsOf } from './opening-messages.ts';
import { stepTexts, stepTraits } from './steps/index.ts';
import { listTokens, parseTokens, renderTokens, type Token } from './tokens.ts';

/** Whether every token has something that could stand for it when the text is sent. */
export function checkTokens(flow: CompiledFlow, step: Step, tags: ReadonlySet<string>, report: Report): void {
  // It reads the tag of its date alone, and says itself when that is gone.
  if (step.type === 'wait') return;
  const isSent = new Set(sentTexts(step));
  for (const text of textsOf(step))
    if (!isSent.has(text) && listTokens(text).some(({ kind }) => kind === 'link')) {
      report(
        'error',
        step,
        'unknown-token',
        'The link to the preference page can only stand in a text that is sent.',
      );
      break;
    }
  const known = (token: Token) =>
    token.kind === 'link' ||
    (token.kind === 'tag' ? tags.has(token.name.toLowerCase()) : stepByReference(flow, token.name) !== null);
  const unknown = textsOf(step)
    .flatMap(listTokens)
    .filter((token) => !known(token));
  for (const [, token] of new Map(unknown.map((each) => [`${each.kind}:${each.name}`, each])))
    report(
      'error',
      step,
      'unknown-token',
      token.kind === 'tag'
        ? `There is no tag “${token.name}”. Contacts would get the text without it.`
        : `There is no step “${token.name}” whose answer could stand here.`,
    );
  for (const token of uniqueReferences(step)) checkReference(flow, step, token, report);
}

/** Every text of a step that somebody gets. */
const sentTexts = (step: Step): string[] => {
  const { sent, later } = stepTexts(step);
  const translated = Object.values(step.translations ?? {}).flatMap((each) => Object.entries(each));
  const said = translated.filter(([key]) => !/^(answer|phrases):/.test(key)).map(([, text]) => text);
  return [...sent, ...later, step.loop.message, ...said];
};

const uniqueReferences = (step: Step): Token[] => {
  const references = textsOf(step)
    .flatMap(listTokens)
    .filter(({ kind }) => kind === 'answer' || kind === 'intent');
  return [...new Map(references.map((token) => [token.name.trim().toLowerCase(), token])).values()];
};

/** An answer token needs a step that gets answers, and that comes before. */
function checkReference(flow: CompiledFlow, step: Step, token: Token, report: Report): void {
  const source = stepByReference(flow, token.name);
  if (!source) return;
  if (!stepTraits(source).isAnswered)
    report(
      'warning',
      step,
      'token-without-answer',
      `A text uses the answer of step ${source.position}, which asks nothing: it is always empty.`,
    );
  else if (!comesBefore(flow, source, step))
    report(
      'warning',
      step,
      'token-too-early',
      `A text uses the answer of step ${source.position}, which is never asked before this step: it is always empty.`,
    );
}

/**
 * Whether a conversation can come from one step to the other; a question's own retry texts come after its
 * answer.
 */
function comesBefore(flow: CompiledFlow, source: Step, step: Step): boolean {
  return source === step || reachedFrom(flow, source).has(step);
}

/** Many texts may use one answer: where it leads is followed once. */
const reached = new WeakMap<CompiledFlow, Map<Step, ReadonlySet<Step>>>();

function reachedFrom(flow: CompiledFlow, source: Step): ReadonlySet<Step> {
  const ofFlow = reached.get(flow) ?? new Map<Step, ReadonlySet<Step>>();
  reached.set(flow, ofFlow);
  const found = ofFlow.get(source) ?? reachable(flow, (each) => allExits(flow, each), source);
  ofFlow.set(source, found);
  return found;
}

/** As long as the link to the preference page usually is: a flow is checked wherever it may run. */
const USUAL_LINK = preferenceLinkSample('https://example.com');

/** Warns of texts that cost much, and of those that would cost less without a few characters. */
export function checkCost(step: Step, report: Report): void {
  const { sent, later } = stepTexts(step);
  for (const text of [...sent, ...later]) {
    const said = renderTokens(parseTokens(text), ({ kind }) => (kind === 'link' ? USUAL_LINK : null));
    const { credits } = countSms(said);
    const plainCredits = countSms(toGsm(said)).credits;
    if (plainCredits < credits)
      report(
        'warning',
        step,
        'dear-characters',
        `Special characters make this text cost ${credits} credits for each contact; with plain ones it costs ${plainCredits}.`,
      );
    else if (credits > LONG_TEXT_CREDITS)
      report(
        'warning',
        step,
        'long-text',
        `This text is long: it costs ${credits} credits for each contact and arrives in parts.`,
      );
  }
}
