import { part, type StepWire } from './part.ts';
import { count } from './read.ts';

export const switchCampaign: StepWire<'switch'> = {
  word: 'BATCHCP',
  parts: { switchTo: part('AVALREDIR', count()) },
};
