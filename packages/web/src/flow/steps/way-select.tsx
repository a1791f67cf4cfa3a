import { Button } from '@mantine/core';
import type { Step } from '@parley/engine/flow.ts';
import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { BRANCH_TYPES, type BranchType } from './new-branch.ts';
import { numbered, StepSelect } from './pickers.tsx';
import classes from './steps.module.css';
import { wordings } from './wordings.ts';

/** One line under what leads somewhere. */
export function WayLine({ children }: { children: ReactNode }) {
  return (
    <div className={classes.way}>
      <IconArrowRight size={14} className={classes.wayArrow} aria-hidden />
      {children}
    </div>
  );
}

type WaySelectProps = {
  /** What leads there: an answer, or whatever else is said. */
  name: string;
  value: number;
  /** Where it goes when nothing is chosen; null: the conversation ends. */
  onward: Step | null;
  onChange: (step: number) => void;
  onNew: ((type: BranchType) => void) | null;
};

/** "goes to 5. Thanks", to be changed; while nothing is chosen, new steps are one click away. */
export function WaySelect({ name, value, onward, onChange, onNew }: WaySelectProps) {
  return (
    <>
      <span className={classes.wayWords}>{wordings.ways.goesTo}</span>
      <StepSelect
        label={wordings.ways.whereItGoes(name)}
        value={value}
        onChange={onChange}
        none={onward ? wordings.ways.onward(numbered(onward)) : wordings.ways.theEndNext}
        onNew={onNew ?? false}
        isInLine
      />
      {onNew && value === 0 && (
        <span className={classes.newWays}>
          {BRANCH_TYPES.map((type) => (
            <Button
              key={type}
              size="compact-xs"
              variant="default"
              onClick={() => onNew(type)}
              aria-label={wordings.ways.addFor(wordings.ways.add[type], name)}
            >
              {wordings.ways.add[type]}
            </Button>
          ))}
        </span>
      )}
    </>
  );
}
