import { Button, Checkbox, Group, Stack, Table, Text, Title } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { useState } from 'react';
import { useAction, usePages } from '../data/use-call.ts';
import { DateText } from '../kit/date-text.tsx';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { InfiniteScroll } from '../kit/infinite-scroll.tsx';
import { phoneText } from '../kit/phone-text.ts';
import { FailedState, LoadingRows } from '../kit/states.tsx';
import classes from './live.module.css';
import { people } from './review.ts';

type Listed = ReplyOf<typeof calls.delivery.inDoubt>;
type Decision = 'sent' | 'not-sent' | 'again';
const rowsOf = (reply: Listed) => reply.messages;
const idOf = (message: Listed['messages'][number]) => message.id;

const CHANGES = [
  calls.delivery.inDoubt,
  calls.blast.progress,
  calls.blast.reasons,
  calls.account.load,
  calls.delivery.ledger,
];

const DONE: Record<Decision, string> = {
  sent: 'marked as sent',
  'not-sent': 'marked as not sent, the credits are back',
  again: 'on the way again',
};

/** Messages of a blast of which nobody knows whether the carrier took them: a person decides, we never send them again by ourselves. */
export function InDoubt({ blast, isOpen }: { blast: number; isOpen: boolean }) {
  const pages = usePages(calls.delivery.inDoubt, { blast, search: '' }, { rowsOf, idOf });
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [asking, setAsking] = useState(false);
  const settle = useAction(calls.delivery.settle, {
    invalidates: CHANGES,
    notice: ({ settled }, { decision }) => `${people(settled)} ${DONE[decision]}.`,
    onSuccess: () => {
      setChosen(new Set());
      setAsking(false);
    },
  });
  const ids = pages.items.map(({ id }) => id).filter((id) => chosen.has(id));
  const all = ids.length === pages.items.length && ids.length > 0;
  const decide = (decision: Decision) => settle.mutate({ messages: ids, decision });
  const choose = (id: number) => setChosen(new Set(chosen.has(id) ? without(chosen, id) : [...chosen, id]));
  return (
    <section className={`card ${classes.outcome}`} aria-label="In doubt">
      <div>
        <Title order={2}>In doubt</Title>
        <Text c="dimmed">
          The connection broke after the message went out and before the carrier answered. A late receipt
          settles it by itself; ask the carrier if you need to know sooner.
        </Text>
      </div>
      {pages.error && pages.items.length === 0 ? (
        <FailedState title="The list could not be loaded" error={pages.error} onRetry={pages.retry} />
      ) : pages.isPending ? (
        <LoadingRows rows={3} height={40} />
      ) : (
        <Stack gap="sm">
          <Group gap="xs">
            <Button variant="default" disabled={ids.length === 0} onClick={() => decide('sent')}>
              It was sent
            </Button>
            <Button variant="default" disabled={ids.length === 0} onClick={() => decide('not-sent')}>
              It was not sent, return the credits
            </Button>
            <Button
              variant="subtle"
              color="red"
              disabled={ids.length === 0 || isOpen}
              onClick={() => setAsking(true)}
            >
              Send again…
            </Button>
            {isOpen && <Text c="dimmed">Sending again is possible when the blast is over.</Text>}
          </Group>
          <div className={classes.tableBox}>
            <Table verticalSpacing="xs" className="tabular">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th w={40}>
                    <Checkbox
                      aria-label="Choose all that are shown"
                      checked={all}
                      indeterminate={ids.length > 0 && !all}
                      onChange={() => setChosen(new Set(all ? [] : pages.items.map(({ id }) => id)))}
                    />
                  </Table.Th>
                  <Table.Th>Number</Table.Th>
                  <Table.Th>Tried</Table.Th>
                  <Table.Th>What happened</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {pages.items.map(({ id, phone, at, reason }) => (
                  <Table.Tr key={id}>
                    <Table.Td>
                      <Checkbox
                        aria-label={`Choose ${phoneText(phone)}`}
                        checked={chosen.has(id)}
                        onChange={() => choose(id)}
                      />
                    </Table.Td>
                    <Table.Td>{phoneText(phone)}</Table.Td>
                    <Table.Td>
                      <DateText at={at} />
                    </Table.Td>
                    <Table.Td>{reason}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
          <InfiniteScroll {...pages} />
        </Stack>
      )}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Send again?"
        confirmLabel={`Send again to ${people(ids.length)}`}
        onConfirm={() => decide('again')}
        busy={settle.isPending}
      >
        The carrier may have the first message. Whoever got it gets it twice. No further credits are spent,
        and opt-outs and quiet hours are kept to.
      </ConfirmDialog>
    </section>
  );
}

const without = (chosen: ReadonlySet<number>, id: number) => [...chosen].filter((other) => other !== id);
