import { Button, Menu, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { COUNTED, calls, type ReplyOf } from '@parley/contract';
import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import { IconFileUpload, IconHandStop, IconPlus } from '@tabler/icons-react';
import { addressOf } from '../data/ask.ts';
import { isolatedName, quoted } from '../data/isolated.ts';
import { useCall, usePages } from '../data/use-call.ts';
import { DateText } from '../kit/date-text.tsx';
import { DownloadItem } from '../kit/download.tsx';
import { Filled } from '../kit/filled.tsx';
import { InfiniteScroll } from '../kit/infinite-scroll.tsx';
import { OptionsMenu } from '../kit/options-menu.tsx';
import { phoneText } from '../kit/phone-text.ts';
import { Row, Rows, RowsBar } from '../kit/rows.tsx';
import { SearchBox, useSearch } from '../kit/search-box.tsx';
import { useShortcut } from '../kit/shortcuts.ts';
import { EmptyState, FailedState, LoadingRows, NothingFound } from '../kit/states.tsx';
import { VirtualList } from '../kit/virtual-list.tsx';
import { common } from '../kit/wordings.ts';
import { OptOutTabs } from './opt-out-tabs.tsx';
import { RecordDialog } from './record-dialog.tsx';
import { sourceWords } from './source-words.ts';
import classes from './suppression.module.css';
import { UploadDialog } from './upload-dialog.tsx';
import { wordings } from './wordings.ts';

export type OptOut = ReplyOf<typeof calls.optouts.list>['optOuts'][number];
const rowsOf = (reply: ReplyOf<typeof calls.optouts.list>) => reply.optOuts;
const idOf = (row: OptOut) => row.phone;

/** Every number that opted out, with how, when and by which words. */
export function OptOutList() {
  const [search, setSearch] = useSearch();
  const [recording, recordDialog] = useDisclosure(false);
  const [uploading, uploadDialog] = useDisclosure(false);
  const page = { search, length: PAGE_LIMITS.pageSize };
  const pages = usePages(calls.optouts.list, page, { rowsOf, idOf });
  const total = useCall(calls.optouts.list, { search, start: 0, length: 1 }, { keepPrevious: true }).data
    ?.total;
  useShortcut('n', wordings.shared.recordAnOptOut, recordDialog.open);

  const { items } = pages;
  const isEmpty = !pages.isPending && !pages.error && items.length === 0 && search === '';
  const record = (
    <Button leftSection={<IconPlus size={16} />} onClick={recordDialog.open}>
      {wordings.shared.recordAnOptOut}
    </Button>
  );
  return (
    <OptOutTabs
      tab="/optouts"
      action={!isEmpty && record}
      tools={
        <OptionsMenu label={common.options}>
          <Menu.Item leftSection={<IconFileUpload size={16} />} onClick={uploadDialog.open}>
            {wordings.shared.uploadNumbersToSuppress}
          </Menu.Item>
          <DownloadItem href={addressOf(calls.optouts.exportAll, {})}>{common.exportAsCsv}</DownloadItem>
        </OptionsMenu>
      }
    >
      {isEmpty ? (
        <EmptyState icon={IconHandStop} title={wordings.optOutList.noOptOuts} action={record}>
          {wordings.optOutList.anyoneWhoTextsStop}
        </EmptyState>
      ) : (
        <>
          <RowsBar>
            <SearchBox placeholder={wordings.optOutList.searchNumbersAndWords} />
            {total !== undefined && (
              <Text c="dimmed" className="tabular" role="status">
                {total > COUNTED ? wordings.optOutList.moreThan(COUNTED) : wordings.optOutList.numbers(total)}
              </Text>
            )}
          </RowsBar>
          {pages.error && items.length === 0 ? (
            <FailedState
              title={wordings.optOutList.couldntLoadOptOuts}
              error={pages.error}
              onRetry={pages.retry}
            />
          ) : pages.isPending ? (
            <Rows>
              <LoadingRows rows={8} height={56} />
            </Rows>
          ) : items.length === 0 ? (
            <NothingFound search={search} onClear={() => setSearch('')} />
          ) : (
            <Rows>
              <VirtualList items={items} rowHeight={57} keyOf={({ phone }) => phone}>
                {(optOut) => <OptOutRow optOut={optOut} />}
              </VirtualList>
            </Rows>
          )}
          <InfiniteScroll {...pages} />
        </>
      )}
      <RecordDialog opened={recording} onClose={recordDialog.close} />
      <UploadDialog opened={uploading} onClose={uploadDialog.close} />
    </OptOutTabs>
  );
}

function OptOutRow({ optOut }: { optOut: OptOut }) {
  const { phone, contact, source, words, note, channelName, by, at } = optOut;
  const facts = [
    sourceWords(source),
    isolatedName(channelName),
    by && wordings.optOutList.recordedBy(by),
  ].filter(Boolean);
  return (
    <Row
      title={phoneText(phone)}
      to={contact > 0 ? `/lists/member/details/0/${contact}` : undefined}
      about={
        <>
          {words !== '' && <div className={`clamp-2 ${classes.words}`}>{quoted(words)}</div>}
          {optOut.askedAt !== '' && (
            <div className="clamp-2">
              <Filled
                words={wordings.askedSince}
                parts={{
                  words: quoted(optOut.askedWords),
                  campaign: optOut.askedCampaignName,
                  when: <DateText at={optOut.askedAt} as="relative" span />,
                }}
              />
            </div>
          )}
          {note !== '' && <div className={`clamp-2 ${classes.words}`}>{note}</div>}
        </>
      }
      side={
        <>
          <div className={classes.source}>{facts.join(' · ')}</div>
          <DateText at={at} as="relative" c="dimmed" className={`tabular ${classes.since}`} />
        </>
      }
    />
  );
}
