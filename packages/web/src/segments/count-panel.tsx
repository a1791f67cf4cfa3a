/** Who is in the segment right now: how many, and ten of them. */
import { Anchor, Button, Loader, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { wordsOf } from '../data/toasts.ts';
import { CountUp, counted as countedWords, formatNumber } from '../kit/numbers.tsx';
import { phoneText } from '../kit/phone-text.ts';
import { common } from '../kit/wordings.ts';
import classes from './segments.module.css';
import type { LiveCount } from './use-count.ts';
import { wordings } from './wordings.ts';

type CountPanelProps = { count: LiveCount; isFinished: boolean; isEmpty: boolean };

export function CountPanel({ count, isFinished, isEmpty }: CountPanelProps) {
  return (
    <section className={`card ${classes.panel}`} aria-label={wordings.countPanel.whoIsInIt}>
      <Title order={2}>{wordings.countPanel.whoIsInIt}</Title>
      {isEmpty ? (
        <Text c="dimmed">{wordings.countPanel.addACondition}</Text>
      ) : !isFinished ? (
        <Text c="dimmed" role="status">
          {wordings.countPanel.finishTheConditions}
        </Text>
      ) : (
        <CountedPeople count={count} />
      )}
    </section>
  );
}

/** Two figures are what an estimate knows. */
const rounded = (estimate: number) => Number(estimate.toPrecision(2));

/** How many people, and ten of them; or why it isn't known, and another try. */
export function CountedPeople({ count: { counted, isStale, estimate, error, retry } }: { count: LiveCount }) {
  if (error)
    return (
      <div role="alert">
        <Text c="dimmed">{wordsOf(error)}</Text>
        <Button variant="default" mt="xs" onClick={retry}>
          {common.retry}
        </Button>
      </div>
    );
  if (estimate !== null)
    return (
      <div className={classes.figures} aria-busy>
        <p className={classes.figure} role="status">
          {wordings.countPanel.about} {formatNumber(rounded(estimate))}{' '}
          <span>{wordings.countPanel.people}</span>
        </p>
        <Text c="dimmed">{wordings.countPanel.countingExactly}</Text>
      </div>
    );
  if (!counted)
    return (
      <div role="status" aria-label={wordings.countPanel.counting}>
        <Loader size="sm" />
      </div>
    );
  const { count, optedOut, examples } = counted;
  return (
    <div data-stale={isStale || undefined} className={classes.figures} aria-busy={isStale}>
      <p className={classes.figure} role="status">
        <CountUp value={count} />{' '}
        <span>{count === 1 ? wordings.countPanel.person : wordings.countPanel.people}</span>
      </p>
      {optedOut > 0 && <Text c="dimmed">{wordings.countPanel.optedOut(formatNumber(optedOut))}</Text>}
      {examples.length > 0 && (
        <>
          <Text c="dimmed" size="sm" mt="sm">
            {count > examples.length
              ? wordings.countPanel.newestOf(
                  countedWords(examples.length, wordings.countPanel.person, wordings.countPanel.people),
                )
              : wordings.countPanel.everyone}
          </Text>
          <ul className={classes.examples}>
            {examples.map(({ contact, phone, displayName }) => (
              <li key={contact}>
                <Anchor component={Link} to={`/lists/member/details/0/${contact}`} className="clamp-1">
                  {displayName || phoneText(phone)}
                </Anchor>
                {displayName && (
                  <Text c="dimmed" size="sm">
                    {phoneText(phone)}
                  </Text>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
