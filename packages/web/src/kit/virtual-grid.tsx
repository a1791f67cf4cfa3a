import { type Key, type ReactNode, useLayoutEffect, useState } from 'react';
import { useVirtualRows } from './virtual-list.tsx';

/** So many cards, four pages, are all drawn: that is quick, and the page's own search finds them. */
const ALL_DRAWN = 60;

type VirtualGridProps<T> = {
  items: readonly T[];
  /** The usual height of a row of cards in pixels. */
  rowHeight: number;
  /** Between two rows, as the style sheet has it. */
  rowGap: number;
  keyOf: (item: T) => Key;
  /** Of the grid: the style sheet says how many cards stand beside each other. */
  className: string | undefined;
  cardClassName: string | undefined;
  /** Before the first card: `<li key="lead" {...place}>`. */
  lead?: ((place: object) => ReactNode) | undefined;
  /** An `<li>` behind the last one: what is on its way. */
  tail?: ReactNode;
  /** What is in a card; the `<li>` is this grid's. */
  children: (item: T) => ReactNode;
};

/** Cards in rows, of which only the rows near the window are drawn. */
export function VirtualGrid<T>(props: VirtualGridProps<T>) {
  const { items, rowHeight, rowGap, keyOf, className, cardClassName, lead, tail, children } = props;
  const [columns, setColumns] = useState(1);
  const places = lead ? [null, ...items] : items;
  const { list, shown, before, after, rowProps } = useVirtualRows({
    count: Math.ceil(places.length / columns),
    rowHeight,
    rowGap,
    allDrawn: Math.ceil(ALL_DRAWN / columns),
  });
  useLayoutEffect(() => {
    const grid = list.ref.current;
    if (!grid) return;
    const observer = new ResizeObserver(() => setColumns(columnsOf(grid)));
    observer.observe(grid);
    setColumns(columnsOf(grid));
    return () => observer.disconnect();
  }, [list.ref]);

  const rowOf = (row: number) =>
    places.slice(row * columns, (row + 1) * columns).map((item, n) => {
      const { ref, ...marks } = rowProps(row);
      const place = {
        ...marks,
        'aria-posinset': row * columns + n + 1,
        'aria-setsize': places.length,
        // All of a row are as high as its first one.
        ...(n === 0 && { ref }),
      };
      if (item === null) return lead?.(place);
      return (
        <li key={keyOf(item)} {...place} className={cardClassName}>
          {children(item)}
        </li>
      );
    });
  return (
    <ul {...list} className={className} style={{ paddingTop: before, paddingBottom: after }}>
      {/* In one line, so that a card that moves to another row stays what it is, with its open dialog. */}
      {shown.flatMap(({ index, gap }) => [
        gap > rowGap && <Gap key={`before ${index}`} height={gap - 2 * rowGap} />,
        ...rowOf(index),
      ])}
      {tail}
    </ul>
  );
}

const columnsOf = (grid: Element): number =>
  Math.max(1, getComputedStyle(grid).gridTemplateColumns.split(' ').length);

/** The room of rows that are left out between two that are drawn. */
const Gap = ({ height }: { height: number }) => <li aria-hidden style={{ height, gridColumn: '1 / -1' }} />;
