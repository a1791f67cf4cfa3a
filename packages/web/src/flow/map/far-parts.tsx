/** How steps, campaigns and ways look from so far that no text can be read: shapes that are quickly drawn. */
import { BaseEdge, type EdgeProps, type NodeProps, useStore } from '@xyflow/react';
import { memo } from 'react';
import { ChangedMark, useIsChanged } from '../editor/others-changes.tsx';
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
  const isChanged = useIsChanged(node.step.id);
  return (
    <>
      {isChanged && <FarMark step={node.step.id} />}
      <div
        className={classes.far}
        data-question={isQuestionType(node.step.type) || undefined}
        data-worst={worst ?? undefined}
        data-open={isOpen || undefined}
        data-changed={isChanged || undefined}
      >
        <Ends />
        {node.step.position}
      </div>
    </>
  );
});

/** As large as elsewhere, however far away the map is. */
function FarMark({ step }: { step: number }) {
  const zoom = useStore(({ transform: [, , scale] }) => scale);
  return (
    <span className={classes.farChanged} style={{ scale: String(1 / zoom) }} aria-hidden>
      <ChangedMark step={step} />
    </span>
  );
}

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
