/** Says that somebody else has deleted what a dialog is open about. */
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { showError } from '../data/toasts.ts';
import { useSearch } from './search-box.tsx';
import { wordings } from './wordings.ts';

const words = wordings.saysGone;

/** The same words wherever it is noticed: by the news of it, or when the server is asked to change it. */
export const sayGone = (name: string): void => showError(words.wasDeleted(name), words.cannotBeChanged);

/**
 * For what is shown as a row of a list, which takes its dialogs with it: said when the row goes while a
 * dialog is open, and the screen stays. `isOpen`: and nothing is on its way to the server, whose answer tells
 * more.
 */
export function useSaysGone(name: string, isOpen: boolean): void {
  const { pathname } = useLocation();
  const [search] = useSearch();
  const last = useRef({ name, isOpen, pathname, search });
  useEffect(() => {
    last.current = { name, isOpen, pathname, search };
  });
  useEffect(
    () => () => {
      const was = last.current;
      if (!was.isOpen || window.location.pathname !== was.pathname) return;
      // Renamed by somebody else, it may not be among what is searched for.
      if (was.search === '') sayGone(was.name);
      else showError(words.isNotHere(was.name), words.deletedOrNotFound);
    },
    [],
  );
}
