import { IconCheck, IconClock, IconPlayerPause, IconSend } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useZone } from '../data/use-account.ts';
import { formatDate, withoutThisYear } from '../kit/date-text.tsx';
import { common } from '../kit/wordings.ts';
import classes from './send-mark.module.css';
import type { Send } from './sends.ts';
import { wordings } from './wordings.ts';

const ICONS = {
  fanning: IconSend,
  running: IconSend,
  paused: IconPlayerPause,
  scheduled: IconClock,
  done: IconCheck,
} as const;

/** How the campaign's blast stands, and the way to it. */
export function SendMark({ send }: { send: Send }) {
  const zone = useZone();
  if (send.state === 'cancelled' || send.state === 'failed') return null;
  const Icon = ICONS[send.state];
  return (
    <Link
      to={`/blast/${send.campaign}/live/${send.id}`}
      className={`above ${classes.mark}`}
      data-state={send.state}
    >
      <Icon size={14} stroke={2} aria-hidden />
      {wordsOf(send, zone)}
    </Link>
  );
}

function wordsOf({ state, total, queued, scheduledFor, startedAt }: Send, zone: string): string {
  if (state === 'scheduled') return withoutThisYear(formatDate(scheduledFor, zone));
  if (state === 'done')
    return wordings.sendMark.sentOn(withoutThisYear(formatDate(startedAt || scheduledFor, zone, 'date')));
  if (state === 'paused') return wordings.sendMark.paused;
  return total > 0
    ? wordings.sendMark.sendingPercent(Math.floor(((total - queued) / total) * 100))
    : common.sending;
}
