/** How a step, a campaign and a way between them look on the map. */
import { Tooltip } from '@mantine/core';
import type { Finding } from '@parley/engine/finding.ts';
import { IconArrowsShuffle, IconClock, IconMessageReply, IconUsers } from '@tabler/icons-react';
import {
  BaseEdge,
  type Edge,
  EdgeLabelRenderer,
  type EdgeProps,
  Handle,
  type Node,
  type NodeProps,
  Position,
} from '@xyflow/react';
import { formatNumber } from '../../kit/numbers.tsx';
import { common } from '../../kit/wordings.ts';
import { SeverityIcon } from '../editor/check-panel.tsx';
import { KindIcon } from '../steps/kind-icon.tsx';
import { STEP_LOOKS, titleOf } from '../steps/looks.ts';
import type { MapStep } from './graph.ts';
import { type Point, shortLabel } from './layout.ts';
import classes from './map.module.css';
import { wordings } from './wordings.ts';

export type Counts = { reached: number; waiting: number; answered: number };
export type MapCounts = { byStep: ReadonlyMap<number, Counts>; isPartial: boolean };
export type StepNodeType = Node<
  { node: MapStep; counts: Counts | null; isPartial: boolean; worst: Finding['severity'] | null },
  'step'
>;
export type CampaignNodeType = Node<{ name: string }, 'campaign'>;
export type WayEdgeType = Edge<{ path: string; label: string; at: Point; isJump: boolean }, 'way'>;

/** Lines need a place to begin and to end; their course comes from the layout. */
function Ends() {
  return (
    <>
      <Handle type="target" position={Position.Top} isConnectable={false} className={classes.end ?? ''} />
      <Handle type="source" position={Position.Bottom} isConnectable={false} className={classes.end ?? ''} />
    </>
  );
}

/**
 * Its words stand in the node's name in their order ({@link nodeWords}), which also says what the counts
 * count.
 */
export function StepNode({ data: { node, counts, isPartial, worst } }: NodeProps<StepNodeType>) {
  const { step, isReachable } = node;
  return (
    <div className={classes.node} data-unreachable={!isReachable || undefined}>
      <Ends />
      <div className={classes.nodeHead}>
        <span className={classes.rq}>{step.position}</span> <KindIcon type={step.type} />
        <span className={classes.kind}>{STEP_LOOKS[step.type].name}</span>
        {worst && (
          <span aria-hidden>
            <SeverityIcon severity={worst} />
          </span>
        )}
      </div>{' '}
      <p className={classes.title}>{titleOf(step)}</p>{' '}
      {isReachable ? (
        <CountRow counts={counts} isPartial={isPartial} />
      ) : (
        <p className={classes.lost} aria-hidden>
          {wordings.mapParts.nothingLeadsHere}
        </p>
      )}
    </div>
  );
}

function CountRow({ counts, isPartial }: { counts: Counts | null; isPartial: boolean }) {
  if (!counts) return null;
  const shown = [
    { what: 'reached', count: counts.reached, Icon: IconUsers },
    { what: wordings.mapParts.waitingNow, count: counts.waiting, Icon: IconClock },
    { what: 'answered', count: counts.answered, Icon: IconMessageReply },
  ];
  return (
    <p className={`${classes.counts} tabular`} aria-hidden>
      {shown
        .filter(({ what, count }) => count > 0 || what === 'reached')
        .map(({ what, count, Icon }) => (
          <Tooltip key={what} label={`${countText(count, isPartial)} ${what}`}>
            <span>
              <Icon size={14} aria-hidden /> {countText(count, isPartial)}
            </span>
          </Tooltip>
        ))}
    </p>
  );
}

/** '1,204', or '50,000+' where more could not be counted. */
export const countText = (count: number, isPartial: boolean) =>
  `${formatNumber(count)}${isPartial && count > 0 ? '+' : ''}`;

export function CampaignNode({ data: { name } }: NodeProps<CampaignNodeType>) {
  return (
    <div className={classes.node} data-campaign>
      <Ends />
      <div className={classes.nodeHead}>
        <IconArrowsShuffle size={16} aria-hidden />
        <span className={classes.kind}>{common.campaign}</span>
      </div>
      <p className={classes.title}>{name}</p>
    </div>
  );
}

export function WayEdge({ data, markerEnd }: EdgeProps<WayEdgeType>) {
  if (!data) return null;
  const { path, label, at, isJump } = data;
  return (
    <>
      <BaseEdge
        path={path}
        className={classes.way ?? ''}
        style={{ stroke: isJump ? JUMP_COLOUR : WAY_COLOUR }}
        {...(markerEnd && { markerEnd })}
      />
      {label !== '' && (
        <EdgeLabelRenderer>
          <span
            className={classes.wayLabel}
            title={label}
            style={{ transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y}px)` }}
          >
            {shortLabel(label)}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  );
}

/** Of a line and of its arrow: the way to the next step, and a jump. */
export const WAY_COLOUR = 'var(--mantine-color-dimmed)';
export const JUMP_COLOUR = 'var(--parley-accent-text)';
