import { calls } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useLive } from '../data/live.ts';
import { refresh } from '../data/use-call.ts';

/** What somebody may is a part of their account. */
const OF_ACCOUNT = [
  calls.account.load,
  calls.account.creditAlert,
  calls.gate.frequency,
  calls.gate.optOutTexts,
  calls.team.load,
];
const OF_CHANNELS = [
  calls.channels.list,
  calls.connections.load,
  calls.delivery.loadPace,
  calls.gate.channelRules,
  calls.gate.channelOptOutTexts,
  calls.catchAll.load,
];

/** Forms that are open show what somebody else has saved meanwhile. */
export function useSettingsNews(): void {
  const client = useQueryClient();
  useLive('settings', ({ channelId }) => {
    void refresh(client, ...(channelId === 0 ? OF_ACCOUNT : OF_CHANNELS));
  });
}
