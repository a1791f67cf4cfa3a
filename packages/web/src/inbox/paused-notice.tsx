import { Button } from '@mantine/core';
import { calls } from '@parley/contract';
import { IconRobot } from '@tabler/icons-react';
import { useMaySend } from '../account/sender-only.tsx';
import { useZone } from '../data/use-account.ts';
import { useAction } from '../data/use-call.ts';
import { formatDate } from '../kit/date-text.tsx';
import classes from './inbox.module.css';
import { wordings } from './wordings.ts';

const words = wordings.paused;

/**
 * That somebody of the team has taken over, until when, and the way back to the campaign; nothing while the
 * campaign answers.
 */
export function PausedNotice({ contact, until }: { contact: number; until: string }) {
  const zone = useZone();
  const handBack = useAction(calls.inbox.handBack, {
    invalidates: [calls.inbox.thread],
    notice: words.handedBack,
  });
  const maySend = useMaySend();
  if (until === '') return null;
  return (
    <div className={classes.paused} role="status">
      <div>
        <b>{words.title}</b>
        <p>{words.until(formatDate(until, zone))}</p>
      </div>
      {maySend && (
        <Button
          variant="default"
          leftSection={<IconRobot size={16} />}
          loading={handBack.isPending}
          onClick={() => handBack.mutate({ contact })}
        >
          {words.handBack}
        </Button>
      )}
    </div>
  );
}
