import { Anchor, Button, Group, Skeleton } from '@mantine/core';
import { Fragment, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useAccount, useZone } from '../data/use-account.ts';
import { Bubble, BubbleBreak } from '../kit/bubble.tsx';
import { formatDate } from '../kit/date-text.tsx';
import { LoadFailed } from '../kit/load-failed.tsx';
import { phoneText } from '../kit/phone-text.ts';
import { common } from '../kit/wordings.ts';
import { Compose } from './compose.tsx';
import classes from './inbox.module.css';
import { Note } from './note.tsx';
import { PausedNotice } from './paused-notice.tsx';
import { Pictures, wordsBeside } from './pictures.tsx';
import { statusWords } from './status-words.ts';
import { ThreadHead } from './thread-head.tsx';
import { type Said, useThread } from './use-thread.ts';
import { wordings } from './wordings.ts';

/** One person's conversation, with a place to write. */
export function ThreadPane({ contact }: { contact: number }) {
  const thread = useThread(contact);
  const { person } = thread;
  if (thread.error && !person)
    return (
      <div className={`card ${classes.none}`}>
        <LoadFailed
          what={wordings.threadPane.conversation}
          error={thread.error}
          onRetry={thread.retry}
          back={{ label: wordings.threadPane.showTheInbox, to: '/inbox' }}
        />
      </div>
    );
  return (
    <div className={`card ${classes.conversation}`}>
      <ThreadHead contact={contact} thread={thread} />
      <Log thread={thread} name={person ? phoneText(person.phone) : ''} />
      {person && <PausedNotice contact={contact} until={person.pausedUntil} />}
      {person && <Compose contact={contact} person={person} onSent={thread.retry} />}
    </div>
  );
}

const BREAK_MS = 15 * 60_000;

function Log({ thread, name }: { thread: ReturnType<typeof useThread>; name: string }) {
  const zone = useZone();
  const { data: account } = useAccount();
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const { messages, person } = thread;
  const newest = messages.at(-1)?.id;
  const keepAtEnd = () => {
    if (atEnd.current) box.current?.scrollTo({ top: box.current.scrollHeight });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is what scrolls the log
  useLayoutEffect(keepAtEnd, [newest]);
  return (
    <div
      ref={box}
      className={classes.log}
      role="log"
      aria-label={wordings.threadPane.messagesWith(name)}
      aria-busy={!person}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a log that scrolls must be reachable by keyboard
      tabIndex={0}
      // A picture grows when it is here.
      onLoadCapture={keepAtEnd}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < 40;
      }}
    >
      {!person && <Waiting />}
      {thread.hasEarlier && (
        <Group justify="center">
          <Button variant="subtle" loading={thread.isLoadingEarlier} onClick={thread.loadEarlier}>
            {wordings.threadPane.earlierMessages}
          </Button>
        </Group>
      )}
      {messages.map((message, index) => {
        const before = messages[index - 1];
        const isApart = !before || Date.parse(message.at) - Date.parse(before.at) > BREAK_MS;
        return (
          <Fragment key={`${message.direction}${message.id}`}>
            {isApart && <BubbleBreak>{formatDate(message.at, zone)}</BubbleBreak>}
            {message.direction === 'NOTE' ? (
              <Note
                note={message}
                time={formatDate(message.at, zone, 'time')}
                mayDelete={account?.role === 'owner' || message.author === account?.email}
              />
            ) : (
              <Bubble
                side={message.direction === 'MO' ? 'in' : 'out'}
                follows={!isApart && before.direction === message.direction}
                media={
                  message.media.length > 0 && (
                    <Pictures message={message.id} media={message.media} kept={message.kept} />
                  )
                }
                meta={<Meta message={message} time={formatDate(message.at, zone, 'time')} />}
              >
                {wordsBeside(message)}
              </Bubble>
            )}
          </Fragment>
        );
      })}
    </div>
  );
}

function Meta({ message, time }: { message: Said; time: string }) {
  const { direction, status, reason, origin, campaign, campaignName } = message;
  const by = direction === 'MT' && origin === 'inbox' ? wordings.threadPane.fromTheInbox : campaignName;
  return (
    <>
      <span>{time}</span>
      {by !== '' && (
        <>
          <span aria-hidden>·</span>
          {campaign > 0 ? (
            <Anchor
              component={Link}
              to={`/campaign/editor/${campaign}`}
              inherit
              c="inherit"
              className={classes.campaignName ?? ''}
              title={by}
            >
              {by}
            </Anchor>
          ) : (
            <span>{by}</span>
          )}
        </>
      )}
      {direction === 'MT' && (
        <>
          <span aria-hidden>·</span>
          <span>{statusWords(status, reason)}</span>
        </>
      )}
    </>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label={common.loading} className={classes.waiting}>
      <Skeleton height={40} width="55%" radius="lg" />
      <Skeleton height={40} width="45%" radius="lg" ml="auto" />
      <Skeleton height={40} width="60%" radius="lg" />
    </div>
  );
}
