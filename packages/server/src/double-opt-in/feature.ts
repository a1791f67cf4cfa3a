import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { optedBackIn } from '../suppression/index.ts';
import { startConfirmations } from './ask.ts';
import { askUnseen } from './pending.ts';

export const feature: Feature = {
  hooks: [on(optedBackIn, askUnseen)],
  start: (services) => [startConfirmations(services)],
};
