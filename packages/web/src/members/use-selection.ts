import { useRef, useState } from 'react';
import type { Member } from './member-pages.ts';

/** Whom a change is for: members by their ids, or everybody on the list. */
export type Whom = { contacts: number[]; all: boolean; count: number };
export type Selection = ReturnType<typeof useSelection>;

/** Which members are marked. `total`: how many are on the list; undefined when that says nothing of what is shown (a search). */
export function useSelection(items: Member[], total: number | undefined) {
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const [all, setAll] = useState(false);
  const last = useRef<number | null>(null);
  const shown = items.filter((member) => all || marked.has(member.contact));
  const hasMore = total !== undefined && total > items.length;

  const clear = () => {
    setMarked(new Set());
    setAll(false);
    last.current = null;
  };
  /** With `range`, everybody between this one and the one before, too. */
  const mark = (contact: number, on: boolean, range: boolean) => {
    const next = new Set(all ? items.map((member) => member.contact) : marked);
    for (const id of range ? between(items, last.current, contact) : [contact]) {
      if (on) next.add(id);
      else next.delete(id);
    }
    last.current = contact;
    setAll(false);
    setMarked(next);
  };
  const whom: Whom = all
    ? { contacts: [], all: true, count: total ?? items.length }
    : { contacts: shown.map((member) => member.contact), all: false, count: shown.length };
  return {
    whom,
    mark,
    clear,
    isMarked: (contact: number) => all || marked.has(contact),
    allShown: items.length > 0 && shown.length === items.length,
    markShown: (on: boolean) => (on ? setMarked(new Set(items.map((member) => member.contact))) : clear()),
    /** Offered once everybody that is loaded is marked, and there are more. */
    canMarkAll: hasMore && !all && items.length > 0 && shown.length === items.length,
    markAll: () => setAll(true),
  };
}

/** The ids from one member to another, in the order of the list; the second alone when the first is not shown. */
export function between(items: Pick<Member, 'contact'>[], one: number | null, other: number): number[] {
  const ids = items.map((member) => member.contact);
  const [from, to] = [one === null ? -1 : ids.indexOf(one), ids.indexOf(other)];
  if (from < 0 || to < 0) return [other];
  return ids.slice(Math.min(from, to), Math.max(from, to) + 1);
}
