import { calls, type ReplyOf } from '@parley/contract';
import { SCHEDULE_TYPES } from '@parley/rules/schedule.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ask } from '../data/ask.ts';
import { showFailure } from '../data/toasts.ts';
import { keyOf, useCall } from '../data/use-call.ts';
import { useSave } from '../data/use-save.ts';

export type AutomatonData = ReplyOf<typeof calls.automata.load>['data'];
type Reply = ReplyOf<typeof calls.automata.load>;
type Pending = { data: AutomatonData; justEnabled: boolean };

/** One automata: every change counts at once on the screen and is saved at once; a refused one is told and taken back. */
export function useAutomaton(id: number) {
  const client = useQueryClient();
  const loaded = useCall(calls.automata.load, { automaton: id });
  const save = useSave<Pending>({
    key: `automaton:${id}`,
    save: async ({ data, justEnabled }, { keepalive }) => {
      const form = { automaton: id, data: wanted(data), justEnabled };
      const reply = await ask(calls.automata.update, form, { keepalive });
      client.setQueryData<Reply>(keyOf(calls.automata.load, { automaton: id }), reply);
      await client.invalidateQueries({ queryKey: keyOf(calls.automata.list) });
    },
  });
  const { state, error, discard } = save;
  useEffect(() => {
    if (state !== 'failed' || error?.kind === 'network' || error?.kind === 'signed-out') return;
    showFailure(calls.automata.update, error);
    discard();
  }, [state, error, discard]);

  const data = save.unsaved?.data ?? loaded.data?.data;
  const change = (part: Partial<AutomatonData>, { afterPause = false, justEnabled = false } = {}) => {
    if (!data) return;
    save.change({ data: { ...data, ...part }, justEnabled }, afterPause ? 'after-pause' : 'now');
  };
  return { loaded, data, change, save };
}

/** What each step of the editor gets. */
export type StepProps = { data: AutomatonData; change: ReturnType<typeof useAutomaton>['change'] };

/** The name has a save of its own. The next run is the server's to say, but for One Time it is the chosen day. */
function wanted({ nextRun, ...data }: AutomatonData) {
  const day = data.type === SCHEDULE_TYPES.ONE_TIME && nextRun !== '' ? nextRun : undefined;
  return { ...data, name: undefined, nextRun: day };
}

export function useAutomatonName(id: number) {
  const client = useQueryClient();
  return useSave<string>({
    key: `automaton-name:${id}`,
    save: async (name, { keepalive }) => {
      await ask(calls.automata.rename, { automaton: id, name }, { keepalive });
      client.setQueryData<Reply>(keyOf(calls.automata.load, { automaton: id }), (known) =>
        known ? { data: { ...known.data, name } } : known,
      );
      await client.invalidateQueries({ queryKey: keyOf(calls.automata.list) });
    },
  });
}
