import { calls } from '@parley/contract';
import { listTokens, parseTokens, renderTokens } from '@parley/engine/tokens.ts';
import { type KeyboardEvent, type SyntheticEvent, useId, useRef, useState } from 'react';
import { ask } from '../data/ask.ts';
import { showFailure } from '../data/toasts.ts';
import { useCall } from '../data/use-call.ts';
import { answersFor, slashAt } from './slash.ts';

/** So many are offered while somebody types; more letters find the others. */
const OFFERED = 6;

type Written = { contact: number; text: string; setText: (text: string) => void };
export type Answer = { id: number; name: string; text: string };

/** The text with the person's tags filled in, as a campaign would send it. */
export async function filledIn(contact: number, text: string): Promise<string> {
  if (listTokens(text).length === 0) return text;
  const { tags } = await ask(calls.tags.ofContact, { contact, filter: '' });
  const values = new Map(tags.map(({ name, value }) => [name.trim().toLowerCase(), value]));
  return renderTokens(parseTokens(text), ({ kind, name }) =>
    kind === 'tag' ? (values.get(name.trim().toLowerCase()) ?? '') : '',
  );
}

/** Canned answers for a reply: offered while somebody types a slash, put in the place of what was typed. */
export function useAnswers({ contact, text, setText }: Written) {
  const listId = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  const [active, setActive] = useState(0);
  /** The slash that nothing is wanted from. */
  const [left, setLeft] = useState(-1);
  const { data } = useCall(calls.answers.list, {}, { staleTime: 60_000 });
  const all = data?.answers ?? [];
  const slash = slashAt(text, caret);
  const offered = slash && slash.from !== left ? answersFor(all, slash.query).slice(0, OFFERED) : [];
  const chosen = Math.min(active, offered.length - 1);

  const insert = async (answer: Answer, from: number, to: number) => {
    const filled = await filledIn(contact, answer.text);
    setText(text.slice(0, from) + filled + text.slice(to));
    const end = from + filled.length;
    setCaret(end);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(end, end);
    });
  };
  /** Puts an answer in the place of the slash, else where the caret is. */
  const pick = (answer: Answer) => {
    setActive(0);
    insert(answer, slash?.from ?? caret, caret).catch((error: unknown) =>
      showFailure(calls.tags.ofContact, error),
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (offered.length === 0 || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    const keys: Record<string, () => void> = {
      ArrowDown: () => setActive((chosen + 1) % offered.length),
      ArrowUp: () => setActive((chosen + offered.length - 1) % offered.length),
      Enter: () => offered[chosen] && pick(offered[chosen]),
      Tab: () => offered[chosen] && pick(offered[chosen]),
      Escape: () => setLeft(slash?.from ?? -1),
    };
    const act = keys[event.key];
    if (!act || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const onSelect = ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) => {
    area.current = currentTarget;
    setCaret(currentTarget.selectionStart);
    if (slashAt(currentTarget.value, currentTarget.selectionStart)?.from !== left) setLeft(-1);
  };
  const optionId = (answer: Answer) => `${listId}-${answer.id}`;
  const current = offered[chosen];
  return {
    all,
    offered,
    current,
    listId,
    optionId,
    pick,
    /** For the text box. */
    area: {
      onKeyDown,
      onSelect,
      'aria-autocomplete': 'list' as const,
      ...(current ? { 'aria-controls': listId, 'aria-activedescendant': optionId(current) } : {}),
    },
  };
}
