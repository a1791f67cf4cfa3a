import { Button, SegmentedControl } from '@mantine/core';
import { IconInbox, IconMessages } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { useQueryParam } from '../data/use-query-param.ts';
import { Page } from '../kit/page.tsx';
import { SearchBox, useSearch } from '../kit/search-box.tsx';
import { EmptyState } from '../kit/states.tsx';
import { useDevice } from '../kit/use-device.ts';
import classes from './inbox.module.css';
import { OddTextsLink } from './odd-texts.tsx';
import { ThreadList } from './thread-list.tsx';
import { ThreadPane } from './thread-pane.tsx';
import { type ThreadFilter, useThreads } from './use-threads.ts';

const FILTERS: { value: ThreadFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'mine', label: 'Mine' },
  { value: 'unassigned', label: 'Unassigned' },
];

/** What people text to the account's channels, person by person, and the answers. */
export function Inbox() {
  const contact = Number(useParams().contact ?? 0) || 0;
  const [search] = useSearch();
  const [shown, setShown] = useQueryParam('show');
  const filter = FILTERS.find(({ value }) => value === shown)?.value ?? 'all';
  const inbox = useThreads(search, filter);
  const isNarrow = useDevice() !== 'desktop';

  const isEmpty =
    !inbox.isPending && !inbox.error && inbox.threads.length === 0 && search === '' && filter === 'all';
  if (isEmpty && contact === 0)
    return (
      <Page title="Inbox">
        <EmptyState
          icon={IconInbox}
          title="No messages yet"
          action={
            <Button component={Link} to="/tools/phone">
              Text it with a test phone
            </Button>
          }
        >
          When people text one of your channels, their messages appear here by themselves.
        </EmptyState>
        <OddTextsLink />
      </Page>
    );
  if (isNarrow && contact > 0)
    return (
      <Page title="Conversation" crumbs={[{ label: 'Inbox', to: '/inbox' }]}>
        <ThreadPane key={contact} contact={contact} />
      </Page>
    );
  return (
    <Page title="Inbox">
      <div className={classes.panes}>
        <section className={classes.list} aria-label="People">
          <SearchBox placeholder="Search Messages..." wide />
          <SegmentedControl
            fullWidth
            classNames={{ control: classes.filter ?? '', label: classes.filterLabel ?? '' }}
            data={FILTERS}
            value={filter}
            onChange={(value) => setShown(value === 'all' ? '' : value)}
            aria-label="Which people are shown"
          />
          <ThreadList inbox={inbox} filter={filter} opened={contact} />
          <OddTextsLink />
        </section>
        {!isNarrow && (
          <section className={classes.pane} aria-label="Conversation">
            {contact > 0 ? (
              <ThreadPane key={contact} contact={contact} />
            ) : (
              <div className={`card ${classes.none}`}>
                <EmptyState icon={IconMessages} title="Choose a conversation">
                  What somebody texted, what your campaigns answered, and a place to write yourself.
                </EmptyState>
              </div>
            )}
          </section>
        )}
      </div>
    </Page>
  );
}
