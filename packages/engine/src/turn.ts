/** One turn of one conversation: what the step types may read, say and decide. Lives for one event. */
import { type CompiledFlow, stepByReference, textParts } from './compiled.ts';
import type { Effect } from './effect.ts';
import type { TurnContext } from './event.ts';
import type { Phrase, Step } from './flow.ts';
import type { Session, Waiting } from './session.ts';
import { renderTokens, type Token } from './tokens.ts';

export type Turn = {
  flow: CompiledFlow;
  /** This turn's own copy; becomes the result. */
  session: Session;
  effects: Effect[];
  context: TurnContext;
  /** Tags set in this turn: tokens see them at once. */
  newTags: Map<string, string>;
  /** Picks one of several wordings and fills it in. */
  choose: Choose;
};
export type Choose = (turn: Turn, texts: readonly string[]) => string;

/** Where a step leads: on by its default next, to a step by id, or nowhere (the turn is over). */
export type Move = 'next' | { jump: number } | 'stay';

/** Throws the conversation's dice: evenly among the wordings, the same for the same seed and events. */
export const drawEvenly: Choose = (turn, texts) => {
  if (texts.length === 1) return fill(turn, texts[0] ?? '');
  const { seed, draws } = turn.session;
  turn.session.draws++;
  const index = Math.floor(dice(seed, draws) * texts.length);
  return fill(turn, texts[index] ?? '');
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
  const step = stepByReference(turn.flow, token.name);
  const answer = step ? turn.session.answers[step.id] : undefined;
  if (!answer) return null;
  return token.kind === 'answer' ? answer.raw : answer.intent;
}

/** A conversation's variable wins over a tag of the same name; names are found in any case. */
function tagValue(turn: Turn, name: string): string | null {
  const { variables } = turn.session;
  const { tags } = turn.context.contact;
  if (Object.hasOwn(variables, name)) return variables[name] ?? null;
  const exact = turn.newTags.get(name) ?? (Object.hasOwn(tags, name) ? tags[name] : undefined);
  const wanted = name.toLowerCase();
  const sameName = ([key]: [string, string]) => key.toLowerCase() === wanted;
  const variable = Object.entries(variables).find(sameName);
  if (variable) return variable[1];
  if (exact !== undefined) return exact;
  return ([...turn.newTags].find(sameName) ?? Object.entries(tags).find(sameName))?.[1] ?? null;
}

/** Sends a text; an empty one is not sent. */
export function say(turn: Turn, step: Step, text: string): void {
  if (text.trim() !== '') turn.effects.push({ do: 'say', step: step.id, text });
}

/** Sends one of a step's wordings. */
export function sayWorded(turn: Turn, step: Step & { text: string; alternatives: Phrase[] }): void {
  const text = turn.choose(turn, wordings(step));
  if (text.trim() === '') fault(turn, step.id, 'This step has no text to send.');
  else turn.effects.push({ do: 'say', step: step.id, text });
}

/** A step's text and its alternatives, blank ones left out. */
export function wordings(step: { text: string; alternatives: Phrase[] }): string[] {
  if (step.alternatives.length === 0) return [step.text];
  const texts = [step.text, ...step.alternatives.map((each) => each.text)];
  return texts.filter((text) => text.trim() !== '');
}

/** Waits here; a wait with an end asks the host to wake the conversation then. */
export function wait(turn: Turn, waiting: Waiting): Move {
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
