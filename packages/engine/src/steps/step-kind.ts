import type { EngineEvent } from '../event.ts';
import type { CheckedAgainst } from '../finding.ts';
import type { OwnFields, StepOf, StepType } from '../flow.ts';
import type { Move, Turn } from '../turn.ts';

/** All that is to know of a step type; each stands in its own file here. */
export type StepKind<T extends StepType> = {
  /** The fields of a new step beside those that all steps have. */
  blank: OwnFields<T>;
  /** The conversation arrives. */
  enter(turn: Turn, step: StepOf<T>): Move;
  /** An event it waited for; null when this event means nothing here. Only for types that wait. */
  resume?(turn: Turn, step: StepOf<T>, event: EngineEvent): Move | null;
  texts(step: StepOf<T>): StepTexts;
  exits(step: StepOf<T>): StepExits;
  /** Its own fields that hold jumps, with each jump leading to another id. */
  redirect(step: StepOf<T>, to: (id: number) => number): Partial<OwnFields<T>>;
  references(step: StepOf<T>): StepReferences;
  /** Reports what is wrong with its own fields. */
  check(step: StepOf<T>, against: CheckedAgainst): void;
  /**
   * Whether the conversation rests here, for a reply, a time or a result: for `some` contacts only, or not
   * longer than a moment.
   */
  rests(step: StepOf<T>): 'never' | 'some' | 'all';
  traits: StepTraits;
};

/** What a step says. */
export type StepTexts = {
  /** One of them is sent when the conversation arrives. */
  sent: string[];
  /** Sent to others, or after a reply. */
  later: string[];
  /** Never sent; tokens are filled in all the same. */
  read: string[];
};

/** Where a step leads. An id of 0 stands for no step. */
export type StepExits = {
  /** Steps that it leads to by itself, beside its default next. */
  jumps: number[];
  /** Steps that a reply leads to. */
  byReply: number[];
  /** Whether its default next is taken: not where the conversation ends or leaves the campaign. */
  goesOn: boolean;
  /** Whether the conversation may end or leave the campaign although it goes on by default. */
  mayEnd: boolean;
  /** Whether somebody who says nothing gets on. */
  inSilence: boolean;
};

/** What a step names of the account, by id; 0: nothing yet. */
export type StepReferences = { lists: number[]; campaigns: number[] };

export type StepTraits = {
  /** It gets an answer, which later texts can use. */
  isAnswered: boolean;
  /** The contact hears nothing of it, and it has one way on. */
  isSilent: boolean;
  /** Not every contact takes the same way from it. */
  forks: boolean;
  /** The contact must have said something before. */
  needsConsent: boolean;
};

/** The traits of most types. */
export const PLAIN: StepTraits = { isAnswered: false, isSilent: false, forks: false, needsConsent: false };
/** The traits of types that work unheard. */
export const UNHEARD: StepTraits = { ...PLAIN, isSilent: true };

export const NO_TEXTS: StepTexts = { sent: [], later: [], read: [] };
/** On by the default next alone. */
export const ONWARD: StepExits = { jumps: [], byReply: [], goesOn: true, mayEnd: false, inSilence: true };
export const NO_REFERENCES: StepReferences = { lists: [], campaigns: [] };
