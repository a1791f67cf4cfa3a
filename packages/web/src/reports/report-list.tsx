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
import { CampaignReports } from './campaign-reports.tsx';
import classes from './report.module.css';

const NoReports = () => (
  <div className="card">
    <EmptyState icon={IconChartBar} title="No reports yet">
      A report is a page of tiles: who answered a campaign, how answers and opt-ins went over time. Put the
      figures you look at every week on one.
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
    notice: 'Report deleted',
  });
  useShortcut('n', 'Create A New Report', () => void navigate('/report-builder'));
  const create = (
    <Button component={Link} to="/report-builder" leftSection={<IconPlus size={16} />}>
      Create A New Report
    </Button>
  );
  return (
    <Page
      title="Report List"
      action={create}
      tools={
        <Button component={Link} to="/links" variant="default" leftSection={<IconLink size={16} />}>
          Short links
        </Button>
      }
    >
      {list.error ? (
        <FailedState
          title="The reports could not be loaded"
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
                {report.description && <Text c="dimmed">{report.description}</Text>}
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
                    Delete
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
        title="Delete this report?"
        confirmLabel="Delete"
        onConfirm={() => leaving && remove.mutate({ report: leaving.id })}
        busy={remove.isPending}
      >
        “{leaving?.title}” and its layout are removed. The data it shows stays.
      </ConfirmDialog>
    </Page>
  );
}
