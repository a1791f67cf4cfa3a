import { calls, type FormOf, type ReplyOf } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ask, isLost } from '../data/ask.ts';
import { useLive } from '../data/live.ts';
import { showFailure } from '../data/toasts.ts';
import { keyOf, useCall } from '../data/use-call.ts';
import { useSave } from '../data/use-save.ts';

export type AutomatonData = ReplyOf<typeof calls.automata.load>['data'];
type AutomataForm = FormOf<typeof calls.automata.update>['data'];
type Reply = ReplyOf<typeof calls.automata.load>;
/** Only what was changed, and the version of what it was changed in. */
type Pending = { changes: Partial<AutomatonData>; justEnabled: boolean; version: number };

/** What this tab's last save made of which version: a change made while it was on its way is one of that. */
const saved = new Map<number, { from: number; to: number }>();

/**
 * One automata: every change counts at once on the screen and is saved at once; a refused one is told and
 * taken back.
 */
export function useAutomaton(id: number) {
  const client = useQueryClient();
  const loaded = useCall(calls.automata.load, { automaton: id });
  const save = useSave<Pending>({
    key: `automaton-changes:${id}`,
    save: async ({ changes, justEnabled, version: seen }, { keepalive }) => {
      const own = saved.get(id);
      const version = own?.from === seen ? own.to : seen;
      const form = { automaton: id, data: { ...wanted(changes), version } as AutomataForm, justEnabled };
      const reply = await ask(calls.automata.update, form, { keepalive });
      saved.set(id, { from: seen, to: reply.data.version });
      client.setQueryData<Reply>(keyOf(calls.automata.load, { automaton: id }), reply);
      await client.invalidateQueries({ queryKey: keyOf(calls.automata.list) });
    },
  });
  const { state, error, discard } = save;
  useEffect(() => {
    if (state !== 'failed' || error?.kind === 'network' || isLost(error)) return;
    showFailure(calls.automata.update, error);
    discard();
    void client.invalidateQueries({ queryKey: keyOf(calls.automata.load, { automaton: id }) });
  }, [state, error, discard, client, id]);
  useLive('automaton', (told) => {
    if (told.id === id) void loaded.refetch();
  });

  const stored = loaded.data?.data;
  const data = stored && { ...stored, ...save.unsaved?.changes };
  const change = (part: Partial<AutomatonData>, { afterPause = false, justEnabled = false } = {}) => {
    if (!data) return;
    const changes = { ...save.unsaved?.changes, ...part };
    const version = save.unsaved?.version ?? data.version;
    save.change({ changes, justEnabled, version }, afterPause ? 'after-pause' : 'now');
  };
  return { loaded, data, change, save };
}

/** What each step of the editor gets. */
export type StepProps = { data: AutomatonData; change: ReturnType<typeof useAutomaton>['change'] };

/**
 * The name has a save of its own. The next run is the server's to say, but for One Time it is the chosen day.
 */
function wanted({ nextRun, ...changes }: Partial<AutomatonData>): Partial<AutomataForm> {
  return { ...changes, name: undefined, nextRun: nextRun === '' ? undefined : nextRun };
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
