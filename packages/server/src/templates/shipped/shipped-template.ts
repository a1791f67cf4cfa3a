import type { StepShorthand } from '@parley/engine';

/**
 * A template that ships with the product. `{{brand}}` in a text stands for the account's name. Steps refer to
 * each other by the ids written here; a campaign made from the template gets ids of its own.
 */
export type ShippedTemplate = {
  /** 1 to 99, for ever the same: campaigns remember it. */
  id: number;
  name: string;
  /** One or two sentences for the picker. */
  description: string;
  /** 100 opens in Guided Configuration, anything else in the Flow Editor. */
  type: number;
  icon: number;
  steps: StepShorthand[];
};

export const GUIDED = 100;
export const FLOW = 1;

/** Answers that many questions share. */
export const YES = [
  'y',
  'yes please',
  'yeah',
  'yep',
  'yup',
  'ok',
  'okay',
  'sure',
  'of course',
  'count me in',
  'sounds good',
  '👍',
];
export const NO = [
  'n',
  'no thanks',
  'no thank you',
  'nope',
  'not now',
  'not interested',
  'maybe later',
  'nah',
  '👎',
];

/** A score with words behind it: `3 it was cold`, `8/10!`, `10 out of 10`. */
export const scorePattern = (score: number) => `^\\W*${score}(\\s*(/|of|out of)\\s*(5|10))?(\\W+\\D*)?$`;
