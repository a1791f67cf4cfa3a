import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { call, rows, wire } from './kernel/call.ts';
import { id, int, oneOf, raw, text } from './kernel/codec.ts';

const found = {
  uses: wire(
    'USES',
    rows({
      kind: wire('KIND', oneOf('automata', 'campaign', 'channel')),
      id: wire('ID', int()),
      name: wire('NAME', text(TEXT_LIMITS.name)),
      /** Of a campaign: the positions (RQ) of the steps that name it. */
      steps: wire('STEPS', raw<number[]>('positions of steps')),
    }),
  ),
};

/** What a list, a tag or a campaign is used by, to be said before it is deleted or renamed. */
export const references = {
  ofList: call('lists/listUses', { list: wire('ListId', id) }, found, {
    about:
      'The automata that send to a list or wait for who joins or leaves it, and the campaigns with a step that opts in to it or notifies it; automata first, each by name.',
  }),
  ofTag: call('tags/tagUses', { tag: wire('TagId', id) }, found, {
    about:
      'The automata that filter by a tag or wait for its change, and the campaigns with a step that stores it or names it in a text or a rule; automata first, each by name.',
  }),
  ofCampaign: call(
    'campaign/campaignUses',
    { campaign: wire('inpBatchId', id) },
    { ...found, blasts: wire('BLASTCOUNT', int()) },
    {
      about:
        'The automata that send a campaign or wait for what happens with it, the other campaigns that switch to it, and the channels whose catch-all it is; automata first, each by name. BLASTCOUNT is the number of its blasts that are waiting or on their way.',
    },
  ),
};
