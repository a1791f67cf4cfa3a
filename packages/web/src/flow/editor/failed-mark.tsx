import { calls } from '@parley/contract';
import { SaveMark } from '../../kit/save-mark.tsx';
import type { Entry } from '../store/entry.ts';
import { useFlow } from '../store/use-flow.ts';
import classes from './card.module.css';

/**
 * A step that could not be stored says so and can be tried again; nothing while it can, or while {@link
 * Conflict} speaks.
 */
export function FailedMark({ entry }: { entry: Entry }) {
  const { flow } = useFlow();
  if (entry.save.state !== 'failed' || entry.theirs) return null;
  const fails = entry.step.id < 0 ? calls.flow.addStep.fails : calls.flow.saveStep.fails;
  // A step that somebody else deleted: its words say what Retry does.
  const isGone = entry.save.error?.kind === 'unknown';
  return (
    <div className={classes.saveMark}>
      <SaveMark status={entry.save} onRetry={() => flow.retry(entry.key)} fails={isGone ? '' : fails} />
    </div>
  );
}
