/** Long lists: only the rows near the window are in the document, whatever the length. */
import {
  defaultRangeExtractor,
  type Range,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual';
import {
  type CSSProperties,
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
/** Rows drawn above and below the window: about the 500 px within which the next page of a list is loaded. */
const OVERSCAN = 8;

type VirtualRowsOptions = {
  count: number;
  /** The usual height of a row in pixels, until it is measured. */
  rowHeight: number;
  /** Told which rows are drawn. */
  onShown?: ((first: number, last: number) => void) | undefined;
  /** A further row that stays drawn wherever it is: the one that is dragged. */
  kept?: number | null;
};

export type VirtualRows = {
  /** For the `<ul>`; its rows are drawn in `shown`, with a gap where some are left out. */
  list: {
    ref: RefObject<HTMLUListElement | null>;
    style: CSSProperties;
    onFocus: (event: FocusEvent<HTMLElement>) => void;
  };
  shown: { index: number; gap: number }[];
  /** For the `<li>` of a row. */
  rowProps: (index: number) => {
    ref: (row: HTMLElement | null) => void;
    'data-index': number;
    'aria-posinset': number;
    'aria-setsize': number;
  };
};

/**
 * Which rows of a list that scrolls with the page are to be drawn. The row that has, or had, the focus stays: neither the keyboard nor a
 * dialog that a row opened loses its place by scrolling.
 */
export function useVirtualRows({ count, rowHeight, onShown, kept = null }: VirtualRowsOptions): VirtualRows {
  const ref = useRef<HTMLUListElement>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const above = useAbove(ref);
  const rangeExtractor = useCallback(
    (range: Range) =>
      [...new Set([...defaultRangeExtractor(range), ...[focused, kept].filter(isRowOf(range.count))])].sort(
        (one, other) => one - other,
      ),
    [focused, kept],
  );
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin: above,
    rangeExtractor,
  });
  const isWhole = count <= ALL_DRAWN;
  const items = isWhole ? [] : virtualizer.getVirtualItems();
  const shown = isWhole
    ? Array.from({ length: count }, (_, index) => ({ index, gap: 0 }))
    : items.map(({ index, start }, n) => ({
        index,
        gap: n === 0 ? 0 : start - (items[n - 1]?.end ?? start),
      }));
  const first = shown[0]?.index ?? 0;
  const last = shown.at(-1)?.index ?? -1;
  useEffect(() => {
    if (last >= first) onShown?.(first, last);
  }, [onShown, first, last]);

  return {
    list: {
      ref,
      style: isWhole ? {} : paddingOf(items, virtualizer.getTotalSize(), above),
      onFocus: ({ target, currentTarget }) => {
        const row = currentTarget.contains(target) ? target.closest<HTMLElement>('[data-index]') : null;
        if (row) setFocused(Number(row.dataset.index));
      },
    },
    shown,
    rowProps: (index) => ({
      ref: virtualizer.measureElement,
      'data-index': index,
      'aria-posinset': index + 1,
      'aria-setsize': count,
    }),
  };
}

const isRowOf =
  (count: number) =>
  (row: number | null): row is number =>
    row !== null && row < count;

/** The place of the rows that are not drawn. */
function paddingOf(items: VirtualItem[], total: number, above: number): CSSProperties {
  const [first, last] = [items[0], items.at(-1)];
  if (!first || !last) return { paddingBottom: total };
  return { paddingTop: first.start - above, paddingBottom: total - (last.end - above) };
}

/** How far below the top of the page the list begins; what stands above it may grow. */
function useAbove(ref: RefObject<HTMLElement | null>): number {
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => {
    const look = () => {
      if (ref.current) setAbove(Math.round(ref.current.getBoundingClientRect().top + window.scrollY));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [ref]);
  return above;
}

type VirtualListProps = Omit<VirtualRowsOptions, 'kept'> & {
  keyOf: (index: number) => Key;
  /** What is in a row; the `<li>` is this list's. */
  children: (index: number) => ReactNode;
  className?: string | undefined;
  rowClassName?: string | undefined;
  label?: string | undefined;
};

/** A list of which only the rows near the window are drawn. */
export function VirtualList({
  keyOf,
  children,
  className = '',
  rowClassName,
  label,
  ...of
}: VirtualListProps) {
  const { list, shown, rowProps } = useVirtualRows(of);
  return (
    <ul {...list} className={`${classes.list} ${className}`} aria-label={label}>
      {shown.map(({ index, gap }) => (
        <Fragment key={keyOf(index)}>
          <Gap height={gap} />
          <li {...rowProps(index)} className={rowClassName}>
            {children(index)}
          </li>
        </Fragment>
      ))}
    </ul>
  );
}

/** The room of rows that are left out between two that are drawn. */
export const Gap = ({ height }: { height: number }) =>
  height > 0 && <li role="presentation" aria-hidden style={{ height }} />;
