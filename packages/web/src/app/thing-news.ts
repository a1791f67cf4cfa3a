import { calls, type Thing } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { THIS_PAGE } from '../data/ask.ts';
import { useLive } from '../data/live.ts';
import { refresh } from '../data/use-call.ts';

const { campaigns, lists, members, tags, inbox, segments, automata, reports, templates } = calls;

/** What shows a thing: by its name, or on a screen of its own. */
const SHOWING: Record<Thing, Parameters<typeof refresh>[1][]> = {
  campaign: [campaigns.details, campaigns.list, campaigns.loadName, calls.keyword.load],
  template: [templates.list, campaigns.loadName],
  list: [lists.list, lists.info],
  tag: [tags.list, tags.ofContact],
  channel: [calls.channels.list, lists.info],
  contact: [tags.ofContact, members.list, lists.info, lists.list, inbox.thread, inbox.threads],
  segment: [segments.list, segments.info, reports.segment],
  automaton: [automata.list, automata.load],
  approval: [calls.approvals.list, calls.approvals.load, calls.account.overview],
  report: [reports.list, reports.load],
  credential: [calls.credentials.list],
  'api-key': [calls.apiKeys.list],
};

/** Screens show that somebody else has meanwhile renamed, deleted or restored what they are about. */
export function useThingNews(): void {
  const client = useQueryClient();
  useLive('thing', ({ kind, page }) => {
    if (page !== THIS_PAGE) void refresh(client, ...SHOWING[kind]);
  });
}
