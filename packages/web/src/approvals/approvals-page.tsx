import { calls } from '@parley/contract';
import { IconChecklist } from '@tabler/icons-react';
import { usePages } from '../data/use-call.ts';
import { InfiniteScroll } from '../kit/infinite-scroll.tsx';
import { Page } from '../kit/page.tsx';
import { Rows } from '../kit/rows.tsx';
import { EmptyState, FailedState, LoadingRows } from '../kit/states.tsx';
import { VirtualList } from '../kit/virtual-list.tsx';
import { common } from '../kit/wordings.ts';
import { ApprovalRow, approvalsOf, idOf } from './approval-rows.tsx';
import { wordings } from './wordings.ts';

const ALL = { campaign: 0, onlyWaiting: false };

/** /approvals: the blasts of the account that approval was asked for, newest first. */
export function ApprovalsPage() {
  const pages = usePages(calls.approvals.list, ALL, { rowsOf: approvalsOf, idOf });
  const { items } = pages;
  return (
    <Page
      title={common.approvals}
      crumbs={[{ label: common.tools, to: '/tools' }]}
      about={wordings.list.about}
    >
      {pages.error && items.length === 0 ? (
        <FailedState title={wordings.list.couldntLoad} error={pages.error} onRetry={pages.retry} />
      ) : pages.isPending ? (
        <Rows>
          <LoadingRows rows={4} height={64} />
        </Rows>
      ) : items.length === 0 ? (
        <EmptyState icon={IconChecklist} title={wordings.list.empty}>
          {wordings.list.emptyAbout}
        </EmptyState>
      ) : (
        <>
          <Rows>
            <VirtualList items={items} rowHeight={72} keyOf={idOf}>
              {(approval) => <ApprovalRow approval={approval} />}
            </VirtualList>
          </Rows>
          <InfiniteScroll {...pages} />
        </>
      )}
    </Page>
  );
}
