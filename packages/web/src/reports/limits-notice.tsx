/** Above the tiles of a report: whose figures they are, or why there are none. */
import { IconChartPie } from '@tabler/icons-react';
import { DateText } from '../kit/date-text.tsx';
import { Filled } from '../kit/filled.tsx';
import { UselessSegment } from '../segments/index.ts';
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
  return (
    <div className={`card ${classes.empty}`}>
      <UselessSegment
        segment={segment}
        problem={problem === 'gone' ? null : problem}
        goneMeans={words.chooseAnother}
        onEveryone={() => setSegment(0)}
      />
    </div>
  );
}
