/** A wizard as one column: what is chosen stands folded in one line, the step at hand is open. */
import { Badge, Text, UnstyledButton } from '@mantine/core';
import { IconCheck, IconExclamationMark } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useStepFocus } from './use-step-focus.ts';
import classes from './wizard-steps.module.css';
import { wordings } from './wordings.ts';

export type WizardStep = {
  key: string;
  title: string;
  /** Beside the title, e.g. how many filters are set. */
  badge?: string;
  /** What was chosen, in one line, while the step is folded. */
  summary: ReactNode;
  content: ReactNode;
  /** What is missing in it; said instead of the summary once the step was left. */
  problem?: string;
};

type WizardStepsProps = {
  /** What the wizard is for, for screen readers. */
  label: string;
  steps: WizardStep[];
  active: number;
  /** A step was picked directly. Later ones than `furthest` cannot be. */
  onPick: (step: number) => void;
  furthest: number;
  /** Back, Next and their like, under the open step. */
  buttons: ReactNode;
};

export function WizardSteps({ label, steps, active, onPick, furthest, buttons }: WizardStepsProps) {
  const openTitle = useStepFocus<HTMLButtonElement>(active);

  return (
    <ol className={`card ${classes.steps}`} aria-label={label}>
      {steps.map((step, index) => {
        const state = index === active ? 'open' : index < furthest ? 'done' : 'ahead';
        const problem = state === 'done' ? step.problem : '';
        return (
          <li key={step.key} className={classes.step} data-state={state}>
            <h2 className={classes.heading}>
              <UnstyledButton
                ref={index === active ? openTitle : undefined}
                className={classes.head}
                disabled={index > furthest}
                onClick={() => onPick(index)}
                aria-current={index === active ? 'step' : undefined}
              >
                <span className={classes.number} data-problem={problem || undefined}>
                  {problem ? (
                    <IconExclamationMark
                      size={16}
                      stroke={2.5}
                      aria-label={wordings.wizardSteps.incomplete}
                    />
                  ) : state === 'done' ? (
                    <IconCheck size={16} stroke={2.5} aria-label={wordings.wizardSteps.done} />
                  ) : (
                    index + 1
                  )}
                </span>
                <span className={classes.words}>
                  <span className={classes.title}>
                    <span className={classes.name}>{step.title}</span>
                    {step.badge && (
                      <Badge variant="light" color={step.badge === '0' ? 'gray' : undefined}>
                        {step.badge}
                      </Badge>
                    )}
                  </span>
                  {state === 'done' && (
                    <Text
                      component="span"
                      c={problem ? 'var(--mantine-color-error)' : 'dimmed'}
                      className="clamp-2"
                    >
                      {problem || step.summary}
                    </Text>
                  )}
                </span>
              </UnstyledButton>
            </h2>
            {index === active && (
              <div className={classes.body}>
                {step.content}
                <div className={classes.buttons}>{buttons}</div>
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}
