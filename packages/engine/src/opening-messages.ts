/**
 * The opening of a flow: what a contact gets at once when a blast starts it, up to the first wait. Reviews
 * price it, fan-outs group contacts by the tags that can change it.
 */

import { LANGUAGE_TAG } from '@parley/rules/languages.ts';
import { ENGINE_LIMITS } from '@parley/rules/limits.ts';
import { countSms } from '@parley/rules/sms.ts';
import { advanceWith, startSession } from './advance.ts';
import { type CompiledFlow, compile } from './compiled-flow.ts';
import type { Effect } from './effect.ts';
import type { ChannelFacts, ContactFacts, EngineEvent } from './event.ts';
import type { Flow, Step } from './flow.ts';
import { ownExits, reachable } from './flow-graph.ts';
import { restsAt, stepExits, stepReferences, stepTexts, stepTraits } from './steps/index.ts';
import { listTokens } from './tokens.ts';
import { type Choose, type Wording, wordingOf } from './turn.ts';

export type Opening = {
  /** Messages in the order of the steps, each with all its wordings, tokens not filled in. */
  messages: { step: number; texts: string[] }[];
  /** Tags that can change a text or the way, as written; a contact's other tags cannot. */
  tagNames: string[];
  /** Every contact walks the same way: no rules, no call, no loop limit, no other campaign. */
  uniform: boolean;
  /** Nobody gets several wordings to choose from. */
  fixed: boolean;
  /** Campaigns whose openings follow in the same breath; their tag names count too. */
  switchesTo: number[];
};

const openings = new WeakMap<Flow, Opening>();

/** What the opening may say to anybody, whichever way its rules decide. Computed once per Flow object. */
export function openingOf(flow: Flow): Opening {
  const known = openings.get(flow);
  if (known) return known;
  const steps = openingSteps(compile(flow));
  const messages = steps.flatMap((step) => {
    const texts = stepTexts(step).sent;
    return texts.length > 0 ? [{ step: step.id, texts }] : [];
  });
  const tokens = steps.flatMap((step) => textsOf(step).flatMap(listTokens));
  const isTranslated = steps.some(({ translations }) => translations !== undefined);
  const names = tokens.filter(({ kind }) => kind === 'tag').map(({ name }) => name);
  const opening: Opening = {
    messages,
    tagNames: [...new Set(isTranslated ? [...names, LANGUAGE_TAG] : names)],
    uniform: !steps.some((step) => step.loop.max > 0 || stepTraits(step).forks),
    fixed: messages.every(({ texts }) => texts.length === 1),
    switchesTo: steps.flatMap((step) => (stepExits(step).goesOn ? [] : stepReferences(step).campaigns)),
  };
  openings.set(flow, opening);
  return opening;
}

/**
 * Names of the tags whose values decide what the opening says and costs; contacts that agree in them get the
 * same.
 */
export function openingTagNames(flow: Flow): string[] {
  return openingOf(flow).tagNames;
}

/**
 * Credits that the opening costs for a contact: every message up to the first wait. Of several wordings the
 * most expensive one counts. The result of an API call is not known beforehand: a text of it counts one
 * credit, and the flow goes on as if it had come back empty. `flowOf` finds the flow of a campaign that the
 * opening switches to; without it the count stops at the switch. A link counts with the length it is sent
 * with: shortened where the step asks for it and the `channel` is known.
 */
export function openingCredits(
  flow: Flow,
  contact: ContactFacts,
  now: string,
  flowOf: (campaign: number) => Flow | null = () => null,
  channel?: ChannelFacts,
): number {
  let credits = 0;
  let at: Flow | null = flow;
  for (let switches = 0; at && switches <= ENGINE_LIMITS.switchesPerEvent; switches++) {
    const effects = openingEffects(at, contact, now, channel);
    for (const effect of effects) credits += creditsOf(at, effect);
    const last = effects.at(-1);
    at = last?.do === 'switchTo' ? flowOf(last.campaign) : null;
  }
  return credits;
}

/** Of several wordings the dearest, tokens filled in: the first of equals. */
const chooseDearest: Choose = (turn, step, texts) => {
  let best: Wording = { text: '', links: [] };
  let most = -1;
  for (const text of texts) {
    const wording = wordingOf(turn, step, text);
    const { credits } = countSms(wording.text);
    if (credits <= most) continue;
    best = wording;
    most = credits;
  }
  return best;
};

/** The effects of starting the flow with the dearest wordings, calls answered empty. */
export function openingEffects(
  flow: Flow,
  contact: ContactFacts,
  now: string,
  channel?: ChannelFacts,
): Effect[] {
  const effects: Effect[] = [];
  let session = startSession({ campaignId: flow.campaignId, seed: 0, variables: {} });
  let event: EngineEvent = { type: 'started', by: 'blast', text: '' };
  for (let calls = 0; calls <= ENGINE_LIMITS.stepsPerEvent; calls++) {
    const turn = advanceWith(chooseDearest, flow, session, event, {
      now,
      contact,
      ...(channel && { channel }),
    });
    effects.push(...turn.effects);
    session = turn.session;
    if (session.waiting?.for !== 'api') break;
    event = { type: 'answered', ok: true, text: '' };
  }
  return effects;
}

function creditsOf(flow: Flow, effect: Effect): number {
  if (effect.do === 'say') return countSms(effect.text).credits;
  if (effect.do === 'sendMms') return Math.max(1, countSms(effect.text).credits);
  if (effect.do !== 'callApi') return 0;
  const step = compile(flow).byId.get(effect.step);
  return step?.type === 'api-call' && step.resultAction === 'send' ? 1 : 0;
}

/** Steps that the opening can come to, in their order, with the one it stops at. */
function openingSteps(flow: CompiledFlow): Step[] {
  const reached = reachable(flow, (step) => (restsAt(step) === 'all' ? [] : ownExits(flow, step)));
  return flow.steps.filter((step) => reached.has(step));
}

/** Every text of a step in which tokens are filled in, in each of its languages. */
export function textsOf(step: Step): string[] {
  const { sent, later, read } = stepTexts(step);
  const translated = Object.values(step.translations ?? {}).flatMap((said) => Object.values(said));
  return [...sent, step.loop.message, ...later, ...read, ...translated];
}
