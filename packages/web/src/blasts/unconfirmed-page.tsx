import '@mantine/dates/styles.layer.css';
import { Button, SegmentedControl, Text } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { calls } from '@parley/contract';
import { IconCalendar, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { addressOf } from '../data/ask.ts';
import { useCall } from '../data/use-call.ts';
import { useQueryParam } from '../data/use-query-param.ts';
import { formatDate } from '../kit/date-text.tsx';
import { DownloadButton } from '../kit/download.tsx';
import { Page } from '../kit/page.tsx';
import { SearchBox, useSearch } from '../kit/search-box.tsx';
import { EmptyState } from '../kit/states.tsx';
import { common } from '../kit/wordings.ts';
import classes from './live.module.css';
import { ALL_UNCONFIRMED, messages, type UnconfirmedFilter, UnconfirmedList } from './unconfirmed-list.tsx';
import { wordings } from './wordings.ts';

const ANY_DAY = wordings.unconfirmedPage.anyDay;
const KINDS = [
  { value: 'all', label: wordings.unconfirmedPage.all },
  { value: 'blast', label: wordings.unconfirmedPage.blasts },
  { value: 'single', label: wordings.unconfirmedPage.singleMessages },
] as const;

/** /in-doubt: every message of the account of which nobody knows whether it was sent. */
export function UnconfirmedPage() {
  const [search] = useSearch();
  const [kind, setKind] = useQueryParam('kind');
  const [days, setDays] = useQueryParam('days');
  const [from = '', to = ''] = /^\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d$/.test(days) ? days.split(',') : [];
  const navigate = useNavigate();
  const known = KINDS.find(({ value }) => value === kind)?.value ?? 'all';
  const filter: UnconfirmedFilter = { blast: 0, search, kind: known, from, to };
  const { data } = useCall(calls.delivery.inDoubt, { ...filter, start: 0 }, { keepPrevious: true });
  const isFiltered = JSON.stringify(filter) !== JSON.stringify(ALL_UNCONFIRMED);
  // Most often there is nothing to look through and nothing to download.
  const isClear = !isFiltered && (data === undefined || data.total === 0);
  return (
    <Page
      title={wordings.shared.unconfirmed}
      crumbs={[{ label: common.tools, to: '/tools' }]}
      about={wordings.unconfirmedPage.theConnectionDroppedBefore}
      action={
        !isClear && (
          <DownloadButton href={addressOf(calls.delivery.exportInDoubt, filter)}>
            {wordings.unconfirmedPage.downloadCsv}
          </DownloadButton>
        )
      }
    >
      {!isClear && (
        <div className={classes.filters}>
          <SearchBox placeholder={wordings.shared.searchNumbers} />
          <SegmentedControl
            aria-label={wordings.unconfirmedPage.kindOfMessage}
            value={known}
            onChange={(value) => setKind(value === 'all' ? '' : value)}
            data={[...KINDS]}
          />
          <Days
            from={from}
            to={to}
            onChange={(first, last) => setDays(first === '' ? '' : `${first},${last}`)}
          />
          {data && (
            <Text c="dimmed" className="tabular" role="status">
              {messages(data.total)}
            </Text>
          )}
        </div>
      )}
      <div className={isClear ? undefined : `card ${classes.outcome}`}>
        <UnconfirmedList
          key={JSON.stringify(filter)}
          filter={filter}
          isWide
          empty={
            <EmptyState
              icon={IconCircleCheck}
              title={
                isFiltered
                  ? wordings.unconfirmedPage.noUnconfirmedMessagesMatch
                  : wordings.unconfirmedPage.allClear
              }
              action={
                isFiltered && (
                  <Button variant="default" onClick={() => void navigate('/in-doubt', { replace: true })}>
                    {wordings.unconfirmedPage.clearTheFilters}
                  </Button>
                )
              }
            >
              {isFiltered
                ? wordings.unconfirmedPage.tryOtherDatesOrNumbers
                : wordings.unconfirmedPage.everyMessageIsAccounted}
            </EmptyState>
          }
        />
      </div>
    </Page>
  );
}

type DaysProps = { from: string; to: string; onChange: (from: string, to: string) => void };

/** The days on which the messages were tried; a range that is half chosen narrows nothing yet. */
function Days({ from, to, onChange }: DaysProps) {
  const [open, setOpen] = useState<[string | null, string | null] | null>(null);
  const value = open ?? [from || null, to || null];
  const shown = value
    .map((day) => day && formatDate(day, 'UTC', 'date'))
    .filter(Boolean)
    .join(' – ');
  return (
    <DatePickerInput
      type="range"
      // A name that holds what is seen, for those who speak to the screen.
      aria-label={wordings.unconfirmedPage.triedOn(shown || ANY_DAY)}
      placeholder={ANY_DAY}
      leftSection={<IconCalendar size={16} />}
      value={value}
      onChange={([first, last]) => {
        const isHalf = (first === null) !== (last === null);
        setOpen(isHalf ? [first, last] : null);
        if (!isHalf) onChange(first ?? '', last ?? '');
      }}
      onDropdownClose={() => setOpen(null)}
      valueFormat="MMM D, YYYY"
      allowSingleDateInRange
      firstDayOfWeek={0}
      clearable
      clearButtonProps={{ 'aria-label': ANY_DAY }}
    />
  );
}
