/** The tiles of a report on their grid. With `onChange` they can be moved, resized and deleted. */
import 'react-grid-layout/css/styles.css';
import { VisuallyHidden } from '@mantine/core';
import { useViewportSize } from '@mantine/hooks';
import type { ReportLayout } from '@parley/contract';
import { REPORT_GRID } from '@parley/rules/limits.ts';
import { useMemo, useState } from 'react';
import { GridLayout, type Layout, useContainerWidth } from 'react-grid-layout';
import type { Scope } from './range.ts';
import classes from './report.module.css';
import { breakpointFor, itemsAt, type Step, stepped, withoutTile, withPlaces } from './report-layout.ts';
import { TileFrame } from './tile-frame.tsx';
import { useEdgeScroll } from './use-edge-scroll.ts';
import { wordings } from './wordings.ts';

const GAP = [16, 16] as const;
const NO_PADDING = [0, 0] as const;

type ReportGridProps = {
  layout: ReportLayout;
  scope: Scope;
  /** Edit Mode: takes every change. */
  onChange?: (layout: ReportLayout) => void;
};

/** Where a tile stands in the page, to bring it into view. */
export const idOfTile = (layoutId: string) => `tile-${layoutId}`;

export function ReportGrid({ layout, scope, onChange }: ReportGridProps) {
  const { width, mounted, containerRef } = useContainerWidth();
  const { width: windowWidth } = useViewportSize();
  const [told, setTold] = useState('');
  const breakpoint = breakpointFor(windowWidth);
  const items = useMemo(() => itemsAt(layout, breakpoint), [layout, breakpoint]);
  const editing = onChange !== undefined;
  const edge = useEdgeScroll();

  const settle = (placed: Layout) => onChange?.(withPlaces(layout, breakpoint, placed));
  const step = (layoutId: string, title: string, way: Step) => {
    const next = stepped(layout, breakpoint, layoutId, way);
    if (next === layout) {
      setTold(wordings.reportGrid.cannotGo(title, way));
      return;
    }
    onChange?.(next);
    const { x = 0, y = 0, w = 0, h = 0 } = next.layouts[breakpoint][layoutId] ?? {};
    setTold(`${title}: column ${x + 1}, row ${y + 1}, ${w} wide, ${h} high.`);
  };
  const remove = (layoutId: string, title: string) => {
    onChange?.(withoutTile(layout, layoutId));
    setTold(wordings.reportGrid.isDeleted(title));
    // Its button is gone: Tab goes on to the tiles that are left.
    containerRef.current?.focus({ preventScroll: true });
  };
  // The order of reading is the order on the screen.
  const inOrder = items.toSorted((a, b) => a.y - b.y || a.x - b.x);

  return (
    <div className={classes.gridFrame}>
      <div ref={containerRef} tabIndex={-1} className={classes.grid} data-editing={editing || undefined}>
        {mounted && windowWidth > 0 && (
          <GridLayout
            width={width}
            layout={items}
            gridConfig={{
              cols: REPORT_GRID.columns[breakpoint],
              rowHeight: REPORT_GRID.rowHeight,
              margin: GAP,
              containerPadding: NO_PADDING,
            }}
            dragConfig={{ enabled: editing, handle: '[data-drag-handle]', cancel: '[data-no-drag]' }}
            resizeConfig={{ enabled: editing, handles: ['se'] }}
            onDrag={(_items, _before, _after, _placeholder, event) => edge.onHeld(event)}
            onDragStop={(placed) => {
              edge.onLeft();
              settle(placed);
            }}
            onResizeStop={settle}
          >
            {inOrder.flatMap(({ i, h }) => {
              const tile = layout.tiles.find(({ layoutId }) => layoutId === i);
              if (!tile) return [];
              return [
                <div key={i} id={idOfTile(i)}>
                  <TileFrame
                    tile={tile}
                    height={h}
                    scope={scope}
                    {...(onChange && {
                      edit: {
                        onStep: (way) => step(i, tile.title, way),
                        onDelete: () => remove(i, tile.title),
                        hasColumns: breakpoint !== 'xxs',
                      },
                    })}
                  />
                </div>,
              ];
            })}
          </GridLayout>
        )}
        <VisuallyHidden role="status">{told}</VisuallyHidden>
      </div>
    </div>
  );
}
