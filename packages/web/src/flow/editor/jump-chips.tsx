import type { Step } from '@parley/engine/flow.ts';
import { IconCornerDownRight, IconCornerUpRight } from '@tabler/icons-react';
import { memo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { exitsOf } from '../model/references.ts';
import { wordings as modelWordings } from '../model/wordings.ts';
import { titleOf } from '../steps/looks.ts';
import type { Way } from '../steps/step-looks.ts';
import { useFlowState } from '../store/use-flow.ts';
import classes from './card.module.css';
import { useStepActions } from './use-actions.ts';
import { wordings } from './wordings.ts';

type JumpChipsProps = {
  step: Step;
  /** Where the branch that ends here goes on; see BranchPlace. */
  back: number | null;
};

/** Where the step jumps to, each a way there, and how its branch goes on. */
export const JumpChips = memo(function JumpChips({ step, back }: JumpChipsProps) {
  const ways = exitsOf(step).map((way) =>
    way.label === THEN ? { ...way, label: wordings.jumpChips.thenGoesOnWith } : way,
  );
  const isToldBack = back === null || ways.some(({ to }) => to === back && to === step.next);
  if (!isToldBack && back > 0)
    ways.push({ label: ways.length > 0 ? OTHERWISE : wordings.jumpChips.thenGoesOnWith, to: back });
  if (back === 0) return <p className={classes.ends}>{wordings.jumpChips.thenEnds}</p>;
  return ways.length === 0 ? null : <Chips step={step} exits={ways} />;
});

const { thenNext: THEN, otherwise: OTHERWISE } = modelWordings.references;

function Chips({ step, exits }: { step: Step; exits: Way[] }) {
  const { goTo } = useStepActions();
  const targets = useFlowState(
    useShallow(({ steps }) => exits.map(({ to }) => steps.find(({ id }) => id === to))),
  );
  return (
    <ul className={classes.jumps} aria-label={wordings.jumpChips.jumpsOfStep(step.position)}>
      {exits.map(({ label, to }, index) => {
        const target = targets[index];
        const Icon = target && target.position <= step.position ? IconCornerUpRight : IconCornerDownRight;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two answers may have one text; the order is the identity
          <li key={index}>
            {target ? (
              <button type="button" className={classes.jump} onClick={() => goTo(to)}>
                <Icon size={14} aria-hidden />
                <span className={classes.jumpLabel}>{label}</span>
                <span className={classes.jumpTarget}>
                  {target.position}. {titleOf(target)}
                </span>
              </button>
            ) : (
              <span className={classes.jump} data-broken>
                <Icon size={14} aria-hidden />
                <span className={classes.jumpLabel}>{label}</span> {wordings.jumpChips.aDeletedStep}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
