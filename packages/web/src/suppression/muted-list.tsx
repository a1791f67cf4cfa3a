import { Button, Text } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import { IconVolume } from '@tabler/icons-react';
import { useMaySend } from '../account/sender-only.tsx';
import { useAction, usePages } from '../data/use-call.ts';
import { DateText } from '../kit/date-text.tsx';
import { Filled } from '../kit/filled.tsx';
import { InfiniteScroll } from '../kit/infinite-scroll.tsx';
import { phoneText } from '../kit/phone-text.ts';
import { Row, Rows } from '../kit/rows.tsx';
import { EmptyState, FailedState, LoadingRows } from '../kit/states.tsx';
import { VirtualList } from '../kit/virtual-list.tsx';
import { OptOutTabs } from './opt-out-tabs.tsx';
import { wordings } from './wordings.ts';

type Muted = ReplyOf<typeof calls.optouts.muted>['muted'][number];
const rowsOf = (reply: ReplyOf<typeof calls.optouts.muted>) => reply.muted;
const idOf = (row: Muted) => `${row.channel} ${row.contact}`;
const page = { length: PAGE_LIMITS.pageSize };

/** Contacts who get no answers because two machines seemed to talk. */
export function MutedList() {
  const pages = usePages(calls.optouts.muted, page, { rowsOf, idOf });
  const unmute = useAction(calls.optouts.unmute, {
    invalidates: [calls.optouts.muted],
    notice: wordings.mutedList.unmuted,
  });
  const maySend = useMaySend();
  const { items } = pages;
  return (
    <OptOutTabs tab="/optouts/muted">
      {pages.error && items.length === 0 ? (
        <FailedState
          title={wordings.mutedList.couldntLoadMutedConversations}
          error={pages.error}
          onRetry={pages.retry}
        />
      ) : pages.isPending ? (
        <Rows>
          <LoadingRows rows={4} height={64} />
        </Rows>
      ) : items.length === 0 ? (
        <EmptyState icon={IconVolume} title={wordings.mutedList.noOnesMuted}>
          {wordings.mutedList.ifAnAutoReplyGets}
        </EmptyState>
      ) : (
        <>
          <Rows>
            <VirtualList items={items} rowHeight={72} keyOf={idOf}>
              {(row) => (
                <Row
                  title={phoneText(row.phone)}
                  to={`/inbox/${row.contact}`}
                  about={
                    <Text c="dimmed">
                      <Filled
                        words={wordings.mutedList.facts}
                        parts={{
                          channel: row.channelName,
                          at: <DateText at={row.at} as="relative" span />,
                          until: <DateText at={row.until} as="relative" span />,
                        }}
                      />
                    </Text>
                  }
                  mark={
                    maySend && (
                      <Button
                        className="above"
                        size="compact-md"
                        variant="default"
                        loading={unmute.isPending && unmute.variables.contact === row.contact}
                        onClick={() => unmute.mutate({ contact: row.contact, channel: row.channel })}
                      >
                        {wordings.mutedList.unmute}
                      </Button>
                    )
                  }
                />
              )}
            </VirtualList>
          </Rows>
          <InfiniteScroll {...pages} />
        </>
      )}
    </OptOutTabs>
  );
}
