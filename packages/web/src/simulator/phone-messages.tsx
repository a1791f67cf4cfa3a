import { Anchor } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconChecks, IconClock, IconHelpCircle } from '@tabler/icons-react';
import { type ComponentType, Fragment, useLayoutEffect, useRef } from 'react';
import { useZone } from '../data/use-account.ts';
import { Bubble, BubbleBreak } from '../kit/bubble.tsx';
import { formatDate } from '../kit/date-text.tsx';
import { useNews } from '../kit/use-news.ts';
import { common } from '../kit/wordings.ts';
import classes from './phones.module.css';
import type { PhoneMessage, Unsent } from './use-texting.ts';
import { wordings } from './wordings.ts';

type MessagesProps = {
  name: string;
  /** What it texts with. */
  channel: string;
  messages: PhoneMessage[];
  unsent: Unsent[];
  onResend: (text: Unsent) => void;
};

const BREAK_MS = 15 * 60_000;

/** The talk, newest at the bottom; it follows new messages unless the person has scrolled up. */
export function PhoneMessages({ name, channel, messages, unsent, onResend }: MessagesProps) {
  const zone = useZone();
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const count = messages.length + unsent.length;
  const authorOf = (direction: string) => (direction === 'MO' ? wordings.phoneMessages.you : channel);
  useNews(
    messages.map(({ id, direction, text }) => ({ id: String(id), words: `${authorOf(direction)}: ${text}` })),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is what scrolls the talk
  useLayoutEffect(() => {
    if (atEnd.current) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [count]);
  return (
    <div
      ref={box}
      className={classes.log}
      role="log"
      aria-live="off"
      aria-label={wordings.phoneMessages.messagesOf(name)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a log that scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < 40;
      }}
    >
      {count === 0 && <BubbleBreak>{wordings.phoneMessages.textAKeywordToBegin}</BubbleBreak>}
      {messages.map((message, index) => {
        const before = messages[index - 1];
        const isApart = !before || Date.parse(message.at) - Date.parse(before.at) > BREAK_MS;
        const side = message.direction === 'MO' ? 'out' : 'in';
        return (
          <Fragment key={message.id}>
            {isApart && <BubbleBreak>{formatDate(message.at, zone)}</BubbleBreak>}
            <Bubble
              side={side}
              by={authorOf(message.direction)}
              follows={!isApart && before.direction === message.direction}
              meta={<Meta message={message} time={formatDate(message.at, zone, 'time')} />}
            >
              {message.text}
            </Bubble>
          </Fragment>
        );
      })}
      {unsent.map((text) => (
        <Bubble
          key={text.reference}
          side="out"
          by={wordings.phoneMessages.you}
          meta={
            text.failed ? (
              <span className={classes.bad}>
                {common.notSent}{' '}
                <Anchor
                  component="button"
                  type="button"
                  inherit
                  c="inherit"
                  underline="always"
                  onClick={() => onResend(text)}
                >
                  {wordings.phoneMessages.tryAgain}
                </Anchor>
              </span>
            ) : (
              wordings.phoneMessages.sending
            )
          }
        >
          {text.text}
        </Bubble>
      ))}
    </div>
  );
}

type Tick = { icon: ComponentType<{ size?: number; stroke?: number }>; words: string; bad?: boolean };

const TICKS: Record<string, Tick> = {
  queued: { icon: IconClock, words: wordings.phoneMessages.queued },
  held: { icon: IconClock, words: wordings.phoneMessages.heldBack },
  sending: { icon: IconClock, words: common.sending },
  sent: { icon: IconCheck, words: common.sent },
  delivered: { icon: IconChecks, words: common.delivered },
  unknown: { icon: IconHelpCircle, words: wordings.phoneMessages.unknown },
  failed: { icon: IconAlertCircle, words: common.failed, bad: true },
  undelivered: { icon: IconAlertCircle, words: common.notDelivered, bad: true },
  expired: { icon: IconAlertCircle, words: wordings.phoneMessages.expired, bad: true },
  skipped: { icon: IconAlertCircle, words: wordings.phoneMessages.skipped, bad: true },
};

/** Status, credits and time of what came in; the time of what was written. */
function Meta({ message, time }: { message: PhoneMessage; time: string }) {
  if (message.direction === 'MO') return time;
  const tick = TICKS[message.status];
  const Icon = tick?.icon;
  const { credits } = message;
  return (
    <>
      <span className={classes.status} data-bad={tick?.bad || undefined} data-status={message.status}>
        {Icon && <Icon size={14} stroke={2} />}
        {tick?.words ?? message.status}
      </span>
      <span>
        · {credits} {credits === 1 ? 'credit' : 'credits'} · {time}
      </span>
    </>
  );
}
