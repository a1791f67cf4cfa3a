import { Anchor, Button } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { DateText } from '../kit/date-text.tsx';
import { InfiniteScroll } from '../kit/infinite-scroll.tsx';
import { Page } from '../kit/page.tsx';
import { phoneText } from '../kit/phone-text.ts';
import { Row, Rows, RowsBar } from '../kit/rows.tsx';
import { SearchBox, useSearch } from '../kit/search-box.tsx';
import { EmptyState, FailedState, LoadingRows, NothingFound } from '../kit/states.tsx';
import classes from './inbox.module.css';
import { type IncomingMessage, useInbox } from './use-inbox.ts';

/** What people text to the account's channels, as it comes in. */
export function Inbox() {
  const [search, setSearch] = useSearch();
  const inbox = useInbox(search);
  const { messages } = inbox;
  const [opened] = useState(() => new Date().toISOString());
  const isEmpty = !inbox.isPending && !inbox.error && messages.length === 0 && search === '';
  return (
    <Page title="Inbox">
      {isEmpty ? (
        <EmptyState
          icon={IconInbox}
          title="No messages yet"
          action={
            <Button component={Link} to="/tools/phone">
              Text it with a pretend phone
            </Button>
          }
        >
          When people text one of your channels, their messages appear here by themselves.
        </EmptyState>
      ) : (
        <>
          <RowsBar>
            <SearchBox placeholder="Search Messages..." />
          </RowsBar>
          {inbox.error && messages.length === 0 ? (
            <FailedState title="The messages could not be loaded" error={inbox.error} onRetry={inbox.retry} />
          ) : inbox.isPending ? (
            <Rows>
              <LoadingRows rows={8} height={64} />
            </Rows>
          ) : messages.length === 0 ? (
            <NothingFound search={search} onClear={() => setSearch('')} />
          ) : (
            <Rows>
              <ul className={classes.messages} aria-live="polite" aria-relevant="additions">
                {messages.map((message) => (
                  <Message key={message.id} message={message} isNew={message.at > opened} />
                ))}
              </ul>
            </Rows>
          )}
          <InfiniteScroll {...inbox} />
        </>
      )}
    </Page>
  );
}

function Message({ message, isNew }: { message: IncomingMessage; isNew: boolean }) {
  const { phone, text, contact, campaign, campaignName, at } = message;
  return (
    <li data-new={isNew || undefined}>
      <Row
        title={phoneText(phone)}
        to={`/lists/member/details/0/${contact}`}
        about={
          <>
            <div className="clamp-2" title={text}>
              {text === '' ? '(no text)' : text}
            </div>
            {campaign > 0 && campaignName !== '' && (
              <Anchor
                component={Link}
                to={`/campaign/editor/${campaign}`}
                className={`above clamp-1 ${classes.campaign}`}
              >
                {campaignName}
              </Anchor>
            )}
          </>
        }
        side={<DateText at={at} as="relative" c="dimmed" />}
      />
    </li>
  );
}
