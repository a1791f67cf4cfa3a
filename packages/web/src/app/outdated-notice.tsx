import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useOutdated } from '../data/kept.ts';
import { useZone } from '../data/use-account.ts';
import { announce } from '../kit/announce.ts';
import { formatDate, zoneName } from '../kit/date-text.tsx';
import { common } from '../kit/wordings.ts';
import classes from './outdated-notice.module.css';
import { wordings } from './wordings.ts';

/** Says, whatever is open, that what it shows could not be read again. Nothing is taken away for that. */
export function OutdatedNotice() {
  const { since, isTrying, retry } = useOutdated();
  const zone = useZone();
  const words = since === null ? '' : wordsOf(since, zone);
  useEffect(() => {
    if (words !== '') announce(words);
  }, [words]);
  if (words === '') return null;
  return (
    <div className={classes.place}>
      <div className={classes.notice}>
        <span>{words}</span>
        <Button variant="subtle" size="compact-md" onClick={retry} loading={isTrying}>
          {common.retry}
        </Button>
      </div>
    </div>
  );
}

const wordsOf = (since: number, zone: string) =>
  `${wordings.outdatedNotice.couldntRefresh} ${wordings.outdatedNotice.whatWasHere(whenWords(since, zone))}`;

/** The time alone, of an earlier day with its date. */
function whenWords(since: number, zone: string): string {
  const [read, now] = [new Date(since).toISOString(), new Date().toISOString()];
  const isToday = formatDate(read, zone, 'date') === formatDate(now, zone, 'date');
  return `${formatDate(read, zone, isToday ? 'time' : 'both')} ${zoneName(zone, new Date(since))}`;
}
