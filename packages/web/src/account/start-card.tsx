import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import type { Overview } from '@parley/contract';
import { Link } from 'react-router';
import { FIRST_STEPS, nextStep } from './first-steps.ts';
import classes from './welcome.module.css';
import { wordings } from './wordings.ts';

/** The Quick Start on the Welcome page: the next step, until all are done. */
export function StartCard({ done }: { done: Overview['done'] }) {
  const next = nextStep(done);
  if (!next) return null;
  const count = FIRST_STEPS.filter(({ key }) => done[key]).length;
  return (
    <section className={`card ${classes.start}`}>
      <div className={classes.startWords}>
        <Title order={2}>{next.label}</Title>
        <Text>{next.about}</Text>
        <div
          className={classes.startBar}
          role="img"
          aria-label={wordings.startCard.ofFirstStepsDone(count, FIRST_STEPS.length)}
        >
          {FIRST_STEPS.map(({ key }) => (
            <span key={key} data-done={done[key] || undefined} />
          ))}
        </div>
      </div>
      <Group gap="md">
        <Anchor component={Link} to="/quickstart">
          {wordings.startCard.allSteps}
        </Anchor>
        <Button component={Link} to={next.to}>
          {next.action}
        </Button>
      </Group>
    </section>
  );
}
