/** How a step, a campaign and a way between them look on the map. */
import type { Finding } from '@parley/engine/finding.ts';
import {
  IconArrowsShuffle,
  IconClock,
  IconHourglassEmpty,
  IconMessageReply,
  IconPlus,
  IconUserOff,
  IconUsers,
} from '@tabler/icons-react';
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
import { memo } from 'react';
import { formatNumber } from '../../kit/numbers.tsx';
import { common } from '../../kit/wordings.ts';
import { SeverityIcon } from '../editor/check-panel.tsx';
import { ChangedMark } from '../editor/others-changes.tsx';
import { KindIcon } from '../steps/kind-icon.tsx';
import { STEP_LOOKS, titleOf } from '../steps/looks.ts';
import type { MapStep } from './graph.ts';
import { shortLabel } from './layout.ts';
import classes from './map.module.css';
import { useMap } from './map-context.ts';
import { NODE, type Point, portX } from './map-sizes.ts';
import { NO_COUNT, type StepCount } from './use-step-counts.ts';
import { wordings } from './wordings.ts';

type ShownCount = Omit<StepCount, 'step'>;
export type StepNodeType = Node<
  {
    node: MapStep;
    counts: ShownCount | null;
    isPartial: boolean;
    worst: Finding['severity'] | null;
    isOpen: boolean;
    isReadOnly: boolean;
  },
  'step' | 'far-step'
>;
export type CampaignNodeType = Node<{ name: string }, 'campaign' | 'far-campaign'>;
export type WayEdgeType = Edge<
  {
    path: string;
    label: string;
    at: Point;
    isJump: boolean;
    /** Of the two steps; `to` null: a campaign. */
    from: number;
    to: number | null;
    words: string;
    count: number;
    isPartial: boolean;
    width: number;
    isReadOnly: boolean;
  },
  'way' | 'far-way'
>;

/** Lines need a place to begin and to end; their course comes from the layout. */
export function Ends() {
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
export const StepNode = memo(function StepNode({ data }: NodeProps<StepNodeType>) {
  const { node, counts, isPartial, worst, isOpen, isReadOnly } = data;
  const { step, isReachable } = node;
  return (
    <>
      <span className={classes.changed} aria-hidden>
        <ChangedMark step={step.id} />
      </span>
      <div
        className={classes.node}
        data-unreachable={!isReachable || undefined}
        data-open={isOpen || undefined}
      >
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
        {!isReadOnly && <Ports node={node} />}
      </div>
    </>
  );
});

/** Each way on can be dragged to a step, or pressed to choose one. */
function Ports({ node: { ports, step } }: { node: MapStep }) {
  if (step.type === 'switch') return null;
  return ports.map(({ key, label }, index) => (
    <Handle
      key={key}
      id={key}
      type="source"
      position={Position.Bottom}
      className={classes.port ?? ''}
      style={{ left: portX(NODE.width / 2, index, ports.length) }}
      title={wordings.mapParts.dragToConnect(label)}
    />
  ));
}

const COUNT_ICONS = {
  reached: IconUsers,
  waiting: IconClock,
  answered: IconMessageReply,
  timedOut: IconHourglassEmpty,
  optedOut: IconUserOff,
} as const;

function CountRow({ counts, isPartial }: { counts: ShownCount | null; isPartial: boolean }) {
  if (!counts) return null;
  const shown = (Object.keys(NO_COUNT) as (keyof typeof NO_COUNT)[]).filter(
    (key) => counts[key] > 0 || key === 'reached',
  );
  return (
    <p className={`${classes.counts} tabular`} aria-hidden>
      {shown.map((key) => {
        const Icon = COUNT_ICONS[key];
        const text = countText(counts[key], isPartial);
        return (
          <span key={key} data-count={key} title={wordings.counted[key](text)}>
            <Icon size={14} /> {text}
          </span>
        );
      })}
    </p>
  );
}

/** '1,204', or '50,000+' where more could not be counted. */
export const countText = (count: number, isPartial: boolean) =>
  `${formatNumber(count)}${isPartial && count > 0 ? '+' : ''}`;

export const CampaignNode = memo(function CampaignNode({ data: { name } }: NodeProps<CampaignNodeType>) {
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
});

export const WayEdge = memo(function WayEdge({ data, markerEnd }: EdgeProps<WayEdgeType>) {
  if (!data) return null;
  const { path, label, at, isJump, count, width, isReadOnly, to } = data;
  const isBare = label === '' && count === 0 && (isReadOnly || to === null);
  return (
    <>
      <BaseEdge
        path={path}
        interactionWidth={0}
        className={classes.way ?? ''}
        style={{ stroke: isJump ? JUMP_COLOUR : WAY_COLOUR, strokeWidth: width }}
        {...(markerEnd && { markerEnd })}
      />
      {!isBare && (
        <EdgeLabelRenderer>
          <div
            className={classes.wayTools}
            style={{ transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y}px)` }}
          >
            <WayTools {...data} />
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  );
});

/** The keyboard does the same beside the map: what leads where, and who went there. */
function WayTools({
  label,
  words,
  from,
  to,
  count,
  isPartial,
  isReadOnly,
}: NonNullable<WayEdgeType['data']>) {
  const { openCount, insertOn } = useMap();
  return (
    <>
      {label !== '' && (
        <span className={classes.wayLabel} title={label}>
          {shortLabel(label)}
        </span>
      )}
      {count > 0 && to !== null && (
        <button
          type="button"
          tabIndex={-1}
          className={`${classes.wayCount} tabular`}
          aria-label={wordings.mapParts.went(words, countText(count, isPartial))}
          onClick={() => openCount({ step: from, what: 'went', target: to, words })}
        >
          {countText(count, isPartial)}
        </button>
      )}
      {!isReadOnly && to !== null && (
        <button
          type="button"
          tabIndex={-1}
          className={classes.plus}
          aria-label={wordings.mapParts.insertOn(words)}
          title={wordings.mapParts.insertOn(words)}
          onClick={() => insertOn(from, to)}
        >
          <IconPlus size={12} />
        </button>
      )}
    </>
  );
}

/** Of a line and of its arrow: the way to the next step, and a jump. */
export const WAY_COLOUR = 'var(--mantine-color-dimmed)';
export const JUMP_COLOUR = 'var(--parley-accent-text)';
