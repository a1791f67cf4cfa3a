import { IconPlus } from '@tabler/icons-react';
import { memo } from 'react';
import classes from './card.module.css';
import { useEditorUi } from './ui-state.ts';
import { wordings } from './wordings.ts';

type InsertGapProps = {
  position: number;
  /** The step above leads to the step below. */
  isJoined?: boolean;
};

/**
 * The place before a step: a line across while something is dragged over it, a plus otherwise; a line down
 * where the flow goes on.
 */
export const InsertGap = memo(function InsertGap({ position, isJoined }: InsertGapProps) {
  const isTarget = useEditorUi((ui) => ui.dropAt === position);
  return (
    <div className={classes.gap} data-target={isTarget || undefined} data-joined={isJoined || undefined}>
      <button
        type="button"
        className={classes.insert}
        aria-label={wordings.insertGap.insertAStepAtPosition(position)}
        onClick={() => useEditorUi.setState({ quickAddAt: position })}
      >
        <IconPlus size={14} />
      </button>
    </div>
  );
});
