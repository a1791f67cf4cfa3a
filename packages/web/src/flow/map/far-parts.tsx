/** How steps, campaigns and ways look from so far that no text can be read: shapes that are quickly drawn. */
import { BaseEdge, type EdgeProps, type NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { isQuestionType } from '../steps/looks.ts';
import classes from './map.module.css';
import {
  type CampaignNodeType,
  Ends,
  JUMP_COLOUR,
  type StepNodeType,
  WAY_COLOUR,
  type WayEdgeType,
} from './map-parts.tsx';

/** Below this zoom the smallest words have four pixels. */
export const FAR_ZOOM = 0.35;

/** Questions stand out: that is where ways part. */
export const FarStepNode = memo(function FarStepNode({ data }: NodeProps<StepNodeType>) {
  const { node, worst, isOpen } = data;
  return (
    <div
      className={classes.far}
      data-question={isQuestionType(node.step.type) || undefined}
      data-worst={worst ?? undefined}
      data-open={isOpen || undefined}
    >
      <Ends />
      {node.step.position}
    </div>
  );
});

export const FarCampaignNode = memo(function FarCampaignNode(_: NodeProps<CampaignNodeType>) {
  return (
    <div className={classes.far}>
      <Ends />
    </div>
  );
});

/** Of a width that does not shrink with the map. */
export const FarWayEdge = memo(function FarWayEdge({ data }: EdgeProps<WayEdgeType>) {
  if (!data) return null;
  return (
    <BaseEdge
      path={data.path}
      interactionWidth={0}
      style={{
        stroke: data.isJump ? JUMP_COLOUR : WAY_COLOUR,
        strokeWidth: data.width / 2,
        vectorEffect: 'non-scaling-stroke',
      }}
    />
  );
});
