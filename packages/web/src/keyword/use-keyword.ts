import { calls } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ask } from '../data/ask.ts';
import type { SaveStatus } from '../data/saver.ts';
import { wordsOf } from '../data/toasts.ts';
import { keyOf, refresh, useCall } from '../data/use-call.ts';
import { useSave } from '../data/use-save.ts';
import { wordings } from './wordings.ts';

export type OpenKeyword = {
  keyword: string;
  isKnown: boolean;
  /** Why the keyword cannot be had, in the server's words; '' when it can. */
  problem: string;
  /** What could not be done, while there is a problem. */
  failed: string;
  status: SaveStatus;
  change: (keyword: string) => void;
  retry: () => void;
};

/** A campaign's keyword on a channel (its number as shown; '' = the first), saved while it is typed. */
export function useKeyword(campaign: number, channel: string): OpenKeyword {
  const client = useQueryClient();
  const form = { campaign, channel, isTemplate: false };
  const loaded = useCall(calls.keyword.load, form);
  const hasFailed = useRef(false);
  hasFailed.current ||= loaded.error !== null;
  const save = useSave<string>({
    key: `keyword:${campaign}:${channel}`,
    save: async (keyword, { keepalive }) => {
      try {
        const reply = await ask(calls.keyword.save, { ...form, keyword }, { keepalive });
        hasFailed.current = false;
        client.setQueryData(keyOf(calls.keyword.load, form), reply);
        void refresh(client, calls.campaigns.list, calls.campaigns.details);
      } catch (error) {
        // After a failure an emptied field asks for nothing more (specification, section 4).
        if (keyword.trim() === '' && hasFailed.current) return;
        hasFailed.current = true;
        throw error;
      }
    },
  });
  const error = save.error ?? loaded.error;
  return {
    keyword: save.unsaved ?? loaded.data?.keyword ?? '',
    isKnown: loaded.data !== undefined || loaded.error !== null,
    problem: error ? wordsOf(error) : '',
    failed: save.error ? calls.keyword.save.fails : wordings.useKeyword.couldntLoadTheKeyword,
    status: { state: save.state, error: save.error },
    change: (keyword) => save.change(keyword),
    retry: () => (save.error ? save.retry() : void loaded.refetch()),
  };
}
