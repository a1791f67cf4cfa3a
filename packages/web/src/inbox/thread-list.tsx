import { Badge, Button, Stack, Text } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { DateText } from '../kit/date-text.tsx';
import { Face } from '../kit/face.tsx';
import { InfiniteScroll } from '../kit/infinite-scroll.tsx';
import { phoneText } from '../kit/phone-text.ts';
import { Rows } from '../kit/rows.tsx';
import { useSearch } from '../kit/search-box.tsx';
import { EmptyState, FailedState, LoadingRows, NothingFound } from '../kit/states.tsx';
import classes from './inbox.module.css';
import { picturesCount, wordsBeside } from './pictures.tsx';
import type { Thread, ThreadFilter, useThreads } from './use-threads.ts';

type ThreadListProps = {
  inbox: ReturnType<typeof useThreads>;
  filter: ThreadFilter;
  /** The contact whose conversation is open; 0: none. */
  opened: number;
};

/** The people, each with the last text. */
export function ThreadList({ inbox, filter, opened }: ThreadListProps) {
  const [search, setSearch] = useSearch();
  const [since] = useState(() => new Date().toISOString());
  const { threads } = inbox;
  if (inbox.error && threads.length === 0)
    return <FailedState title="The messages could not be loaded" error={inbox.error} onRetry={inbox.retry} />;
  if (inbox.isPending || (threads.length === 0 && inbox.isLooking))
    return (
      <>
        <Rows>
          <LoadingRows rows={8} height={64} />
        </Rows>
        <InfiniteScroll {...inbox} />
      </>
    );
  if (threads.length === 0 && search !== '')
    return (
      <>
        <NothingFound
          search={search}
          onClear={() => setSearch('')}
          hint="People are found by their number, by the words of their tags, and by what they texted."
        />
        <Reach {...inbox} />
      </>
    );
  if (threads.length === 0)
    return (
      <>
        <EmptyState
          icon={IconChecks}
          title={
            (filter === 'unread' ? 'All is read' : 'Nobody waits') + (inbox.since === '' ? '' : ', so far')
          }
        >
          {filter === 'unread'
            ? 'New texts appear here until somebody opens them.'
            : 'People whose text no campaign has answered appear here until you answer.'}
        </EmptyState>
        <Reach {...inbox} />
      </>
    );
  return (
    <>
      <Rows>
        <ul className={classes.messages} aria-live="polite" aria-relevant="additions">
          {threads.map((thread) => (
            <ThreadRow
              key={thread.contact}
              thread={thread}
              isOpen={thread.contact === opened}
              isNew={thread.at > since}
            />
          ))}
        </ul>
      </Rows>
      <InfiniteScroll {...inbox} />
      <Reach {...inbox} />
    </>
  );
}

/** How far back was looked, where that was not to the beginning, and a way on. */
function Reach({ since, loadMore }: { since: string; loadMore: () => void }) {
  if (since === '') return null;
  return (
    <Stack align="center" gap="xs" mt="sm">
      <Text c="dimmed" ta="center" role="status">
        Looked at texts since <DateText at={since} />.
      </Text>
      <Button variant="default" onClick={loadMore}>
        Look further back
      </Button>
    </Stack>
  );
}

function ThreadRow({ thread, isOpen, isNew }: { thread: Thread; isOpen: boolean; isNew: boolean }) {
  const { contact, phone, knownAs, media, campaignName, unread, waits, at } = thread;
  const text = wordsBeside(thread) || (media.length > 0 ? picturesCount(media.length) : '(no text)');
  const { search } = useLocation();
  return (
    <li data-new={isNew || undefined}>
      <Link
        to={{ pathname: `/inbox/${contact}`, search }}
        className={classes.thread}
        aria-current={isOpen ? 'true' : undefined}
        data-unread={unread > 0 || undefined}
      >
        <Face name={knownAs} />
        <span className="clamp-1">
          {knownAs !== '' && <span className={classes.who}>{knownAs}</span>}{' '}
          <span className={knownAs === '' ? classes.who : classes.number}>{phoneText(phone)}</span>
        </span>
        <DateText at={at} as="relative" c="dimmed" />
        <span className={`clamp-2 ${classes.said}`}>{text}</span>
        <span className={classes.marks}>
          {unread > 0 && (
            <Badge circle={unread < 10} color="teal" aria-label={`${unread} unread`}>
              {unread > 99 ? '99+' : unread}
            </Badge>
          )}
        </span>
        {(waits || campaignName !== '') && (
          <span className={`clamp-1 ${classes.campaign}`}>
            {waits ? <span className={classes.waits}>Waits for an answer</span> : campaignName}
          </span>
        )}
      </Link>
    </li>
  );
}
