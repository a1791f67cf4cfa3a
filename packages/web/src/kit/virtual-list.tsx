/** Long lists: only the rows near the window are in the document, whatever the length. */

import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
} from '@tanstack/react-virtual';
import {
  type FocusEvent,
  Fragment,
  type Key,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import classes from './virtual-list.module.css';

/** So many rows are all drawn: that is quick, and the page's own search finds them. */
const ALL_DRAWN = 30;
/** Drawn above and below the window, in pixels: that far before its end the next page of a list is loaded. */
const MORE_PX = PAGE_LIMITS.scrollPixels;

type VirtualRowsOptions = {
  count: number;
  /** The usual height of a row in pixels, until it is measured. */
  rowHeight: number;
  /** Told which rows are drawn, and which one has the focus. */
  onShown?: ((first: number, last: number, focused: number | null) => void) | undefined;
  /** Between two rows. */
  rowGap?: number;
  /** How many rows are few enough to be all drawn. */
  allDrawn?: number;
  /** The list scrolls with the dialog around it instead of the page. */
  inDialog?: boolean;
  /** This row is drawn wherever it is. */
  kept?: number;
};

type VirtualRows<E extends HTMLElement> = {
  /** For the list itself. */
  list: { ref: RefObject<E | null>; onFocus: (event: FocusEvent<HTMLElement>) => void };
  /** The rows that are drawn; `gap`: the room of those that are left out before each. */
  shown: { index: number; gap: number }[];
  /** The room above the first and below the last of them. */
  before: number;
  after: number;
  /** For the outermost element of a row. */
  rowProps: (index: number) => { ref: (row: HTMLElement | null) => void; 'data-index': number };
};

/**
 * Which rows of a list that scrolls with the page are to be drawn. The row that has, or had, the focus stays:
 * neither the keyboard nor a dialog that a row opened loses its place by scrolling.
 */
export function useVirtualRows<E extends HTMLElement = HTMLUListElement>({
  count,
  rowHeight,
  onShown,
  rowGap = 0,
  allDrawn = ALL_DRAWN,
  inDialog = false,
  kept = -1,
}: VirtualRowsOptions): VirtualRows<E> {
  const ref = useRef<E>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const scroller = () => (inDialog ? (ref.current?.closest('[role="dialog"]') ?? null) : null);
  const above = useAbove(ref, scroller);
  const more = Math.ceil(MORE_PX / (rowHeight + rowGap));
  const rangeExtractor = useCallback(
    (range: Range) => {
      const all = [...defaultRangeExtractor(range), kept, ...(focused === null ? [] : [focused])];
      const rows = [...new Set(all)].filter((row) => row >= 0 && row < range.count);
      return rows.sort((one, other) => one - other);
    },
    [focused, kept],
  );
  const options = {
    count,
    estimateSize: () => rowHeight,
    overscan: more,
    scrollMargin: above,
    gap: rowGap,
    rangeExtractor,
  };
  const ofPage = useWindowVirtualizer({ ...options, enabled: !inDialog });
  const ofDialog = useVirtualizer({ ...options, getScrollElement: scroller, enabled: inDialog });
  const virtualizer = inDialog ? ofDialog : ofPage;
  const isWhole = count <= allDrawn;
  // Where all rows are drawn the browser itself knows how high they are.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = isWhole ? () => false : undefined;
  const items = isWhole ? [] : virtualizer.getVirtualItems();
  const shown = isWhole
    ? Array.from({ length: count }, (_, index) => ({ index, gap: 0 }))
    : items.map(({ index, start }, n) => ({
        index,
        gap: n === 0 ? 0 : start - (items[n - 1]?.end ?? start),
      }));
  // The row that is kept, far away, says nothing of what is seen.
  const seen = virtualizer.range ?? { startIndex: 0, endIndex: 0 };
  const first = Math.max(0, seen.startIndex - more);
  const last = Math.min(count - 1, isWhole ? count - 1 : seen.endIndex + more);
  useEffect(() => {
    if (last >= first) onShown?.(first, last, focused);
  }, [onShown, first, last, focused]);

  const [top, bottom] = [items[0], items.at(-1)];
  return {
    list: {
      ref,
      onFocus: ({ target, currentTarget }) => {
        const row = currentTarget.contains(target) ? target.closest<HTMLElement>('[data-index]') : null;
        if (row) setFocused(Number(row.dataset.index));
      },
    },
    shown,
    before: top ? top.start - above : 0,
    after: isWhole ? 0 : virtualizer.getTotalSize() - (bottom ? bottom.end - above : 0),
    rowProps: (index) => ({ ref: virtualizer.measureElement, 'data-index': index }),
  };
}

/** How far below the top of the page, or of its scroller, the list begins; what stands above it may grow. */
function useAbove(ref: RefObject<HTMLElement | null>, scroller: () => Element | null): number {
  const [above, setAbove] = useState(0);
  const find = useRef(scroller);
  useLayoutEffect(() => {
    const look = () => {
      if (!ref.current) return;
      const box = find.current();
      const from = box ? box.scrollTop - box.getBoundingClientRect().top : window.scrollY;
      setAbove(Math.round(ref.current.getBoundingClientRect().top + from));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref]);
  return above;
}

type ListProps = {
  className?: string | undefined;
  rowClassName?: string | undefined;
  label?: string | undefined;
};
type NumberedListProps = ListProps &
  Pick<VirtualRowsOptions, 'count' | 'rowHeight' | 'rowGap' | 'onShown' | 'kept'> & {
    keyOf: (index: number) => Key;
    /** What is in a row; the `<li>` is this list's. */
    children: (index: number) => ReactNode;
  };

/** A list whose rows are known by their numbers alone: they may be on their way. */
export function NumberedList({
  keyOf,
  children,
  className = '',
  rowClassName,
  label,
  ...of
}: NumberedListProps) {
  const { list, shown, before, after, rowProps } = useVirtualRows(of);
  return (
    <ul
      {...list}
      style={{ paddingTop: before, paddingBottom: after }}
      className={`${classes.list} ${className}`}
      aria-label={label}
    >
      {shown.map(({ index, gap }) => (
        <Fragment key={keyOf(index)}>
          <Gap height={gap} />
          <li {...rowProps(index)} aria-posinset={index + 1} aria-setsize={of.count} className={rowClassName}>
            {children(index)}
          </li>
        </Fragment>
      ))}
    </ul>
  );
}

/** The room of rows that are left out between two that are drawn. */
const Gap = ({ height }: { height: number }) => height > 0 && <li aria-hidden style={{ height }} />;

type VirtualListProps<T> = ListProps &
  Pick<VirtualRowsOptions, 'kept'> & {
    items: readonly T[];
    /** The usual height of a row in pixels. */
    rowHeight: number;
    /** Between two rows. */
    rowGap?: number;
    keyOf: (item: T) => Key;
    /** What is in a row; the `<li>` is this list's. */
    children: (item: T, index: number) => ReactNode;
  };

/** A list of which only the rows near the window are drawn. */
export function VirtualList<T>({ items, keyOf, children, ...of }: VirtualListProps<T>) {
  const at = (index: number) => items[index] as T;
  return (
    <NumberedList {...of} count={items.length} keyOf={(index) => keyOf(at(index))}>
      {(index) => children(at(index), index)}
    </NumberedList>
  );
}

type TableBodyProps<T> = Pick<VirtualListProps<T>, 'items' | 'rowHeight' | 'keyOf'> &
  Pick<VirtualRowsOptions, 'allDrawn' | 'inDialog'> & {
    /** A row: `<Table.Tr {...rowProps}>`. */
    children: (item: T, rowProps: object) => ReactNode;
  };

/** The rows of a long table; the table says how many there are: `aria-rowcount`. */
export function VirtualTableBody<T>({ items, keyOf, children, ...of }: TableBodyProps<T>) {
  const { list, shown, before, after, rowProps } = useVirtualRows<HTMLTableSectionElement>({
    ...of,
    count: items.length,
  });
  return (
    <tbody {...list}>
      <TableGap height={before} />
      {shown.map(({ index, gap }) => (
        <Fragment key={keyOf(items[index] as T)}>
          <TableGap height={gap} />
          {/* The head is the first row. */}
          {children(items[index] as T, { ...rowProps(index), 'aria-rowindex': index + 2 })}
        </Fragment>
      ))}
      <TableGap height={after} />
    </tbody>
  );
}

const TableGap = ({ height }: { height: number }) => height > 0 && <tr aria-hidden style={{ height }} />;
