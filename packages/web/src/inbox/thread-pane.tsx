import { Anchor, Badge, Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Fragment, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useZone } from '../data/use-account.ts';
import { Bubble, BubbleBreak } from '../kit/bubble.tsx';
import { formatDate } from '../kit/date-text.tsx';
import { Face } from '../kit/face.tsx';
import { LoadFailed } from '../kit/load-failed.tsx';
import { phoneText } from '../kit/phone-text.ts';
import classes from './inbox.module.css';
import { Pictures, wordsBeside } from './pictures.tsx';
import { ReplyBox } from './reply-box.tsx';
import { statusWords } from './status-words.ts';
import { type Said, useThread } from './use-thread.ts';

/** One person's conversation, with a place to write. */
export function ThreadPane({ contact }: { contact: number }) {
  const thread = useThread(contact);
  const { person } = thread;
  if (thread.error && !person)
    return (
      <div className="card">
        <LoadFailed
          what="conversation"
          error={thread.error}
          onRetry={thread.retry}
          back={{ label: 'Show the inbox', to: '/inbox' }}
        />
      </div>
    );
  return (
    <div className={`card ${classes.conversation}`}>
      <header className={classes.head}>
        <Face name={person?.knownAs ?? ''} />
        <div className={classes.person}>
          <Title order={2} className="clamp-1">
            {person ? (
              <Anchor component={Link} to={`/lists/member/details/0/${contact}`} inherit c="inherit">
                {person.knownAs || phoneText(person.phone)}
              </Anchor>
            ) : (
              <Skeleton height={20} width={140} />
            )}
          </Title>
          {person && person.knownAs !== '' && <Text c="dimmed">{phoneText(person.phone)}</Text>}
        </div>
        {person?.optedOut && (
          <Badge color="red" variant="light">
            Opted out
          </Badge>
        )}
        <Button
          variant="subtle"
          size="compact-md"
          ml="auto"
          leftSection={<IconCheck size={16} />}
          onClick={thread.putAway}
          disabled={!person}
        >
          Needs no answer
        </Button>
      </header>
      <Log thread={thread} name={person ? phoneText(person.phone) : ''} />
      {person && <ReplyBox contact={contact} person={person} onSent={thread.retry} />}
    </div>
  );
}

const BREAK_MS = 15 * 60_000;

function Log({ thread, name }: { thread: ReturnType<typeof useThread>; name: string }) {
  const zone = useZone();
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
      aria-label={`Messages with ${name}`}
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
            Earlier messages
          </Button>
        </Group>
      )}
      {messages.map((message, index) => {
        const before = messages[index - 1];
        const isApart = !before || Date.parse(message.at) - Date.parse(before.at) > BREAK_MS;
        return (
          <Fragment key={`${message.direction}${message.id}`}>
            {isApart && <BubbleBreak>{formatDate(message.at, zone)}</BubbleBreak>}
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
          </Fragment>
        );
      })}
    </div>
  );
}

function Meta({ message, time }: { message: Said; time: string }) {
  const { direction, status, reason, origin, campaign, campaignName } = message;
  const by = direction === 'MT' && origin === 'inbox' ? 'From the inbox' : campaignName;
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
    <div role="status" aria-label="Loading" className={classes.waiting}>
      <Skeleton height={40} width="55%" radius="lg" />
      <Skeleton height={40} width="45%" radius="lg" ml="auto" />
      <Skeleton height={40} width="60%" radius="lg" />
    </div>
  );
}
