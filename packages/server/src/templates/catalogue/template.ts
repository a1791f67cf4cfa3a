import type { StepSketch } from '@parley/engine';

/**
 * A template that ships with the product. `{{brand}}` in a text stands for the account's name. Steps refer to each other by the ids
 * written here; a campaign made from the template gets ids of its own.
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
  steps: StepSketch[];
};

export const GUIDED = 100;
export const FLOW = 1;

/** Answers that many questions share. */
export const YES = ['yes please', 'yeah', 'yep', 'sure', 'of course', 'okay', 'count me in', 'sounds good'];
export const NO = ['no thanks', 'no thank you', 'nope', 'not now', 'not interested', 'maybe later', 'nah'];
