import { Anchor, Text } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import { IconDeviceMobileOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useLive } from '../data/live.ts';
import { refresh, useCall, usePages } from '../data/use-call.ts';
import { DateText } from '../kit/date-text.tsx';
import { InfiniteScroll } from '../kit/infinite-scroll.tsx';
import { Page } from '../kit/page.tsx';
import { Rows } from '../kit/rows.tsx';
import { EmptyState, FailedState, LoadingRows } from '../kit/states.tsx';
import { common } from '../kit/wordings.ts';
import classes from './odd-texts.module.css';
import { wordings } from './wordings.ts';

const words = wordings.oddTexts;
type OddText = ReplyOf<typeof calls.inbox.oddTexts>['texts'][number];
const rowsOf = (reply: ReplyOf<typeof calls.inbox.oddTexts>) => reply.texts;
const idOf = ({ id }: OddText) => id;
const page = { length: PAGE_LIMITS.pageSize };

function useFreshOddTexts(): void {
  const client = useQueryClient();
  useLive('odd-text', () => void refresh(client, calls.inbox.oddTexts));
}

/** The way to the texts of senders that are no phones, where there are any. */
export function OddTextsLink() {
  useFreshOddTexts();
  const { data } = useCall(calls.inbox.oddTexts, { start: 0, length: 1 });
  if (!data || data.total === 0) return null;
  return (
    <Anchor component={Link} to="/inbox/not-from-phones" className={classes.link ?? ''}>
      {words.link(data.total)}
    </Anchor>
  );
}

/** Texts of senders that are no phones: read, never answered. */
export function OddTexts() {
  useFreshOddTexts();
  const pages = usePages(calls.inbox.oddTexts, page, { rowsOf, idOf });
  const { items } = pages;
  return (
    <Page title={words.title} about={words.about} crumbs={[{ label: common.inbox, to: '/inbox' }]}>
      {pages.error && items.length === 0 ? (
        <FailedState title={words.failed} error={pages.error} onRetry={pages.retry} />
      ) : pages.isPending ? (
        <Rows>
          <LoadingRows rows={4} height={72} />
        </Rows>
      ) : items.length === 0 ? (
        <EmptyState icon={IconDeviceMobileOff} title={words.none}>
          {words.noneAbout}
        </EmptyState>
      ) : (
        <>
          <Rows>
            <ul className={classes.texts}>
              {items.map(({ id, sender, text, channelName, at }) => (
                <li key={id} className={classes.text}>
                  <div className={classes.head}>
                    <Text fw={600}>{sender}</Text>
                    <Text c="dimmed">
                      {channelName} · <DateText at={at} as="relative" span />
                    </Text>
                  </div>
                  <Text className={classes.body}>{text}</Text>
                </li>
              ))}
            </ul>
          </Rows>
          <InfiniteScroll {...pages} />
        </>
      )}
    </Page>
  );
}
