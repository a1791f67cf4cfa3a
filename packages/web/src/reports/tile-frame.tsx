import { ActionIcon, Menu, Text, Tooltip } from '@mantine/core';
import { metricOf, type ReportTile } from '@parley/contract';
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowsMove,
  IconArrowUp,
  IconTrash,
} from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { MenuDropdown } from '../kit/menu-dropdown.tsx';
import { common } from '../kit/wordings.ts';
import type { Scope } from './range.ts';
import classes from './report.module.css';
import type { Step } from './report-layout.ts';
import { NumberTile } from './tiles/number-tile.tsx';
import { TableTile } from './tiles/table-tile.tsx';
import { TileLoading } from './tiles/tile-states.tsx';
import { wordings } from './wordings.ts';

/** Charts are heavy: they come when a report has one. */
const LineTile = lazy(() => import('./tiles/line-tile.tsx').then((module) => ({ default: module.LineTile })));

type Edit = {
  onStep: (step: Step) => void;
  onDelete: () => void;
  /** There is room beside: it can go left and right, and be made wider. */
  hasColumns: boolean;
};

type TileFrameProps = {
  tile: ReportTile;
  /** In grid units. */
  height: number;
  scope: Scope;
  edit?: Edit;
};

/** A tile with its name; in Edit Mode with all that changes its place. */
export function TileFrame({ tile, height, scope, edit }: TileFrameProps) {
  const metric = metricOf(tile);
  if (!metric) return null;
  return (
    <section className={`card ${classes.tile}`} aria-label={tile.title}>
      <div>
        <header className={classes.tileHead} data-drag-handle={edit ? '' : undefined}>
          <h2 className={`clamp-2 ${classes.tileTitle}`} title={tile.title}>
            {tile.title}
          </h2>
          {edit && (
            <div className={classes.tileTools} data-no-drag>
              <PlaceMenu title={tile.title} edit={edit} />
              <Tooltip label={common.deleteIt}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="md"
                  onClick={edit.onDelete}
                  aria-label={wordings.tileFrame.deleteOf(tile.title)}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </Tooltip>
            </div>
          )}
        </header>
        {scope.segment > 0 && !('segment' in metric.report.form) && (
          <Text c="dimmed" size="sm" mb={6}>
            {wordings.tileFrame.notOfPeople}
          </Text>
        )}
      </div>
      <div className={classes.tileBody}>
        {tile.displayType === 'number' && <NumberTile metric={metric} tile={tile} scope={scope} />}
        {tile.displayType === 'table' && (
          <TableTile metric={metric} tile={tile} scope={scope} height={height} />
        )}
        {tile.displayType === 'line' && (
          <Suspense fallback={<TileLoading />}>
            <LineTile metric={metric} tile={tile} scope={scope} />
          </Suspense>
        )}
      </div>
    </section>
  );
}

const MOVES: { step: Step; label: string; icon: typeof IconArrowUp; sideways: boolean }[] = [
  { step: 'up', label: common.moveUp, icon: IconArrowUp, sideways: false },
  { step: 'down', label: common.moveDown, icon: IconArrowDown, sideways: false },
  { step: 'left', label: wordings.tileFrame.moveLeft, icon: IconArrowLeft, sideways: true },
  { step: 'right', label: wordings.tileFrame.moveRight, icon: IconArrowRight, sideways: true },
];

const SIZES: { step: Step; label: string; sideways: boolean }[] = [
  { step: 'wider', label: wordings.tileFrame.wider, sideways: true },
  { step: 'narrower', label: wordings.tileFrame.narrower, sideways: true },
  { step: 'taller', label: wordings.tileFrame.taller, sideways: false },
  { step: 'shorter', label: wordings.tileFrame.shorter, sideways: false },
];

/** Moving and resizing without a mouse; the menu stays open for several steps. */
function PlaceMenu({ title, edit }: { title: string; edit: Edit }) {
  const offered = <T extends { sideways: boolean }>(all: T[]) =>
    all.filter(({ sideways }) => edit.hasColumns || !sideways);
  return (
    <Menu closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="md"
          aria-label={wordings.tileFrame.moveOrResize(title)}
        >
          <IconArrowsMove size={16} />
        </ActionIcon>
      </Menu.Target>
      <MenuDropdown>
        {offered(MOVES).map(({ step, label, icon: Icon }) => (
          <Menu.Item key={step} leftSection={<Icon size={16} />} onClick={() => edit.onStep(step)}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {offered(SIZES).map(({ step, label }) => (
          <Menu.Item key={step} onClick={() => edit.onStep(step)}>
            {label}
          </Menu.Item>
        ))}
      </MenuDropdown>
    </Menu>
  );
}
