import { Button, Progress, Text, Title } from '@mantine/core';
import type { Overview } from '@parley/contract';
import { IconCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { common } from '../kit/wordings.ts';
import { FIRST_STEPS, nextStep } from './first-steps.ts';
import classes from './quick-start-steps.module.css';
import { wordings } from './wordings.ts';

type StepListProps = {
  done: Overview['done'];
  /** Of the steps' titles. */
  order: 2 | 3;
};

/** The steps of the Quick Start, ticked as far as they are done; the next one stands out. */
export function QuickStartSteps({ done, order }: StepListProps) {
  const count = FIRST_STEPS.filter(({ key }) => done[key]).length;
  const next = nextStep(done);
  return (
    <>
      <div className={classes.progress}>
        <Progress value={(count / FIRST_STEPS.length) * 100} aria-label={wordings.stepList.stepsDone} />
        <Text c="dimmed" className="tabular">
          {count === FIRST_STEPS.length
            ? wordings.stepList.allDone
            : `${count} of ${FIRST_STEPS.length} done`}
        </Text>
      </div>
      <ol className={classes.steps}>
        {FIRST_STEPS.map((step, index) => (
          <li key={step.key} data-done={done[step.key] || undefined} data-next={step === next || undefined}>
            <span
              className={classes.mark}
              role="img"
              aria-label={done[step.key] ? common.done : wordings.stepList.toDo}
            >
              {done[step.key] ? <IconCheck size={16} /> : index + 1}
            </span>
            <div className={classes.words}>
              <Title order={order} className={classes.label}>
                {step.label}
              </Title>
              <Text c="dimmed">{step.about}</Text>
            </div>
            <Button
              component={Link}
              to={step.to}
              variant={step === next ? 'filled' : 'default'}
              className={classes.action ?? ''}
            >
              {step.action}
            </Button>
          </li>
        ))}
      </ol>
    </>
  );
}
