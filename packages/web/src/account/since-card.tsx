import { Anchor, Title } from '@mantine/core';
import type { Overview } from '@parley/contract';
import { Link } from 'react-router';
import { DateText } from '../kit/date-text.tsx';
import { Filled } from '../kit/filled.tsx';
import { formatNumber } from '../kit/numbers.tsx';
import classes from './welcome.module.css';
import { wordings } from './wordings.ts';

const COUNTS = [
  ['received', wordings.sinceCard.textCameIn, wordings.sinceCard.textsCameIn],
  ['optIns', wordings.sinceCard.personJoined, wordings.sinceCard.peopleJoined],
  ['optOuts', wordings.sinceCard.personOptedOut, wordings.sinceCard.peopleOptedOut],
] as const;

/** What happened while the person was away. */
export function SinceLastVisit({ since }: { since: NonNullable<Overview['since']> }) {
  const counted = COUNTS.filter(([key]) => since[key] > 0);
  const nothing = counted.length === 0 && since.blasts.length === 0;
  return (
    <section className={`card ${classes.since}`}>
      <Title order={2}>
        <Filled
          words={wordings.sinceCard.sinceYourLastVisit}
          parts={{ when: <DateText at={since.at} as="relative" c="dimmed" fw={400} span /> }}
        />
      </Title>
      {nothing && <p className={classes.quiet}>{wordings.sinceCard.nothingNew}</p>}
      <ul>
        {counted.map(([key, one, many]) => (
          <li key={key}>
            <Filled
              words={since[key] === 1 ? one : many}
              parts={{ count: <b className="tabular">{formatNumber(since[key])}</b> }}
            />
          </li>
        ))}
        {since.blasts.map(({ id, campaignId, campaign, delivered, failed }) => (
          <li key={id}>
            <Filled
              words={wordings.sinceCard.ended(delivered, failed)}
              parts={{
                campaign: (
                  <Anchor component={Link} to={`/blast/${campaignId}/live/${id}`}>
                    {campaign}
                  </Anchor>
                ),
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
