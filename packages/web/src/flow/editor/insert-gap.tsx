import { IconPlus } from '@tabler/icons-react';
import classes from './card.module.css';
import { useEditorUi } from './ui-state.ts';

/** The place before a step: a line while something is dragged over it, a plus otherwise. */
export function InsertGap({ position }: { position: number }) {
  const isTarget = useEditorUi((ui) => ui.dropAt === position);
  return (
    <div className={classes.gap} data-target={isTarget || undefined}>
      <button
        type="button"
        className={classes.insert}
        aria-label={`Insert a step at position ${position}`}
        onClick={() => useEditorUi.setState({ quickAddAt: position })}
      >
        <IconPlus size={14} />
      </button>
    </div>
  );
}
