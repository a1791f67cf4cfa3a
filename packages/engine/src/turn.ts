/** One turn of one conversation: what the step types may read, say and decide. Lives for one event. */
import { LANGUAGE_TAG, parseLanguage } from '@parley/rules/languages.ts';
import { absolute, findLinks, preferenceLinkSample, shortLinkSample } from '@parley/rules/links.ts';
import { type CompiledFlow, spokenStep, stepByReference, textParts } from './compiled-flow.ts';
import type { Effect, PlacedLink } from './effect.ts';
import type { ChannelFacts, TurnContext } from './event.ts';
import type { Phrase, Step } from './flow.ts';
import type { Session, Waiting } from './session.ts';
import { renderTokens, type Token } from './tokens.ts';

export type Turn = {
  flow: CompiledFlow;
  /** This turn's own copy; becomes the result. */
  session: Session;
  effects: Effect[];
  /** Ids of the steps entered, in their order. */
  entered: number[];
  context: TurnContext;
  /** Tags set in this turn: tokens see them at once. */
  newTags: Map<string, string>;
  /** Picks one of several wordings and fills it in. */
  choose: Choose;
};
export type Choose = (turn: Turn, step: Step, texts: readonly string[]) => Wording;
/** A text filled in, with the links to be made. */
export type Wording = { text: string; links: PlacedLink[] };

/** Where a step leads: on by its default next, to a step by id, or nowhere (the turn is over). */
export type Move = 'next' | { jump: number } | 'stay';

/** Throws the conversation's dice: evenly among the wordings, the same for the same seed and events. */
export const drawEvenly: Choose = (turn, step, texts) => {
  if (texts.length === 1) return wordingOf(turn, step, texts[0] ?? '');
  const { seed, draws } = turn.session;
  turn.session.draws++;
  const index = Math.floor(dice(seed, draws) * texts.length);
  return wordingOf(turn, step, texts[index] ?? '');
};

