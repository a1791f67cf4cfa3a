import { Badge, Button, Stack, Text } from '@mantine/core';
import { IconChartPie, IconChecks, IconPlayerPause, IconUserCheck } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import type { AskError } from '../data/ask.ts';
import { useSession } from '../data/session.ts';
import { DateText } from '../kit/date-text.tsx';
import { Face } from '../kit/face.tsx';
import { Filled } from '../kit/filled.tsx';
import { InfiniteScroll } from '../kit/infinite-scroll.tsx';
import { phoneText } from '../kit/phone-text.ts';
import { Rows } from '../kit/rows.tsx';
import { useSearch } from '../kit/search-box.tsx';
import { EmptyState, FailedState, LoadingRows, NothingFound } from '../kit/states.tsx';
import { VirtualList } from '../kit/virtual-list.tsx';
import { UselessSegment } from '../segments/index.ts';
import classes from './inbox.module.css';
import { saidOf } from './pictures.tsx';
import type { Thread, ThreadFilter, useThreads } from './use-threads.ts';
import { nameOf } from './who.ts';
import { wordings } from './wordings.ts';

type ThreadListProps = {
  inbox: ReturnType<typeof useThreads>;
  filter: ThreadFilter;
  /** The contact whose conversation is open; 0: none. */
  opened: number;
  /** When the inbox was opened. */
  since: string;
  /** Only the people of a segment are shown. */
  ofSegment?: OfSegment;
};
type OfSegment = { segment: number; onEveryone: () => void };

/** What is said where a filter shows nobody. */
const NONE: Record<ThreadFilter, { title: string; words: string }> = {
  all: { title: wordings.shared.noMessagesYet, words: wordings.threadList.whenPeopleTextOne },
  unread: { title: wordings.threadList.allCaughtUp, words: wordings.threadList.newTextsShowUpHere },
  waiting: {
    title: wordings.threadList.noOnesWaiting,
    words: wordings.threadList.peopleWhoseTextsNoCampaign,
  },
  mine: {
    title: wordings.threadList.nothingAssignedTo,
    words: wordings.threadList.conversationsAssignedToYouShow,
  },
  unassigned: {
    title: wordings.threadList.nothingToPickUp,
    words: wordings.threadList.peopleWhoAreWaiting,
  },
};

/** The people, each with the last text. */
export function ThreadList({ inbox, filter, opened, since, ofSegment }: ThreadListProps) {
  const [search, setSearch] = useSearch();
  const { threads } = inbox;
  if (ofSegment && inbox.error && isAboutSegment(inbox.error))
    return (
      <UselessSegment
        {...ofSegment}
        problem={inbox.error.kind === 'unknown' ? null : inbox.error.message}
        goneMeans={wordings.threadList.chooseAnother}
      />
    );
  if (inbox.error && threads.length === 0)
    return (
      <FailedState
        title={wordings.threadList.couldntLoadTheMessages}
        error={inbox.error}
        onRetry={inbox.retry}
      />
    );
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
          hint={wordings.threadList.searchByNumber}
        />
        <Reach {...inbox} />
      </>
    );
  if (threads.length === 0 && ofSegment)
    return (
      <>
        <EmptyState
          icon={IconChartPie}
          title={wordings.threadList.nobodyOfIt + (inbox.since === '' ? '' : wordings.threadList.soFar)}
          action={
            <Button variant="default" onClick={ofSegment.onEveryone}>
              {wordings.threadList.showEveryone}
            </Button>
          }
        >
          {filter === 'all' ? wordings.threadList.nobodyOfItTexted : wordings.threadList.orAnotherFilter}
        </EmptyState>
        <Reach {...inbox} />
      </>
    );
  if (threads.length === 0)
    return (
      <>
        <EmptyState
          icon={IconChecks}
          title={NONE[filter].title + (inbox.since === '' ? '' : wordings.threadList.soFar)}
        >
          {NONE[filter].words}
        </EmptyState>
        <Reach {...inbox} />
      </>
    );
  return (
    <>
      <Rows>
        <VirtualList
          items={threads}
          rowHeight={72}
          keyOf={({ contact }) => contact}
          className={classes.messages}
        >
          {(thread) => (
            <ThreadRow thread={thread} isOpen={thread.contact === opened} isNew={thread.at > since} />
          )}
        </VirtualList>
      </Rows>
      <InfiniteScroll {...inbox} />
      <Reach {...inbox} />
    </>
  );
}

/** The segment is gone, or names something that is. */
const isAboutSegment = ({ kind }: AskError): boolean => kind === 'unknown' || kind === 'refused';

/** How far back was looked, where that was not to the beginning, and a way on. */
function Reach({ since, loadMore }: { since: string; loadMore: () => void }) {
  if (since === '') return null;
  return (
    <Stack align="center" gap="xs" mt="sm">
      <Text c="dimmed" ta="center" role="status">
        <Filled
          words={wordings.threadList.searchedTextsSince}
          parts={{ day: <DateText at={since} span /> }}
        />
      </Text>
      <Button variant="default" onClick={loadMore}>
        {wordings.threadList.searchFurtherBack}
      </Button>
    </Stack>
  );
}

function ThreadRow({ thread, isOpen, isNew }: { thread: Thread; isOpen: boolean; isNew: boolean }) {
  const { contact, phone, displayName, campaignName, unread, waits, paused, at, closed, assignee } = thread;
  const user = useSession((session) => session.user);
  const text = saidOf(thread);
  const { search } = useLocation();
  return (
    <Link
      data-new={isNew || undefined}
      to={{ pathname: `/inbox/${contact}`, search }}
      className={classes.thread}
      aria-current={isOpen ? 'true' : undefined}
      data-unread={unread > 0 || undefined}
    >
      <Face name={displayName} />
      <span className="clamp-1" title={displayName || undefined}>
        {displayName !== '' && <bdi className={classes.who}>{displayName}</bdi>}{' '}
        <span className={displayName === '' ? classes.who : classes.number}>{phoneText(phone)}</span>
      </span>
      <DateText at={at} as="relative" c="dimmed" />
      <span className={`clamp-2 ${classes.said}`}>{text}</span>
      <span className={classes.marks}>
        {unread > 0 && (
          <Badge circle={unread < 10} color="teal" aria-label={wordings.threadList.unread(unread)}>
            {unread > 99 ? '99+' : unread}
          </Badge>
        )}
      </span>
      {(waits || paused || closed || assignee > 0 || campaignName !== '') && (
        <span className={classes.state}>
          {closed && <span>{wordings.shared.closed}</span>}
          {waits && <span className={classes.waits}>{wordings.threadList.waitingForAReply}</span>}
          {paused && (
            <span className={classes.halted}>
              <IconPlayerPause size={14} aria-hidden /> {wordings.threadList.campaignPaused}
            </span>
          )}
          {!waits && !paused && !closed && campaignName !== '' && (
            <span className="clamp-1">{campaignName}</span>
          )}
          {assignee > 0 && (
            <span className={`clamp-1 ${classes.assignee}`}>
              <IconUserCheck size={14} aria-label={wordings.threadList.assignedTo} /> {nameOf(thread, user)}
            </span>
          )}
        </span>
      )}
    </Link>
  );
}
