import { Button, SegmentedControl } from '@mantine/core';
import { IconInbox, IconMessages } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { useQueryParam } from '../data/use-query-param.ts';
import { Page } from '../kit/page.tsx';
import { SearchBox, useSearch } from '../kit/search-box.tsx';
import { EmptyState } from '../kit/states.tsx';
import { useDevice } from '../kit/use-device.ts';
import { common } from '../kit/wordings.ts';
import { namedSegment, SegmentFilter } from '../segments/index.ts';
import classes from './inbox.module.css';
import { OddTextsLink } from './odd-texts.tsx';
import { ThreadList } from './thread-list.tsx';
import { ThreadPane } from './thread-pane.tsx';
import { useInboxNews } from './use-inbox-news.ts';
import { type ThreadFilter, useThreads } from './use-threads.ts';
import { wordings } from './wordings.ts';

const FILTERS: { value: ThreadFilter; label: string }[] = [
  { value: 'all', label: wordings.inbox.all },
  { value: 'unread', label: wordings.inbox.unread },
  { value: 'waiting', label: wordings.inbox.waiting },
  { value: 'mine', label: wordings.inbox.mine },
  { value: 'unassigned', label: wordings.inbox.unassigned },
];

/** What people text to the account's channels, person by person, and the answers. */
export function Inbox() {
  const contact = Number(useParams().contact ?? 0) || 0;
  const [search] = useSearch();
  const [shown, setShown] = useQueryParam('show');
  const filter = FILTERS.find(({ value }) => value === shown)?.value ?? 'all';
  const [named, setNamed] = useQueryParam('segment');
  const segment = namedSegment(named) ?? 0;
  const setSegment = (chosen: number) => setNamed(chosen === 0 ? '' : String(chosen));
  const inbox = useThreads({ search, filter, segment });
  const address = useLocation().search;
  const isNarrow = useDevice() !== 'desktop';
  const [person, setPerson] = useState('');
  const [since] = useState(() => new Date().toISOString());
  useInboxNews(inbox, since, contact);

  const isAll = search === '' && filter === 'all' && segment === 0;
  const isEmpty = !inbox.isPending && !inbox.error && inbox.threads.length === 0 && isAll;
  if (isEmpty && contact === 0)
    return (
      <Page title={common.inbox}>
        <EmptyState
          icon={IconInbox}
          title={wordings.shared.noMessagesYet}
          action={
            <Button component={Link} to="/tools/phone">
              {wordings.inbox.textItWithATest}
            </Button>
          }
        >
          {wordings.inbox.whenPeopleTextOne}
        </EmptyState>
        <OddTextsLink />
      </Page>
    );
  if (isNarrow && contact > 0)
    return (
      <Page
        title={wordings.inbox.conversation}
        of={person}
        crumbs={[{ label: common.inbox, to: `/inbox${address}` }]}
      >
        <ThreadPane key={contact} contact={contact} onPerson={setPerson} />
      </Page>
    );
  return (
    <Page title={common.inbox} of={contact > 0 ? person : ''}>
      <div className={classes.panes}>
        <section className={classes.list} aria-label={common.people}>
          <SearchBox placeholder={wordings.inbox.searchMessages} wide />
          <SegmentedControl
            fullWidth
            classNames={{ control: classes.filter ?? '', label: classes.filterLabel ?? '' }}
            data={FILTERS}
            value={filter}
            onChange={(value) => setShown(value === 'all' ? '' : value)}
            aria-label={wordings.inbox.whichPeopleAreShown}
          />
          <SegmentFilter value={segment} onChange={setSegment} />
          <OddTextsLink />
          <ThreadList
            inbox={inbox}
            filter={filter}
            opened={contact}
            since={since}
            {...(segment > 0 && { ofSegment: { segment, onEveryone: () => setSegment(0) } })}
          />
        </section>
        {!isNarrow && (
          <section className={classes.pane} aria-label={wordings.inbox.conversation}>
            {contact > 0 ? (
              <ThreadPane key={contact} contact={contact} onPerson={setPerson} />
            ) : (
              <div className={`card ${classes.none}`}>
                <EmptyState icon={IconMessages} title={wordings.inbox.chooseAConversation}>
                  {wordings.inbox.seeWhatTheyTexted}
                </EmptyState>
              </div>
            )}
          </section>
        )}
      </div>
    </Page>
  );
}