/** A number from 0 up to 1 for a seed and a count: the mixing steps of MurmurHash3's finaliser over both. */
function dice(seed: number, draws: number): number {
  let mixed = Math.imul(seed ^ Math.imul(draws + 1, 0x9e3779b1), 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  mixed ^= mixed >>> 16;
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  return (mixed >>> 0) / 0x100000000;
}

/** Fills a text's tokens in; `encode` makes values safe for their surroundings. */
export function fill(turn: Turn, text: string, encode?: (value: string) => string): string {
  if (!text.includes('{%')) return text;
  return renderTokens(textParts(turn.flow, text), (token) => tokenValue(turn, token), encode);
}

function tokenValue(turn: Turn, token: Token): string | null {
  if (token.kind === 'tag') return tagValue(turn, token.name);
  if (token.kind === 'link') return null;
  const step = stepByReference(turn.flow, token.name);
  const answer = step ? turn.session.answers[step.id] : undefined;
  if (!answer) return null;
  return token.kind === 'answer' ? answer.raw : answer.intent;
}

/** A conversation's variable wins over a tag of the same name; names are found in any case. */
export function tagValue(turn: Turn, name: string): string | null {
  const { variables } = turn.session;
  const { tags } = turn.context.contact;
  if (Object.hasOwn(variables, name)) return variables[name] ?? null;
  const wanted = name.toLowerCase();
  const sameName = ([key]: [string, string]) => key.toLowerCase() === wanted;
  const written = turn.newTags.get(name) ?? [...turn.newTags].find(sameName)?.[1];
  const exact = written ?? (Object.hasOwn(tags, name) ? tags[name] : undefined);
  const variable = Object.entries(variables).find(sameName);
  if (variable) return variable[1];
  if (exact !== undefined) return exact;
  return Object.entries(tags).find(sameName)?.[1] ?? null;
}

/**
 * The step in the language that the contact speaks by now; what is known of it may have been said in this
 * very turn.
 */
export function asHeard(turn: Turn, step: Step): Step {
  if (!step.translations) return step;
  const language = parseLanguage(tagValue(turn, LANGUAGE_TAG) ?? '');
  return language === null ? step : spokenStep(turn.flow, step, language);
}

/**
 * Fills a text in; a sample takes the place of the link to the preference page and, where the step asks for
 * it, of each link.
 */
export function wordingOf(turn: Turn, step: Step, text: string): Wording {
  const { channel } = turn.context;
  if (!channel) return { text: fill(turn, text), links: [] };
  const wording: Wording = { text: '', links: [] };
  let end = 0;
  for (const link of 'shortLinks' in step && step.shortLinks ? findLinks(text) : []) {
    fillPart(turn, wording, text.slice(end, link.start), channel);
    placeLink(turn, wording, text.slice(link.start, link.end), channel);
    end = link.end;
  }
  fillPart(turn, wording, text.slice(end), channel);
  return wording;
}

function fillPart(turn: Turn, wording: Wording, text: string, { linkBase }: ChannelFacts): void {
  if (!text.includes('{%')) {
    wording.text += text;
    return;
  }
  for (const part of textParts(turn.flow, text)) {
    if (typeof part === 'string' || part.kind !== 'link')
      wording.text += renderTokens([part], (token) => tokenValue(turn, token));
    else {
      wording.links.push({ at: wording.text.length, to: 'preferences' });
      wording.text += preferenceLinkSample(linkBase);
    }
  }
}

/** Adds a link to be shortened. Values filled into it cannot break out of their place in the address. */
export function placeLink(turn: Turn, wording: Wording, written: string, { linkBase }: ChannelFacts): void {
  const target = absolute(fill(turn, written, encodeURIComponent));
  wording.links.push({ at: wording.text.length, written: absolute(written), target });
  wording.text += shortLinkSample(linkBase);
}

/** Sends a text, filled in; an empty one is not sent. */
export function say(turn: Turn, step: Step, text: string): void {
  sayWording(turn, step, wordingOf(turn, step, text));
}

/** Sends a text as it is; an empty one is not sent. */
export function sayWording(turn: Turn, step: Step, { text, links }: Wording): void {
  if (text.trim() !== '') turn.effects.push({ do: 'say', step: step.id, text, ...linked(links) });
}

/** The links of an effect, left out where there are none. */
export const linked = (links: PlacedLink[]) => (links.length > 0 ? { links } : {});

/** Sends one of a step's wordings. */
export function sayWorded(turn: Turn, step: Step & { text: string; alternatives: Phrase[] }): void {
  const wording = turn.choose(turn, step, wordings(step));
  if (wording.text.trim() === '') fault(turn, step.id, 'This step has no text to send.');
  else sayWording(turn, step, wording);
}

/** A step's text and its alternatives, blank ones left out. */
export function wordings(step: { text: string; alternatives: Phrase[] }): string[] {
  if (step.alternatives.length === 0) return [step.text];
  const texts = [step.text, ...step.alternatives.map((each) => each.text)];
  return texts.filter((text) => text.trim() !== '');
}

/** Nobody answered a step: neither an earlier answer to it nor what was said before stands for it. */
export function forgetAnswer(session: Session, step: number): void {
  session.lastResponse = '';
  delete session.answers[step];
}

/** Waits here; a wait with an end asks the host to wake the conversation then. */
export function waitHere(turn: Turn, waiting: Waiting): Move {
  turn.session.waiting = waiting;
  if (waiting.for !== 'api' && waiting.until !== null)
    turn.effects.push({ do: 'wakeAt', step: waiting.step, at: waiting.until });
  return 'stay';
}

export function end(turn: Turn, reason: Exclude<Session['endReason'], ''>): Move {
  turn.session.status = 'ended';
  turn.session.endReason = reason;
  turn.session.waiting = null;
  turn.effects.push({ do: 'end', reason });
  return 'stay';
}

/** Leaves for another campaign: the host ends this conversation and starts that one. */
export function switchTo(turn: Turn, step: Step, campaign: number): Move {
  turn.session.status = 'ended';
  turn.session.endReason = 'switched';
  turn.session.waiting = null;
  turn.effects.push({ do: 'switchTo', step: step.id, campaign });
  return 'stay';
}

/** Records bad flow data; the conversation goes on by a stated rule. */
export function fault(turn: Turn, step: number, message: string): void {
  turn.effects.push({ do: 'fault', step, message });
}
