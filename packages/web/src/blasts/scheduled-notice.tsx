import { Anchor, Box } from '@mantine/core';
import { calls } from '@parley/contract';
import { toLocalDateTime } from '@parley/rules/time-zone.ts';
import { Link } from 'react-router';
import { useLive } from '../data/live.ts';
import { useZone } from '../data/use-account.ts';
import { useCall } from '../data/use-call.ts';
import { Notice } from '../kit/notice.tsx';
import classes from './blast.module.css';
import { startLine, takenWords } from './schedule.ts';
import { wordings } from './wordings.ts';

/**
 * Says where a campaign's texts are changed which scheduled blasts will send them, and when; nothing while
 * there are none.
 */
export function ScheduledNotice({ campaign }: { campaign: number }) {
  const zone = useZone();
  const { data, refetch } = useCall(calls.blast.scheduled, { campaign });
  useLive('blast', () => void refetch());
  if (!data || data.blasts.length === 0) return null;
  return (
    <Box mb="md">
      <Notice title={wordings.scheduledTitle}>
        <ul className={classes.faults}>
          {data.blasts.map(({ id, campaign: shownUnder, at, localTime, queued }) => (
            <li key={id}>
              <Anchor component={Link} to={`/blast/${shownUnder}/live/${id}`} underline="always" c="inherit">
                {wordings.scheduledOne(
                  startOf(at, localTime, zone),
                  queued,
                  localTime === '' ? null : takenWords(localTime, zone, new Date()),
                )}
              </Anchor>
            </li>
          ))}
        </ul>
        {wordings.scheduledNote}
      </Notice>
    </Box>
  );
}

const startOf = (at: string, localTime: string, zone: string) =>
  startLine({ startAt: localTime || toLocalDateTime(at, zone), localTime: localTime !== '' }, zone);
