import { Button, Menu, Text, Title } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { IconChartBar, IconLink, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useAction, useCall } from '../data/use-call.ts';
import { DateText } from '../kit/date-text.tsx';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { Page } from '../kit/page.tsx';
import { RowMenu } from '../kit/row-menu.tsx';
import { useShortcut } from '../kit/shortcuts.ts';
import { EmptyState, FailedState, LoadingRows } from '../kit/states.tsx';
import { VirtualList } from '../kit/virtual-list.tsx';
import { common } from '../kit/wordings.ts';
import { CampaignReports } from './campaign-reports.tsx';
import classes from './report.module.css';
import { wordings } from './wordings.ts';

const NoReports = () => (
  <div className="card">
    <EmptyState icon={IconChartBar} title={wordings.reportList.noReportsYet}>
      {wordings.reportList.aReportIsAPage}
    </EmptyState>
  </div>
);

type SavedReport = ReplyOf<typeof calls.reports.list>['reports'][number];

/** /report: the saved reports, newest first. */
export function ReportList() {
  const navigate = useNavigate();
  const list = useCall(calls.reports.list, {});
  const [leaving, setLeaving] = useState<SavedReport | null>(null);
  const remove = useAction(calls.reports.remove, {
    invalidates: [calls.reports.list],
    onSuccess: () => setLeaving(null),
    notice: wordings.reportList.reportDeleted,
  });
  useShortcut('n', wordings.reportList.createANewReport, () => void navigate('/report-builder'));
  const create = (
    <Button component={Link} to="/report-builder" leftSection={<IconPlus size={16} />}>
      {wordings.reportList.createANewReport}
    </Button>
  );
  return (
    <Page
      title={wordings.shared.reportList}
      action={create}
      tools={
        <Button component={Link} to="/links" variant="default" leftSection={<IconLink size={16} />}>
          {common.shortLinks}
        </Button>
      }
    >
      {list.error ? (
        <FailedState
          title={wordings.reportList.couldntLoadYourReports}
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      ) : list.isPending ? (
        <div className={`card ${classes.reports}`}>
          <LoadingRows rows={4} height={72} />
        </div>
      ) : list.data.reports.length === 0 ? (
        <CampaignReports empty={<NoReports />} />
      ) : (
        <VirtualList
          items={list.data.reports}
          rowHeight={73}
          keyOf={({ id }) => id}
          className={`card ${classes.reports}`}
        >
          {(report) => (
            <div className={`card-link ${classes.report}`}>
              <div className={classes.reportWords}>
                <Title order={2} className={`clamp-2 ${classes.reportTitle}`}>
                  <Link to={`/report/custom/${report.id}`} className="cover">
                    {report.title}
                  </Link>
                </Title>
                {report.description && (
                  <Text c="dimmed">
                    <bdi>{report.description}</bdi>
                  </Text>
                )}
              </div>
              <Text c="dimmed" className={classes.reportDate ?? ''}>
                <DateText at={report.createDate} as="date" />
              </Text>
              <div className="above">
                <RowMenu of={report.title}>
                  <Menu.Item
                    color="red"
                    leftSection={<IconTrash size={16} />}
                    onClick={() => setLeaving(report)}
                  >
                    {common.deleteIt}
                  </Menu.Item>
                </RowMenu>
              </div>
            </div>
          )}
        </VirtualList>
      )}
      <ConfirmDialog
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        title={wordings.reportList.deleteThisReport}
        confirmLabel={common.deleteIt}
        onConfirm={() => leaving && remove.mutate({ report: leaving.id })}
        busy={remove.isPending}
      >
        {wordings.reportList.itsLayoutWill(leaving?.title ?? '')}
      </ConfirmDialog>
    </Page>
  );
}
