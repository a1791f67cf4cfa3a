/** All segments by name. */
import { Button, Text } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { SEGMENT_TREE_LIMITS } from '@parley/rules/limits.ts';
import { IconChartPie, IconPlus } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import { useCall } from '../data/use-call.ts';
import { counted } from '../kit/numbers.tsx';
import { Page } from '../kit/page.tsx';
import { Rows, RowsBar } from '../kit/rows.tsx';
import { SearchBox, useSearch } from '../kit/search-box.tsx';
import { useShortcut } from '../kit/shortcuts.ts';
import { EmptyState, FailedState, LoadingRows, NothingFound } from '../kit/states.tsx';
import { VirtualList } from '../kit/virtual-list.tsx';
import { SegmentRow } from './segment-row.tsx';
import { wordings } from './wordings.ts';

export type SegmentItem = ReplyOf<typeof calls.segments.list>['segments'][number];

const NEW = '/segments/edit';
const ROW_PX = 57;
const idOf = ({ id }: SegmentItem) => id;

export function SegmentManager() {
  const [search, setSearch] = useSearch();
  const navigate = useNavigate();
  const { data, error, refetch } = useCall(
    calls.segments.list,
    { start: 0, length: SEGMENT_TREE_LIMITS.perAccount, search },
    { keepPrevious: true },
  );
  useShortcut('n', wordings.segmentManager.newSegment, () => void navigate(NEW));
  const segments = data?.segments;
  const isEmpty = segments?.length === 0 && search === '';
  const addButton = (
    <Button component={Link} to={NEW} leftSection={<IconPlus size={16} />}>
      {wordings.segmentManager.newSegment}
    </Button>
  );
  return (
    <Page
      title={wordings.shared.segments}
      crumbs={[{ label: wordings.shared.lists, to: '/lists' }]}
      about={wordings.segmentManager.about}
      action={!isEmpty && addButton}
    >
      {error && !segments ? (
        <FailedState
          title={wordings.segmentManager.couldNotLoad}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <>
          <RowsBar>
            <SearchBox placeholder={wordings.segmentManager.search} />
            {data && (
              <Text c="dimmed" className="tabular" role="status">
                {counted(data.total, wordings.shared.segment)}
              </Text>
            )}
          </RowsBar>
          {!segments ? (
            <Rows>
              <LoadingRows />
            </Rows>
          ) : isEmpty ? (
            <EmptyState icon={IconChartPie} title={wordings.segmentManager.noneYet} action={addButton}>
              {wordings.segmentManager.whatItIs}
            </EmptyState>
          ) : segments.length === 0 ? (
            <NothingFound search={search} onClear={() => setSearch('')} />
          ) : (
            <Rows>
              <VirtualList items={segments} rowHeight={ROW_PX} keyOf={idOf}>
                {(segment) => <SegmentRow segment={segment} />}
              </VirtualList>
            </Rows>
          )}
        </>
      )}
    </Page>
  );
}
