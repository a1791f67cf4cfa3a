import type { StepType } from '@parley/engine/flow.ts';
import classes from './kind-icon.module.css';
import { STEP_LOOKS } from './looks.ts';

/** The picture of a step type on its tile. */
export function KindIcon({ type }: { type: StepType }) {
  const { icon: Icon } = STEP_LOOKS[type];
  return (
    <span className={classes.icon} aria-hidden>
      <Icon size={18} stroke={1.75} />
    </span>
  );
}
