import { Button, Progress, Text, Title } from '@mantine/core';
import { calls } from '@parley/contract';
import { IconCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useCall } from '../data/use-call.ts';
import { Page } from '../kit/page.tsx';
import { Rows } from '../kit/rows.tsx';
import { FailedState, LoadingRows } from '../kit/states.tsx';
import { FIRST_STEPS, nextStep } from './first-steps.ts';
import classes from './quick-start.module.css';

export function QuickStart() {
  const { data, error, refetch } = useCall(calls.account.overview, {});
  const done = data?.overview.done;
  const count = done ? FIRST_STEPS.filter(({ key }) => done[key]).length : 0;
  const next = done && nextStep(done);
  return (
    <Page
      title="Quick Start"
      about="From nothing to a campaign that talks, in six steps. They tick themselves off."
      width="normal"
    >
      {error ? (
        <FailedState title="Your progress could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : !done ? (
        <Rows>
          <LoadingRows rows={6} height={72} />
        </Rows>
      ) : (
        <>
          <div className={classes.progress}>
            <Progress value={(count / FIRST_STEPS.length) * 100} aria-label="Steps done" />
            <Text c="dimmed" className="tabular">
              {count === FIRST_STEPS.length
                ? 'All done. You know your way around.'
                : `${count} of ${FIRST_STEPS.length} done`}
            </Text>
          </div>
          <ol className={`card ${classes.steps}`}>
            {FIRST_STEPS.map((step, index) => (
              <li
                key={step.key}
                data-done={done[step.key] || undefined}
                data-next={step === next || undefined}
              >
                <span className={classes.mark} role="img" aria-label={done[step.key] ? 'Done' : 'To do'}>
                  {done[step.key] ? <IconCheck size={16} /> : index + 1}
                </span>
                <div className={classes.words}>
                  <Title order={2}>{step.label}</Title>
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
      )}
    </Page>
  );
}
