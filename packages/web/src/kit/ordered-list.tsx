/** A searchable list that people put in order, with all its states: tags, lists, channels. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatNumber } from './numbers.tsx';
import { Rows, RowsBar } from './rows.tsx';
import { SearchBox, useSearch } from './search-box.tsx';
import { SortableList } from './sortable-list.tsx';
import { FailedState, LoadingRows, NothingFound } from './states.tsx';
import { useOrder } from './use-order.ts';
import { wordings } from './wordings.ts';

type OrderedListProps<T> = {
  /** What they are, in the plural and in the singular: 'tags', 'tag'. */
  many: string;
  one: string;
  /** Undefined while they are loading. */
  items: T[] | undefined;
  error: unknown;
  onRetry: () => void;
  idOf: (item: T) => number;
  nameOf: (item: T) => string;
  /** Stores a whole order and resolves when `items` is fresh; see `useOrder`. */
  onReorder: (items: T[]) => Promise<unknown>;
  /** False: this person may not change the order. */
  mayReorder?: boolean;
  /** Shown when there is nothing yet. */
  empty: ReactNode;
  placeholder: string;
  children: (item: T, parts: { handle: ReactNode; moves: ReactNode }) => ReactNode;
};

export function OrderedList<T>(props: OrderedListProps<T>) {
  const [search, setSearch] = useSearch();
  const { items, reorder } = useOrder(props.items ?? [], props.onReorder);

  if (props.error && !props.items)
    return (
      <FailedState
        title={wordings.orderedList.theCouldNotBeLoaded(props.many)}
        error={props.error}
        onRetry={props.onRetry}
      />
    );
  return (
    <>
      <RowsBar>
        <SearchBox placeholder={props.placeholder} />
        {props.items && (
          <Text c="dimmed" className="tabular" role="status">
            {formatNumber(items.length)} {items.length === 1 ? props.one : props.many}
          </Text>
        )}
      </RowsBar>
      {!props.items ? (
        <Rows>
          <LoadingRows />
        </Rows>
      ) : items.length === 0 && search === '' ? (
        props.empty
      ) : items.length === 0 ? (
        <NothingFound search={search} onClear={() => setSearch('')} />
      ) : (
        <Rows>
          <SortableList
            items={items}
            idOf={props.idOf}
            nameOf={props.nameOf}
            onReorder={reorder}
            disabled={search !== '' || props.mayReorder === false}
          >
            {props.children}
          </SortableList>
        </Rows>
      )}
    </>
  );
}
