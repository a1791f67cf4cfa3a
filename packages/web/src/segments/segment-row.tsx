import { Anchor, Menu, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { calls, type ReplyOf } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { IconCopy, IconListDetails } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Link, useNavigate } from 'react-router';
import { addressOf } from '../data/ask.ts';
import { useAction, useCall } from '../data/use-call.ts';
import { DateText } from '../kit/date-text.tsx';
import { DownloadItem } from '../kit/download.tsx';
import { ItemMenu } from '../kit/item-menu.tsx';
import { Notice } from '../kit/notice.tsx';
import { counted } from '../kit/numbers.tsx';
import { Row } from '../kit/rows.tsx';
import { useNameAction } from '../kit/use-name-action.ts';
import { common } from '../kit/wordings.ts';
import type { SegmentItem } from './segment-manager.tsx';
import { SnapshotDialog } from './snapshot-dialog.tsx';
import { wordings } from './wordings.ts';

const invalidates = [calls.segments.list, calls.segments.info];

export function SegmentRow({ segment: { id, name, conditions, updatedAt } }: { segment: SegmentItem }) {
  const navigate = useNavigate();
  const [snapshot, snapshotDialog] = useDisclosure(false);
  const renaming = useNameAction(calls.segments.rename, (newName) => ({ segment: id, name: newName }), {
    invalidates,
  });
  const copy = useAction(calls.segments.copy, {
    invalidates,
    notice: (reply) => wordings.segmentRow.copied(reply.name),
    onSuccess: (reply) => navigate(`/segments/edit/${reply.id}`),
    isOneButton: true,
  });
  const remove = useAction(calls.segments.remove, {
    invalidates,
    notice: wordings.segmentRow.deleted(name),
  });
  return (
    <>
      <Row
        title={name}
        to={`/segments/edit/${id}`}
        side={
          <Text c="dimmed" className="tabular">
            {counted(conditions, wordings.segmentRow.condition)} · <DateText at={updatedAt} />
          </Text>
        }
        menu={
          <ItemMenu
            name={name}
            rename={{
              action: renaming,
              title: wordings.segmentRow.rename,
              label: wordings.segmentEditor.name,
              maxLength: TEXT_LIMITS.name,
            }}
            remove={{
              action: remove,
              run: () => remove.mutate({ segment: id }),
              question: wordings.segmentRow.deleteIt,
              warning: <SegmentLoss segment={id} name={name} />,
            }}
          >
            <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => copy.mutate({ segment: id })}>
              {common.copy}
            </Menu.Item>
            <Menu.Item leftSection={<IconListDetails size={16} />} onClick={snapshotDialog.open}>
              {wordings.segmentRow.makeAList}
            </Menu.Item>
            <DownloadItem href={addressOf(calls.segments.export, { segment: id })}>
              {common.exportAsCsv}
            </DownloadItem>
          </ItemMenu>
        }
      />
      <SnapshotDialog segment={id} name={name} opened={snapshot} onClose={snapshotDialog.close} />
    </>
  );
}

const KINDS = [
  { kind: 'segment', path: '/segments/edit/' },
  { kind: 'automata', path: '/automata/editor/' },
  { kind: 'blast', path: '/blast/live/' },
  { kind: 'report', path: '/report/custom/' },
] as const;
type Use = ReplyOf<typeof calls.segments.uses>['uses'][number];

/** What a segment is used by; asked when the dialog opens. */
function SegmentLoss({ segment, name }: { segment: number; name: string }) {
  const { data } = useCall(calls.segments.uses, { segment }, { staleTime: 0 });
  const uses = data?.uses ?? [];
  const reports = uses.filter(({ kind }) => kind === 'report');
  const holders = uses.filter(({ kind }) => kind !== 'report');
  return (
    <Stack gap="md">
      <div>{wordings.segmentRow.nobodyIsRemoved(name)}</div>
      {holders.length > 0 && (
        <Notice tone="warning" title={wordings.segmentRow.inUse}>
          <UsesByKind uses={holders} />
          {wordings.segmentRow.changeThoseFirst}
        </Notice>
      )}
      {reports.length > 0 && (
        <Notice title={wordings.segmentRow.limitsReports}>
          <UsesByKind uses={reports} />
          {wordings.segmentRow.reportsHaveNoFigures}
        </Notice>
      )}
    </Stack>
  );
}

/** What uses it, each kind in a line, with a link to each. */
function UsesByKind({ uses }: { uses: readonly Use[] }) {
  return KINDS.map(({ kind, path }) => {
    const group = uses.filter((use) => use.kind === kind);
    return (
      group.length > 0 && (
        <div key={kind}>
          {wordings.segmentRow.kinds[kind]}{' '}
          {group.map(({ id, name }, index) => (
            <Fragment key={id}>
              {index > 0 && ', '}
              <Anchor component={Link} to={`${path}${id}`} c="inherit" underline="always">
                {name}
              </Anchor>
            </Fragment>
          ))}
        </div>
      )
    );
  });
}
