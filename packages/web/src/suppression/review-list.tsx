import { Anchor, Button, Kbd, Text } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import { IconChecks } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useAction, usePages } from '../data/use-call.ts';
import { DateText } from '../kit/date-text.tsx';
import { Filled } from '../kit/filled.tsx';
import { InfiniteScroll } from '../kit/infinite-scroll.tsx';
import { phoneText } from '../kit/phone-text.ts';
import { Rows } from '../kit/rows.tsx';
import { useShortcut } from '../kit/shortcuts.ts';
import { EmptyState, FailedState, LoadingRows } from '../kit/states.tsx';
import { VirtualList } from '../kit/virtual-list.tsx';
import { MarkedWords } from './marked-words.tsx';
import { OptOutTabs } from './opt-out-tabs.tsx';
import classes from './suppression.module.css';
import { wordings } from './wordings.ts';

type Doubtful = ReplyOf<typeof calls.optouts.doubtful>['texts'][number];
type Decision = 'opt-out' | 'not-opt-out';
const rowsOf = (reply: ReplyOf<typeof calls.optouts.doubtful>) => reply.texts;
const idOf = (row: Doubtful) => row.id;
const page = { length: PAGE_LIMITS.pageSize };
const KEYS = {
  next: <Kbd>{'J'}</Kbd>,
  before: <Kbd>{'K'}</Kbd>,
  optOut: <Kbd>{'O'}</Kbd>,
  not: <Kbd>{'X'}</Kbd>,
};

/** Texts that may be opt-outs, one after the other: J and K move, O opts out, X does not. */
export function ReviewList() {
  const pages = usePages(calls.optouts.doubtful, page, { rowsOf, idOf });
  const [decided, setDecided] = useState<ReadonlySet<number>>(new Set());
  const items = pages.items.filter(({ id }) => !decided.has(id));
  const [place, setPlace] = useState(0);
  const at = Math.min(place, Math.max(0, items.length - 1));
  const chosen = items[at];
  const decide = useAction(calls.optouts.decide, {
    invalidates: [calls.optouts.doubtful, calls.optouts.list],
    onFailure: (_error, { id }) => setDecided((all) => new Set([...all].filter((one) => one !== id))),
  });
  const settle = (row: Doubtful | undefined, decision: Decision) => {
    if (!row) return;
    setDecided((all) => new Set(all).add(row.id));
    decide.mutate({ id: row.id, decision });
  };
  useShortcut('j', wordings.reviewList.nextText, () => setPlace(Math.min(at + 1, items.length - 1)));
  useShortcut('k', wordings.reviewList.textBefore, () => setPlace(Math.max(at - 1, 0)));
  useShortcut('o', wordings.shared.optOut, () => settle(chosen, 'opt-out'));
  useShortcut('x', wordings.reviewList.notAnOptOut, () => settle(chosen, 'not-opt-out'));

  return (
    <OptOutTabs tab="/optouts/review">
      {pages.error && items.length === 0 ? (
        <FailedState
          title={wordings.reviewList.couldntLoadTheTexts}
          error={pages.error}
          onRetry={pages.retry}
        />
      ) : pages.isPending ? (
        <Rows>
          <LoadingRows rows={4} height={120} />
        </Rows>
      ) : items.length === 0 ? (
        <EmptyState icon={IconChecks} title={wordings.reviewList.nothingToReview}>
          {wordings.reviewList.clearOptOutsTakeEffect}
        </EmptyState>
      ) : (
        <>
          <Text c="dimmed" className={classes.hint} visibleFrom="sm">
            <Filled words={wordings.reviewList.keys} parts={KEYS} />
          </Text>
          <Rows>
            <VirtualList items={items} rowHeight={133} keyOf={idOf} kept={at}>
              {(row, index) => (
                <DoubtfulText
                  row={row}
                  chosen={index === at}
                  onChoose={() => setPlace(index)}
                  onDecide={settle}
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

type TextProps = {
  row: Doubtful;
  chosen: boolean;
  onChoose: () => void;
  onDecide: (row: Doubtful, decision: Decision) => void;
};

function DoubtfulText({ row, chosen, onChoose, onDecide }: TextProps) {
  const element = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (chosen) element.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const { phone, contact, text, matched, channelName, at } = row;
  return (
    <fieldset
      ref={element}
      aria-current={chosen || undefined}
      aria-label={phoneText(phone)}
      className={classes.text}
      data-chosen={chosen || undefined}
      onFocus={onChoose}
    >
      <div className={classes.head}>
        <Anchor component={Link} to={`/lists/member/details/0/${contact}`} fw={600}>
          {phoneText(phone)}
        </Anchor>
        <Text c="dimmed">
          {channelName} · <DateText at={at} as="relative" />
        </Text>
      </div>
      <blockquote>
        <MarkedWords text={text} words={matched} />
      </blockquote>
      <div className={classes.deciding}>
        <Button size="compact-md" color="red" variant="light" onClick={() => onDecide(row, 'opt-out')}>
          {wordings.shared.optOut}
        </Button>
        <Button size="compact-md" variant="default" onClick={() => onDecide(row, 'not-opt-out')}>
          {wordings.reviewList.notAnOptOut}
        </Button>
      </div>
    </fieldset>
  );
}
