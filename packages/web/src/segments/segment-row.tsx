import { Menu, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { calls } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { IconCopy, IconListDetails } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { addressOf, ask } from '../data/ask.ts';
import { useAction, useCall } from '../data/use-call.ts';
import { DateText } from '../kit/date-text.tsx';
import { DownloadItem } from '../kit/download.tsx';
import { Filled } from '../kit/filled.tsx';
import { ItemMenu } from '../kit/item-menu.tsx';
import { counted } from '../kit/numbers.tsx';
import { Row } from '../kit/rows.tsx';
import { useSaysGone } from '../kit/says-gone.ts';
import { useNameAction } from '../kit/use-name-action.ts';
import { UsedBy } from '../kit/used-by.tsx';
import { common } from '../kit/wordings.ts';
import type { SegmentItem } from './segment-manager.tsx';
import { ListOfPeopleDialog } from './snapshot-dialog.tsx';
import { wordings } from './wordings.ts';

const invalidates = [calls.segments.list, calls.segments.info];

export function SegmentRow({ segment: { id, name, conditions, updatedAt } }: { segment: SegmentItem }) {
  const navigate = useNavigate();
  const [snapshot, snapshotDialog] = useDisclosure(false);
  const renaming = useNameAction(calls.segments.rename, (newName) => ({ segment: id, name: newName }), {
    of: name,
    invalidates,
  });
  useSaysGone(name, snapshot);
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
            <Filled
              words={wordings.segmentRow.facts(counted(conditions, wordings.segmentRow.condition))}
              parts={{ day: <DateText at={updatedAt} as="date" span /> }}
            />
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
      <ListOfPeopleDialog
        name={name}
        opened={snapshot}
        onClose={snapshotDialog.close}
        about={wordings.snapshotDialog.about}
        slice={(place) => ask(calls.segments.snapshot, { segment: id, ...place })}
      />
    </>
  );
}

/** What a segment is used by; asked when the dialog opens. */
function SegmentLoss({ segment, name }: { segment: number; name: string }) {
  const { data } = useCall(calls.segments.uses, { segment }, { staleTime: 0 });
  const isReport = ({ kind }: { kind: string }) => kind === 'report';
  return (
    <Stack gap="md">
      <div>{wordings.segmentRow.nobodyIsRemoved(name)}</div>
      <UsedBy uses={data?.uses.filter((use) => !isReport(use))} title={wordings.segmentRow.inUse}>
        {wordings.segmentRow.changeThoseFirst}
      </UsedBy>
      <UsedBy tone="info" uses={data?.uses.filter(isReport)} title={wordings.segmentRow.limitsReports}>
        {wordings.segmentRow.reportsHaveNoFigures}
      </UsedBy>
    </Stack>
  );
}
