/**
 * The flow check on what people must be told before they join a list by text: who texts them, how often, what
 * it costs, and the words HELP and STOP (CTIA, Messaging Principles and Best Practices, 5.1; 47 CFR 64.1200).
 */
import type { CompiledFlow } from './compiled-flow.ts';
import type { AccountHoldings, Report } from './finding.ts';
import type { Step } from './flow.ts';
import { allExits, reachable } from './flow-graph.ts';
import { stepTexts, stepTraits } from './steps/index.ts';

/** Something that must be said: how it is known, what it is called, and words for it. */
type Needed = { told: RegExp; name: string; words: string };

const PERIOD = String.raw`(?:\/|\b(?:a|per|each|every)\b)\s*(?:day|week|wk|month|mo|year|yr)\b`;
const FREQUENCY: Needed = {
  told: new RegExp(
    String.raw`\b(?:frequency|recurring|one[- ]time|daily|weekly|monthly|yearly)\b` +
      String.raw`|\b(?:msgs?|messages?|texts?|sms|one|once|twice|\d+)\b.{0,20}${PERIOD}` +
      String.raw`|\b(?:a|one) (?:single )?(?:msg|message|text)\b`,
    'i',
  ),
  name: 'how often you text',
  words: 'Msg frequency varies.',
};
const RATES: Needed = {
  told: /\b(msg|message)s?\.?\s*(&|and|\+)\s*data rates?\b/i,
  name: 'that msg & data rates may apply',
  words: 'Msg & data rates may apply.',
};
const HELP: Needed = { told: /\bHELP\b/, name: 'the word HELP', words: 'Reply HELP for help.' };
const STOP: Needed = { told: /\bSTOP\b/, name: 'the word STOP', words: 'Reply STOP to opt out.' };

/** Warns at each step that adds people to a list after texts that leave some of it out. */
export function checkDisclosure(flow: CompiledFlow, account: AccountHoldings, report: Report): void {
  const optIns = flow.steps.filter((step) => stepTraits(step).needsConsent);
  if (optIns.length === 0) return;
  const leadingHere = backwards(flow);
  const needed = [...programOf(account), FREQUENCY, RATES, HELP, STOP];
  for (const step of optIns) {
    const before = nearestFirst(step, leadingHere);
    if (before === null) continue;
    // A keyword was advertised elsewhere, where we cannot look: then the first text after it must say so.
    const speaking = before.length > 0 ? before : [...reachable(flow, (each) => allExits(flow, each), step)];
    const texts = speaking.map((each) => stepTexts(each).sent).filter(({ length }) => length > 0);
    const missing = needed.filter(
      ({ told }) => !texts.some((wordings) => wordings.every((text) => told.test(text))),
    );
    if (missing.length === 0) continue;
    const asks = speaking.find((each) => 'text' in each && each.type !== 'notification');
    report(
      'warning',
      step,
      'no-disclosure',
      `People join a list here, and no text ${before.length > 0 ? 'before' : 'after'} says ${listed(missing.map(({ name }) => name))}. US law and carriers want that said when people agree.`,
      asks && { do: 'add-words', step: asks.id, words: missing.map(({ words }) => words).join(' ') },
    );
  }
}

function programOf({ program = '' }: AccountHoldings): Needed[] {
  const name = program.trim();
  if (name === '') return [];
  const told = new RegExp(name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+'), 'i');
  return [{ told, name: `who you are (${name})`, words: `Texts from ${name}.` }];
}

const listed = (names: string[]): string =>
  names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`;

function backwards(flow: CompiledFlow): Map<Step, Step[]> {
  const leadingHere = new Map<Step, Step[]>();
  for (const step of reachable(flow, (each) => allExits(flow, each)))
    for (const exit of allExits(flow, step)) {
      const known = leadingHere.get(exit);
      if (known) known.push(step);
      else leadingHere.set(exit, [step]);
    }
  return leadingHere;
}

/** The speaking steps that may come before a step, the nearest first; null where nobody comes to it. */
function nearestFirst(step: Step, leadingHere: ReadonlyMap<Step, Step[]>): Step[] | null {
  if (!leadingHere.has(step) && step.position > 1) return null;
  const seen = new Set<Step>();
  let ring = leadingHere.get(step) ?? [];
  while (ring.length > 0) {
    // Each once: ways that part and meet again would be walked twice as often after each meeting.
    const fresh = [...new Set(ring)].filter((each) => !seen.has(each));
    for (const each of fresh) seen.add(each);
    ring = fresh.flatMap((each) => leadingHere.get(each) ?? []);
  }
  seen.delete(step);
  return [...seen].filter((each) => stepTexts(each).sent.length > 0 && each.type !== 'notification');
}
