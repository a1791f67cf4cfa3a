import { useCallback, useEffect, useRef, useState } from 'react';

/** Whom a change is for: members by their ids, or everybody on the list. */
export type Whom = { contacts: number[]; all: boolean; count: number };
export type Selection = ReturnType<typeof useSelection>;

type Place = { contact: number; index: number };

type SelectionOptions = {
  /** Contacts whose rows are loaded: a part of a long list. */
  loaded: number[];
  /** How many are on the list; undefined when that says nothing of what is shown (a search). */
  total: number | undefined;
  /** The contacts from one row to another, asked for where they are not loaded. */
  contactsOf: (first: number, last: number) => number[] | Promise<number[]>;
};

/** Which members are marked. Marks stay while their rows are far away, or not among those that are found. */
export function useSelection({ loaded, total, contactsOf }: SelectionOptions) {
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const [all, setAll] = useState(false);
  /** The last change marked everybody who was loaded then. */
  const [marksShown, setMarksShown] = useState(false);
  const last = useRef<Place | null>(null);
  const allShown = loaded.length > 0 && (all || loaded.every((contact) => marked.has(contact)));

  const clear = () => {
    setMarked(new Set());
    setAll(false);
    setMarksShown(false);
    last.current = null;
  };
  const change = (contacts: number[], on: boolean, areShown = false) => {
    setAll(false);
    setMarksShown(areShown);
    setMarked((before) => {
      const next = new Set(all ? loaded : before);
      for (const contact of contacts) {
        if (on) next.add(contact);
        else next.delete(contact);
      }
      return next;
    });
  };
  const now = useRef({ contactsOf, change });
  useEffect(() => {
    now.current = { contactsOf, change };
  });
  /** With `range`, everybody between this one and the one before, too. Stays the same function. */
  const mark = useCallback((place: Place, on: boolean, range: boolean) => {
    const from = range ? last.current : null;
    last.current = place;
    const between = from
      ? now.current.contactsOf(Math.min(from.index, place.index), Math.max(from.index, place.index))
      : [place.contact];
    if (Array.isArray(between)) now.current.change(between, on);
    else void between.then((contacts) => now.current.change(contacts, on));
  }, []);
  const whom: Whom = all
    ? { contacts: [], all: true, count: total ?? loaded.length }
    : { contacts: [...marked], all: false, count: marked.size };
  return {
    whom,
    mark,
    clear,
    isMarked: (contact: number) => all || marked.has(contact),
    allShown,
    markShown: (on: boolean) => (on ? change(loaded, true, true) : clear()),
    /**
     * Offered once everybody that is loaded is marked, and there are more; also when those below come in
     * after that.
     */
    canMarkAll: !all && (allShown || marksShown) && total !== undefined && total > marked.size,
    markAll: () => setAll(true),
  };
}
