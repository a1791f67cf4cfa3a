import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { PAUSES_MS } from '@parley/rules/limits.ts';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useQueryParam } from '../data/use-query-param.ts';
import { wordings } from './wordings.ts';

/** What is searched for: `const [search, setSearch] = useSearch()`; it lives in the URL as `?q=`. */
export const useSearch = () => useQueryParam('q');

/** Puts the cursor into the screen's search field, where it has one. */
export function focusSearch(): void {
  document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus();
}

type SearchBoxProps = {
  placeholder: string;
  /** As wide as what is around it: above a narrow column. */
  wide?: boolean;
};

/** The search field of a list. Typing reaches the URL after a pause, the clear button at once. */
export function SearchBox({ placeholder, wide }: SearchBoxProps) {
  const [search, setSearch] = useSearch();
  const [typed, setTyped] = useState(search);
  const settle = useDebouncedCallback((text: string) => setSearch(text.trim()), PAUSES_MS.searchDebounce);

  // The URL may change under the field: Back, a link, "Clear the search".
  useEffect(() => setTyped((text) => (text.trim() === search ? text : search)), [search]);

  const clear = () => {
    settle.cancel();
    setTyped('');
    setSearch('');
  };
  return (
    <TextInput
      type="search"
      placeholder={placeholder}
      aria-label={placeholder}
      leftSection={<IconSearch size={16} />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        settle(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && typed !== '') clear();
      }}
      rightSection={
        typed === '' ? null : (
          <CloseButton size="sm" aria-label={wordings.searchBox.clearSearch} onClick={clear} />
        )
      }
      maxLength={255}
      style={{ flex: '1 1 220px', maxWidth: wide ? undefined : 360 }}
    />
  );
}
