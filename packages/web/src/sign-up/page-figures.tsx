import { Text, Title } from '@mantine/core';
import { calls } from '@parley/contract';
import { useCall } from '../data/use-call.ts';
import { DateText } from '../kit/date-text.tsx';
import { CountUp, formatNumber } from '../kit/numbers.tsx';
import { FailedState } from '../kit/states.tsx';
import classes from './sign-up-page.module.css';
import { wordings } from './wordings.ts';

/** How many signed up, in all and by day. */
export function PageFigures({ list }: { list: number }) {
  const words = wordings.pageFigures;
  const { data, error, refetch } = useCall(calls.signUpPages.figures, { list });
  const { signedUp = 0, waiting = 0, days = [] } = data ?? {};
  return (
    <section className={`card ${classes.block}`} aria-labelledby="page-figures">
      <Title order={2} id="page-figures">
        {words.heading}
      </Title>
      {error && !data ? (
        <FailedState title={words.heading} error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <p className={classes.figure}>
            <CountUp value={signedUp} /> <span>{words.signedUp}</span>
          </p>
          {waiting > 0 && <Text c="dimmed">{words.waiting(waiting)}</Text>}
          {data && days.length === 0 ? (
            <Text c="dimmed">{words.none}</Text>
          ) : (
            <table className={classes.days}>
              <caption>{words.perDay}</caption>
              <tbody>
                {days.map(({ day, count }) => (
                  <tr key={day}>
                    <th scope="row">
                      <DateText at={day} as="date" />
                    </th>
                    <td className="tabular">{formatNumber(count)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </>
      )}
    </section>
  );
}
