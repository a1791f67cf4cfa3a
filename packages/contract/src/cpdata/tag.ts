import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { part, type StepWire } from './part.ts';
import { words } from './read.ts';

export const tag: StepWire<'tag'> = {
  word: 'CDF',
  parts: { tag: part('SCDF', words(255)), value: part('BOV', words(TEXT_LIMITS.tagValue)) },
};
