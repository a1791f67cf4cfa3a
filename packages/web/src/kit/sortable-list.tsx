/** A vertical list put in order by dragging, by keyboard (Space, arrows, Space) or by the row menu. */
import { Accessibility, type Draggable } from '@dnd-kit/dom';
import { DragDropProvider } from '@dnd-kit/react';
import { isSortable, useSortable } from '@dnd-kit/react/sortable';
import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { DragStyles } from './drag-styles.ts';
import { InfiniteScroll } from './infinite-scroll.tsx';
import classes from './sortable-list.module.css';
import { useGrowing } from './use-growing.ts';
import { VirtualList } from './virtual-list.tsx';
import { common, wordings } from './wordings.ts';

/** In pixels, with one line. */
const ROW_HEIGHT = 57;

type SortableListProps<T> = {
  items: T[];
  idOf: (item: T) => number;
  /** What the item is called in spoken messages. */
  nameOf: (item: T) => string;
  /** The whole list in its new order; not called when nothing moved. */
  onReorder: (items: T[]) => void;
  /** Draws a row: put `handle` where it can be grabbed and `moves` into the row's menu. */
  children: (item: T, parts: { handle: ReactNode; moves: ReactNode }) => ReactNode;
  /** Dragging makes no sense in a filtered list. */
  disabled?: boolean;
};

/**
 * Out of use no row knows of the drag library, which marks what it doesn't let go of as a disabled button,
 * with all that lies within.
 */
export function SortableList<T>(props: SortableListProps<T>) {
  if (!props.disabled) return <DraggableRows {...props} />;
  return (
    <VirtualList items={props.items} rowHeight={ROW_HEIGHT} keyOf={props.idOf} rowClassName={classes.row}>
      {(item) => props.children(item, { handle: null, moves: null })}
    </VirtualList>
  );
}

function DraggableRows<T>(props: SortableListProps<T>) {
  const { items, idOf, nameOf, onReorder } = props;
  const names = useRef<string[]>([]);
  const [plugins] = useState(() => spoken(names));
  const { shown, ...growth } = useGrowing(items);
  useEffect(() => {
    names.current = items.map(nameOf);
  });

  const moveTo = (from: number, to: number) => {
    if (to < 0 || to >= items.length || from === to) return;
    const next = [...items];
    next.splice(to, 0, ...next.splice(from, 1));
    onReorder(next);
  };
  return (
    <DragDropProvider
      plugins={plugins}
      onDragEnd={({ canceled, operation }) => {
        if (!canceled && isSortable(operation.source))
          moveTo(operation.source.initialIndex, operation.source.index);
      }}
    >
      {/* From the first one on: the drag library counts the rows that are there. */}
      <ul className={classes.list}>
        {shown.map((item, index) => (
          <SortableRow
            key={idOf(item)}
            index={index}
            id={idOf(item)}
            list={props}
            item={item}
            moveTo={moveTo}
          />
        ))}
      </ul>
      <InfiniteScroll {...growth} />
    </DragDropProvider>
  );
}

type SortableRowProps<T> = {
  id: number;
  index: number;
  item: T;
  list: SortableListProps<T>;
  moveTo: (from: number, to: number) => void;
};

function SortableRow<T>({ id, index, item, list, moveTo }: SortableRowProps<T>) {
  const { ref, handleRef, isDragging } = useSortable({ id, index });
  const handle = (
    <ActionIcon
      ref={handleRef}
      variant="subtle"
      color="gray"
      className={classes.handle}
      aria-label={wordings.sortableList.move(list.nameOf(item))}
    >
      <IconGripVertical size={18} />
    </ActionIcon>
  );
  const moves = (
    <>
      <Menu.Item
        leftSection={<IconArrowUp size={16} />}
        disabled={index === 0}
        onClick={() => moveTo(index, index - 1)}
      >
        {common.moveUp}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowDown size={16} />}
        disabled={index === list.items.length - 1}
        onClick={() => moveTo(index, index + 1)}
      >
        {common.moveDown}
      </Menu.Item>
    </>
  );
  return (
    <li
      ref={ref}
      aria-posinset={index + 1}
      aria-setsize={list.items.length}
      className={classes.row}
      data-dragging={isDragging || undefined}
    >
      {list.children(item, { handle, moves })}
    </li>
  );
}

type Plugins = NonNullable<Parameters<typeof DragDropProvider>[0]['plugins']>;
type SpokenOptions = NonNullable<ConstructorParameters<typeof Accessibility>[1]>;
type Source = Draggable | null;

/**
 * The drag library's own messages speak of ids; ours of names (in their order before the drag) and places.
 */
function spoken(names: RefObject<string[]>): Plugins {
  const told = (source: Source, tell: (name: string, place: string) => string) =>
    isSortable(source)
      ? tell(
          names.current[source.initialIndex] ?? wordings.sortableList.item,
          `place ${source.index + 1} of ${names.current.length}`,
        )
      : undefined;
  const options: SpokenOptions = {
    announcements: {
      dragstart: ({ operation }) =>
        told(operation.source, (name, place) => wordings.sortableList.pickedUp(name, place)),
      dragover: ({ operation }) => told(operation.source, (name, place) => `${name}, ${place}.`),
      dragend: ({ operation, canceled }) =>
        told(operation.source, (name, place) =>
          canceled ? wordings.sortableList.putBack(name) : `${name} dropped, ${place}.`,
        ),
    },
    screenReaderInstructions: {
      draggable: wordings.sortableList.pressSpaceToPickUp,
    },
  };
  return (defaults) => [
    DragStyles,
    ...defaults.filter((plugin) => plugin !== Accessibility),
    Accessibility.configure(options),
  ];
}
