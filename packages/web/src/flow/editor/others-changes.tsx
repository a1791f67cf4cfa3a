/** What others did to the open draft: told to screen readers, and marked at its steps for a while. */
import { calls } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { showInfo } from '../../data/toasts.ts';
import { refresh } from '../../data/use-call.ts';
import { announce } from '../../kit/announce.ts';
import { Face } from '../../kit/face.tsx';
import type { OthersChange } from '../store/others-changes.ts';
import { useEditNews, useFlow } from '../store/use-flow.ts';
import classes from './others-changes.module.css';
import { useIsSomebodyHere, useNameOf } from './others-here.ts';
import { wordings } from './wordings.ts';

const words = wordings.othersChanges;

/** Long enough to look up from what one is typing, to find the card and to read the name. */
const MARKED_MS = 8_000;

const useMarks = create<{ marks: readonly OthersChange[] }>(() => ({ marks: [] }));

const isLike = (one: OthersChange) => (other: OthersChange) =>
  one.key === other.key && one.kind === other.kind && one.user === other.user;

/** The newest change of a step is its mark. */
function mark(changes: readonly OthersChange[]): void {
  useMarks.setState(({ marks }) => ({
    marks: [...marks.filter((old) => !changes.some(({ key }) => key === old.key)), ...changes],
  }));
  setTimeout(
    () => useMarks.setState(({ marks }) => ({ marks: marks.filter((each) => !changes.includes(each)) })),
    MARKED_MS,
  );
}

/** Somebody who types saves again and again: what is marked already is told once. */
function newOnes(changes: readonly OthersChange[]): OthersChange[] {
  const { marks } = useMarks.getState();
  return changes.filter((change) => !marks.some(isLike(change)));
}

/** While the editor is open: tells what others do, and marks it. */
export function useOthersChanges(): void {
  const open = useFlow();
  const { flow } = open;
  const client = useQueryClient();
  const nameOf = useNameOf(useIsSomebodyHere());
  const newestName = useRef(nameOf);
  useEffect(() => {
    newestName.current = nameOf;
  });
  useEffect(
    () =>
      flow.store.subscribe(({ othersChanges: changes }, before) => {
        if (changes === before.othersChanges) return;
        keepCaret();
        for (const change of byUser(newOnes(changes))) {
          const sentence = words.did(change.kind, newestName.current(change.user), change.positions);
          if (change.kind === 'deleted') showInfo(sentence);
          else announce(sentence);
        }
        mark(changes);
      }),
    [flow],
  );
  useEditNews(open, ({ step }) => {
    // The server alone knows what the switches of the draft lead to, and what is live.
    void refresh(client, calls.flow.check, ...(step === 0 ? [calls.flow.listVersions] : []));
  });
  useEffect(() => () => useMarks.setState({ marks: [] }), []);
}

type Told = Pick<OthersChange, 'kind' | 'user'> & { positions: number[] };

/** One sentence for each person and kind of change. */
function byUser(changes: readonly OthersChange[]): Told[] {
  const told = new Map<string, Told>();
  for (const { kind, user, position } of changes) {
    const known = told.get(`${kind} ${user}`);
    if (known) known.positions.push(position);
    else told.set(`${kind} ${user}`, { kind, user, positions: [position] });
  }
  return [...told.values()];
}

/** A field whose text is another now would put its caret at the end. */
function keepCaret(): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) return;
  const { value, selectionStart, selectionEnd, scrollTop } = field;
  requestAnimationFrame(() => {
    if (selectionStart === null || field.value === value || document.activeElement !== field) return;
    field.setSelectionRange(selectionStart, selectionEnd);
    field.scrollTop = scrollTop;
  });
}

/** Whether somebody else has just done something to a step. */
export const useIsChanged = (step: number): boolean =>
  useMarks(({ marks }) => marks.some((change) => change.step === step));

/** At a step: what somebody else has just done to it. */
export function ChangedMark({ step: id }: { step: number }) {
  const change = useMarks(({ marks }) => marks.find(({ step }) => step === id));
  return change ? <Mark change={change} /> : null;
}

function Mark({ change: { kind, user } }: { change: OthersChange }) {
  const name = useNameOf(true)(user);
  return (
    <span className={classes.mark}>
      <Face name={name ?? words.you} />
      <span className={classes.words}>{words.by(kind, name)}</span>
    </span>
  );
}
