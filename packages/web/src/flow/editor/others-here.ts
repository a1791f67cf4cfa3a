/** Who else has this campaign open, and at which step: told from page to page, and kept nowhere. */
import { calls, type LiveMessage } from '@parley/contract';
import { useEffect, useMemo } from 'react';
import { create } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { tellWhereabouts, useLive, useLiveState } from '../../data/live.ts';
import { useSession } from '../../data/session.ts';
import { useCall } from '../../data/use-call.ts';
import { useFlow, useFlowState } from '../store/use-flow.ts';
import { useEditorUi } from './ui-state.ts';
import { wordings } from './wordings.ts';

type Told = Extract<LiveMessage, { type: 'presence' }>;
/** Another page; `at`: when it was last heard of, in milliseconds. */
type Other = Pick<Told, 'who' | 'user' | 'step'> & { at: number };

const TELL_AGAIN_MS = 20_000;
/** Who was not heard of for so long has gone without a word: their process, or their network, was cut off. */
const SILENT_MS = 50_000;
/** Somebody who walks through the steps is somewhere when they rest. */
const REST_MS = 200;

const useOthers = create<{ others: readonly Other[] }>(() => ({ others: [] }));

const without = (who: string) => (one: Other) => one.who !== who;
const heard = ({ who, user, step }: Told) =>
  useOthers.setState(({ others }) => ({
    others: [...others.filter(without(who)), { who, user, step, at: Date.now() }],
  }));
const left = ({ who }: Told) => useOthers.setState(({ others }) => ({ others: others.filter(without(who)) }));
const forgetSilent = () =>
  useOthers.setState(({ others }) => {
    const now = others.filter(({ at }) => Date.now() - at < SILENT_MS);
    return { others: now.length === others.length ? others : now };
  });
const forgetAll = () => useOthers.setState({ others: [] });

/** Tells the others where this page is, and hears where they are, while the editor is open. */
export function useBeHere(): void {
  const { campaign, isTemplate } = useFlow();
  const selected = useEditorUi((ui) => ui.selected);
  const step = useFlowState(({ entries }) => {
    const id = entries.find(({ key }) => key === selected)?.step.id ?? 0;
    return Math.max(0, id);
  });
  const isLive = useLiveState(({ state }) => state === 'live');
  const here = useMemo(() => ({ campaign, isTemplate, step }), [campaign, isTemplate, step]);
  useLive('presence', (told) => {
    if (told.campaign !== campaign || told.isTemplate !== isTemplate) return left(told);
    heard(told);
    if (told.asks) tellWhereabouts({ ...here, asks: false });
  });
  useEffect(() => {
    if (!isLive) return;
    const tell = () => tellWhereabouts({ ...here, asks: false });
    const rest = setTimeout(tell, REST_MS);
    const again = setInterval(() => {
      tell();
      forgetSilent();
    }, TELL_AGAIN_MS);
    return () => {
      clearTimeout(rest);
      clearInterval(again);
    };
  }, [isLive, here]);
  useEffect(() => {
    if (!isLive) return;
    tellWhereabouts({ campaign, isTemplate, step: 0, asks: true });
    return () => {
      tellWhereabouts({ campaign: 0, isTemplate: false, step: 0, asks: false });
      forgetAll();
    };
  }, [isLive, campaign, isTemplate]);
}

export const useIsSomebodyAt = (step: number): boolean =>
  useOthers(({ others }) => step > 0 && others.some((one) => one.step === step));

export const useIsSomebodyHere = (): boolean => useOthers(({ others }) => others.length > 0);

/** Names of those who are here, each once; with a step: of those who are at it. */
export function useNamesHere(step?: number): string[] {
  const users = useOthers(
    useShallow(({ others }) => [
      ...new Set(others.filter((one) => step === undefined || one.step === step).map(({ user }) => user)),
    ]),
  );
  const nameOf = useNameOf(users.length > 0);
  return useMemo(() => users.map((user) => nameOf(user) ?? wordings.others.you), [users, nameOf]);
}

/** The name of a user of the account, null for this one. `isAsked`: somebody is to be named. */
export function useNameOf(isAsked: boolean): (user: number) => string | null {
  const { data } = useCall(calls.team.load, {}, { enabled: isAsked });
  const you = useSession(({ user }) => user);
  return useMemo(() => {
    const emails = new Map(data?.members.map(({ id, email }) => [id, email]));
    return (user) => (user === you ? null : (emails.get(user)?.split('@')[0] ?? wordings.others.somebody));
  }, [you, data]);
}
