/** Above the tiles of a report: whose figures they are, or why there are none. */
import { Button, Group } from '@mantine/core';
import { IconChartPie } from '@tabler/icons-react';
import { Link } from 'react-router';
import { DateText } from '../kit/date-text.tsx';
import { Filled } from '../kit/filled.tsx';
import { EmptyState } from '../kit/states.tsx';
import classes from './report.module.css';
import type { Limits } from './use-limits.ts';
import { wordings } from './wordings.ts';

const words = wordings.limitsNotice;

/** Nothing for everyone. */
export function LimitsNotice({ limits }: { limits: Limits }) {
  const { segment, name, changedAt, problem } = limits;
  if (segment === 0 || name === '' || problem !== '') return null;
  return (
    <p className={classes.limits} role="status">
      <IconChartPie size={16} aria-hidden />
      <span>
        {words.onlyPeopleIn(name)}
        {changedAt !== '' && (
          <>
            {' '}
            <Filled words={words.changed} parts={{ day: <DateText at={changedAt} span /> }} />
          </>
        )}
      </span>
    </p>
  );
}

/** Instead of the tiles: a segment that finds nobody has no figures, and everyone's would mislead. */
export function NoFigures({ limits: { segment, setSegment, problem } }: { limits: Limits }) {
  const isGone = problem === 'gone';
  return (
    <div className={`card ${classes.empty}`}>
      <EmptyState
        icon={IconChartPie}
        title={isGone ? words.deleted : words.broken}
        action={
          <Group justify="center" gap="xs">
            {!isGone && (
              <Button component={Link} to={`/segments/edit/${segment}`}>
                {words.open}
              </Button>
            )}
            <Button variant="default" onClick={() => setSegment(0)}>
              {words.showEveryone}
            </Button>
          </Group>
        }
      >
        {isGone ? words.chooseAnother : problem}
      </EmptyState>
    </div>
  );
}
