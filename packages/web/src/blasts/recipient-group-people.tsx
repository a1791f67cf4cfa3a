import { Anchor, Drawer, Group, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type BlastOutcome, calls, type ReplyOf } from '@parley/contract';
import { PAUSES_MS } from '@parley/rules/limits.ts';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { addressOf } from '../data/ask.ts';
import { usePages } from '../data/use-call.ts';
import { DateText } from '../kit/date-text.tsx';
import { DownloadButton } from '../kit/download.tsx';
import { InfiniteScroll } from '../kit/infinite-scroll.tsx';
import { phoneText } from '../kit/phone-text.ts';
import { FailedState, LoadingRows, NothingFound } from '../kit/states.tsx';
import { useWhileShown } from '../kit/use-while-shown.ts';
import { VirtualTableBody } from '../kit/virtual-list.tsx';
import classes from './live.module.css';
import { type RecipientGroup, recipientGroupWords } from './reason-words.ts';
import { people } from './review.ts';
import { wordings } from './wordings.ts';

type People = ReplyOf<typeof calls.delivery.people>;
const rowsOf = (reply: People) => reply.people;
const idOf = (person: People['people'][number]) => person.contact;

type RecipientGroupPeopleProps = { blast: number; group: RecipientGroup | null; onClose: () => void };

/** The people of one row of the reasons, beside the table they were opened from. */
export function RecipientGroupPeople({ blast, group: current, onClose }: RecipientGroupPeopleProps) {
  const group = useWhileShown(current, current !== null);
  return (
    <Drawer
      opened={current !== null}
      onClose={onClose}
      position="right"
      size="lg"
      title={group ? recipientGroupWords(group) : ''}
      attributes={{ header: { role: 'presentation' } }}
    >
      {group && <List blast={blast} group={group} />}
    </Drawer>
  );
}

function List({ blast, group }: { blast: number; group: RecipientGroup }) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), PAUSES_MS.searchDebounce);
  const form = { blast, status: group.status as BlastOutcome, reason: group.reason, code: group.code };
  const pages = usePages(calls.delivery.people, { ...form, search }, { rowsOf, idOf });
  return (
    <Stack>
      <Group justify="space-between">
        <TextInput
          type="search"
          placeholder={wordings.shared.searchNumbers}
          aria-label={wordings.shared.searchNumbers}
          leftSection={<IconSearch size={16} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          maxLength={64}
          flex="1 1 200px"
        />
        <DownloadButton href={addressOf(calls.delivery.exportPeople, form)}>
          {wordings.recipientGroup.csv}
        </DownloadButton>
      </Group>
      {pages.error && pages.items.length === 0 ? (
        <FailedState
          title={wordings.recipientGroup.couldntLoadThesePeople}
          error={pages.error}
          onRetry={pages.retry}
        />
      ) : pages.isPending ? (
        <LoadingRows rows={8} height={40} />
      ) : pages.items.length === 0 && search !== '' ? (
        <NothingFound search={search} onClear={() => setTyped('')} />
      ) : pages.items.length === 0 ? (
        <Title order={3} c="dimmed" fw={400}>
          {wordings.recipientGroup.noOnesHereAnymore}
        </Title>
      ) : (
        <div className={classes.tableBox}>
          <Table verticalSpacing="xs" className="tabular" aria-rowcount={pages.items.length + 1}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{wordings.shared.number}</Table.Th>
                <Table.Th>
                  {group.status === 'held' ? wordings.recipientGroup.heldUntil : wordings.recipientGroup.when}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <VirtualTableBody items={pages.items} rowHeight={37} keyOf={idOf} inDialog>
              {({ contact, phone, at, until }, row) => (
                <Table.Tr {...row}>
                  <Table.Td>
                    <Anchor component={Link} to={`/lists/member/details/0/${contact}`}>
                      {phoneText(phone)}
                    </Anchor>
                  </Table.Td>
                  <Table.Td>
                    <DateText at={until || at} />
                  </Table.Td>
                </Table.Tr>
              )}
            </VirtualTableBody>
          </Table>
        </div>
      )}
      <InfiniteScroll {...pages} />
      {group.count > 0 && (
        <Text c="dimmed">{wordings.recipientGroup.whenTheTableWasCounted(people(group.count))}</Text>
      )}
    </Stack>
  );
}
