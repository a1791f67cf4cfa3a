/** Whom a count is of, and what can be made of them. */
import { Anchor, Button, Drawer, Group, Stack, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { calls, type ReplyOf } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import type { SegmentGroup } from '@parley/rules/segment.ts';
import { IconChartPie, IconListDetails } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ask } from '../../data/ask.ts';
import { wordsOf } from '../../data/toasts.ts';
import { useAction, useCall, usePages } from '../../data/use-call.ts';
import { DateText } from '../../kit/date-text.tsx';
import { NameDialog } from '../../kit/dialogs.tsx';
import { InfiniteScroll } from '../../kit/infinite-scroll.tsx';
import { counted } from '../../kit/numbers.tsx';
import { phoneText } from '../../kit/phone-text.ts';
import { FailedState, LoadingRows } from '../../kit/states.tsx';
import { useWhileShown } from '../../kit/use-while-shown.ts';
import { VirtualTableBody } from '../../kit/virtual-list.tsx';
import { ListOfPeopleDialog } from '../../segments/index.ts';
import { titleOf } from '../steps/looks.ts';
import { useFlow } from '../store/use-flow.ts';
import type { FlowGraph } from './graph.ts';
import type { OpenedCount } from './map-context.ts';
import { type CountScope, scopeFields } from './use-step-counts.ts';
import { wordings } from './wordings.ts';

const words = wordings.countPeople;
type People = ReplyOf<typeof calls.stepCounts.people>;
const rowsOf = (reply: People) => reply.people;
const idOf = (person: People['people'][number]) => person.contact;

type CountPeopleProps = {
  graph: FlowGraph;
  scope: CountScope;
  count: OpenedCount | null;
  onClose: () => void;
};

export function CountPeople({ graph, scope, count: current, onClose }: CountPeopleProps) {
  const count = useWhileShown(current, current !== null);
  const node = graph.nodes.find((each) => each.kind === 'step' && each.step.id === count?.step);
  const title = count && node?.kind === 'step' ? words.title(count.words, titleOf(node.step)) : '';
  return (
    <Drawer
      opened={current !== null}
      onClose={onClose}
      position="right"
      size="lg"
      title={title}
      attributes={{ header: { role: 'presentation' } }}
    >
      {count && <PeopleOf count={count} scope={scope} title={title} />}
    </Drawer>
  );
}

function PeopleOf({ count, scope, title }: { count: OpenedCount; scope: CountScope; title: string }) {
  const { campaign } = useFlow();
  const { step, what, intent, target = 0 } = count;
  const form = { campaign, ...scopeFields(scope), step, what, intent, target };
  const pages = usePages(calls.stepCounts.people, form, { rowsOf, idOf });
  const { data: whole } = useCall(calls.stepCounts.people, { ...form, start: 0 });
  const [listing, list] = useDisclosure(false);
  if (pages.error && pages.items.length === 0)
    return <FailedState title={words.couldntLoad} error={pages.error} onRetry={pages.retry} />;
  if (pages.isPending) return <LoadingRows rows={8} height={40} />;
  if (pages.items.length === 0) return <Text c="dimmed">{words.nobody}</Text>;
  return (
    <Stack>
      {whole && (
        <Text c="dimmed">
          {words.totals(counted(whole.total, 'person', 'people'), counted(whole.times, 'time'))}
        </Text>
      )}
      <Group gap="xs">
        <Button variant="default" leftSection={<IconListDetails size={16} />} onClick={list.open}>
          {words.makeList}
        </Button>
        {what === 'answered' && <MakeSegment count={count} scope={scope} title={title} />}
      </Group>
      <ListOfPeopleDialog
        name={title}
        opened={listing}
        onClose={list.close}
        about={words.listAbout}
        slice={(place) => ask(calls.stepCounts.putOnList, { ...form, ...place })}
      />
      <Table verticalSpacing="xs" className="tabular">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.number}</Table.Th>
            <Table.Th ta="right">{words.times}</Table.Th>
            <Table.Th>{words.last}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <VirtualTableBody items={pages.items} rowHeight={37} keyOf={idOf} inDialog>
          {({ contact, phone, times, at }, row) => (
            <Table.Tr {...row}>
              <Table.Td>
                {phone === '' ? (
                  words.erased
                ) : (
                  <Anchor component={Link} to={`/lists/member/details/0/${contact}`}>
                    {phoneText(phone)}
                  </Anchor>
                )}
              </Table.Td>
              <Table.Td ta="right">{times}</Table.Td>
              <Table.Td>
                <DateText at={at} />
              </Table.Td>
            </Table.Tr>
          )}
        </VirtualTableBody>
      </Table>
      <InfiniteScroll {...pages} />
    </Stack>
  );
}

/** Who gave the answer, as a segment says it; of the same days, when there are any. */
function treeOf(campaign: number, { step, intent }: OpenedCount, { from, to }: CountScope): SegmentGroup {
  return {
    match: 'all',
    of: [
      {
        on: 'event',
        event: 'contact.replied',
        did: true,
        times: 1,
        when: from === '' ? { in: 'ever' } : { in: 'between', from, to },
        where: [
          { property: 'campaign', is: 'in', value: [campaign] },
          { property: 'step', is: 'in', value: [step] },
          ...(intent ? [{ property: 'intent', is: 'is', value: intent }] : []),
        ],
      },
    ],
  };
}

type MakeSegmentProps = { count: OpenedCount; scope: CountScope; title: string };

/** Not of answers without an intent: those a segment cannot ask for. */
function MakeSegment({ count, scope, title }: MakeSegmentProps) {
  const { campaign } = useFlow();
  const navigate = useNavigate();
  const [opened, dialog] = useDisclosure(false);
  const [error, setError] = useState('');
  const add = useAction(calls.segments.add, {
    invalidates: [calls.segments.list],
    notice: (_reply, { name }) => words.segmentMade(name.trim()),
    onSuccess: ({ id }) => navigate(`/segments/edit/${id}`),
    onFailure: (failure) => setError(wordsOf(failure)),
  });
  if (count.intent === '') return null;
  if (scope.version !== null)
    return (
      <Text size="sm" c="dimmed">
        {words.segmentNeedsAll}
      </Text>
    );
  return (
    <>
      <Button variant="default" leftSection={<IconChartPie size={16} />} onClick={dialog.open}>
        {words.makeSegment}
      </Button>
      <NameDialog
        opened={opened}
        onClose={dialog.close}
        title={words.makeSegment}
        label={words.segmentName}
        confirmLabel={words.saveSegment}
        initial={title.slice(0, TEXT_LIMITS.name)}
        maxLength={TEXT_LIMITS.name}
        busy={add.isPending}
        error={error}
        onConfirm={(name) => add.mutate({ name, tree: treeOf(campaign, count, scope) })}
      >
        {words.segmentAbout}
      </NameDialog>
    </>
  );
}
