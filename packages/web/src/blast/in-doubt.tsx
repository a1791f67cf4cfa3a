import { Anchor, Button, Checkbox, Group, Stack, Table, Text, Title } from '@mantine/core';
import { calls, type FormOf, type ReplyOf } from '@parley/contract';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useAction, useCall, usePages } from '../data/use-call.ts';
import { DateText } from '../kit/date-text.tsx';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { InfiniteScroll } from '../kit/infinite-scroll.tsx';
import { formatNumber } from '../kit/numbers.tsx';
import { phoneText } from '../kit/phone-text.ts';
import { FailedState, LoadingRows } from '../kit/states.tsx';
import classes from './live.module.css';

export type Doubts = Omit<FormOf<typeof calls.delivery.inDoubt>, 'start'>;
type Listed = ReplyOf<typeof calls.delivery.inDoubt>;
type Message = Listed['messages'][number];
type Decision = 'sent' | 'not-sent' | 'again';
const rowsOf = (reply: Listed) => reply.messages;
const idOf = (message: Message) => message.id;

const CHANGES = [
  calls.delivery.inDoubt,
  calls.blast.progress,
  calls.blast.reasons,
  calls.account.load,
  calls.delivery.ledger,
];

/** '1 message': one person may have several of them in doubt. */
export const messages = (count: number) => `${formatNumber(count)} ${count === 1 ? 'message' : 'messages'}`;

const DONE: Record<Decision, string> = {
  sent: 'marked as sent',
  'not-sent': 'marked as not sent, the credits are back',
  again: 'on the way again',
};

const TITLES: Record<Decision, string> = {
  sent: 'Mark all as sent?',
  'not-sent': 'Mark all as not sent?',
  again: 'Send again?',
};
const CONFIRM: Record<Decision, (count: number) => string> = {
  sent: (count) => `Mark ${messages(count)} as sent`,
  'not-sent': (count) => `Mark ${messages(count)} as not sent`,
  again: (count) => `Send ${messages(count)} again`,
};
const EFFECTS: Record<Decision, string> = {
  sent: 'They stay paid. Receipts that come later still count.',
  'not-sent': 'Their credits return. A receipt that comes later still says what really became of a message.',
  again:
    'The carrier may have the first message. Whoever got it gets it twice. No further credits are spent, and opt-outs and quiet hours are kept to.',
};

/** Messages of one blast of which nobody knows whether the carrier took them. */
export function InDoubt({ blast, isOpen }: { blast: number; isOpen: boolean }) {
  return (
    <section className={`card ${classes.outcome}`} aria-label="In doubt">
      <div>
        <Title order={2}>In doubt</Title>
        <Text c="dimmed">
          The connection broke after the message went out and before the carrier answered. A late receipt
          settles it by itself; ask the carrier if you need to know sooner.{' '}
          <Anchor component={Link} to="/in-doubt" underline="always" c="inherit">
            All messages in doubt
          </Anchor>
        </Text>
      </div>
      <DoubtList doubts={{ ...ALL_DOUBTS, blast }} isOpen={isOpen} empty={null} />
    </section>
  );
}

export const ALL_DOUBTS: Doubts = { blast: 0, search: '', kind: 'all', from: '', to: '' };

type DoubtListProps = {
  doubts: Doubts;
  /** The blast still sends: nothing may be sent again yet. */
  isOpen?: boolean;
  /** They are of several campaigns: each is named, with its text. */
  isWide?: boolean;
  /** What to show when there are none. */
  empty: ReactNode;
};

/** Messages in doubt, to be settled by hand: a person decides, we never send them again by ourselves. */
export function DoubtList({ doubts, isOpen = false, isWide = false, empty }: DoubtListProps) {
  const pages = usePages(calls.delivery.inDoubt, doubts, { rowsOf, idOf });
  const { data } = useCall(calls.delivery.inDoubt, { ...doubts, start: 0 }, { keepPrevious: true });
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  /** All that match are chosen, shown or not. */
  const [isAll, setAll] = useState(false);
  const [asking, setAsking] = useState<Decision | null>(null);
  const means = {
    invalidates: CHANGES,
    notice: ({ settled }: { settled: number }, { decision }: { decision: Decision }) =>
      `${messages(settled)} ${DONE[decision]}.`,
    onSuccess: () => {
      setChosen(new Set());
      setAll(false);
      setAsking(null);
    },
  };
  const settle = useAction(calls.delivery.settle, means);
  const settleAll = useAction(calls.delivery.settleAll, means);
  const ids = pages.items.map(({ id }) => id).filter((id) => chosen.has(id));
  const total = data?.total ?? ids.length;
  const count = isAll ? total : ids.length;
  const decide = (decision: Decision) =>
    isAll
      ? settleAll.mutate({ ...doubts, count: total, decision })
      : settle.mutate({ messages: ids, decision });
  /** What touches more than is seen, or may send twice, is asked about. */
  const ask = (decision: Decision) =>
    isAll || decision === 'again' ? setAsking(decision) : decide(decision);
  if (pages.error && pages.items.length === 0)
    return <FailedState title="The list could not be loaded" error={pages.error} onRetry={pages.retry} />;
  if (pages.isPending) return <LoadingRows rows={3} height={40} />;
  if (pages.items.length === 0) return empty;
  const allShown = ids.length === pages.items.length && total > ids.length;
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Button variant="default" disabled={count === 0} onClick={() => ask('sent')}>
          It was sent
        </Button>
        <Button variant="default" disabled={count === 0} onClick={() => ask('not-sent')}>
          It was not sent, return the credits
        </Button>
        <Button variant="subtle" color="red" disabled={count === 0 || isOpen} onClick={() => ask('again')}>
          Send again…
        </Button>
        {ids.length === 0 ? (
          <Text c="dimmed">Choose the messages that you know about.</Text>
        ) : (
          isOpen && <Text c="dimmed">Sending again is possible when the blast is over.</Text>
        )}
      </Group>
      {(allShown || isAll) && (
        <Text role="status">
          {isAll ? `All ${formatNumber(total)} are chosen.` : `The ${ids.length} shown are chosen.`}{' '}
          <Anchor component="button" type="button" onClick={() => (isAll ? chooseNone() : setAll(true))}>
            {isAll ? 'Choose none' : `Choose all ${formatNumber(total)}`}
          </Anchor>
        </Text>
      )}
      <DoubtTable
        messages={pages.items}
        chosen={isAll ? new Set(pages.items.map(idOf)) : chosen}
        onChoose={(next) => {
          setAll(false);
          setChosen(next);
        }}
        isWide={isWide}
      />
      <InfiniteScroll {...pages} />
      <ConfirmDialog
        opened={asking !== null}
        onClose={() => setAsking(null)}
        title={TITLES[asking ?? 'sent']}
        confirmLabel={CONFIRM[asking ?? 'sent'](count)}
        onConfirm={() => asking && decide(asking)}
        busy={settle.isPending || settleAll.isPending}
        harmless={asking !== 'again'}
      >
        {EFFECTS[asking ?? 'sent']}
      </ConfirmDialog>
    </Stack>
  );

  function chooseNone(): void {
    setAll(false);
    setChosen(new Set());
  }
}

type DoubtTableProps = {
  messages: readonly Message[];
  chosen: ReadonlySet<number>;
  onChoose: (chosen: ReadonlySet<number>) => void;
  isWide: boolean;
};

function DoubtTable({ messages, chosen, onChoose, isWide }: DoubtTableProps) {
  const count = messages.filter(({ id }) => chosen.has(id)).length;
  const all = count === messages.length;
  const toggle = (id: number) =>
    onChoose(new Set(chosen.has(id) ? [...chosen].filter((other) => other !== id) : [...chosen, id]));
  return (
    <div className={classes.tableBox}>
      <Table verticalSpacing="xs" className="tabular">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={40}>
              <Checkbox
                aria-label="Choose all that are shown"
                checked={all}
                indeterminate={count > 0 && !all}
                onChange={() => onChoose(new Set(all ? [] : messages.map(({ id }) => id)))}
              />
            </Table.Th>
            <Table.Th>Number</Table.Th>
            {isWide && <Table.Th className={classes.wideOnly ?? ''}>Message</Table.Th>}
            <Table.Th className={classes.wideOnly ?? ''}>Tried</Table.Th>
            <Table.Th className={classes.wideOnly ?? ''}>What happened</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {messages.map((message) => (
            <Table.Tr key={message.id}>
              <Table.Td>
                <Checkbox
                  aria-label={`Choose ${phoneText(message.phone)}`}
                  checked={chosen.has(message.id)}
                  onChange={() => toggle(message.id)}
                />
              </Table.Td>
              <Table.Td>
                <Anchor
                  component={Link}
                  to={`/lists/member/details/0/${message.contact}`}
                  className={classes.number ?? ''}
                >
                  {phoneText(message.phone)}
                </Anchor>
                <Text component="div" c="dimmed" className={classes.narrowOnly ?? ''}>
                  <DateText at={message.at} /> · {message.reason}
                </Text>
                {isWide && (
                  <div className={classes.narrowOnly}>
                    <Words message={message} />
                  </div>
                )}
              </Table.Td>
              {isWide && (
                <Table.Td className={classes.wideOnly ?? ''}>
                  <Words message={message} />
                </Table.Td>
              )}
              <Table.Td className={classes.wideOnly ?? ''}>
                <DateText at={message.at} />
              </Table.Td>
              <Table.Td className={classes.wideOnly ?? ''}>{message.reason}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** Of which blast, and what it says. */
function Words({ message: { blast, campaign, name, text } }: { message: Message }) {
  return (
    <>
      {blast > 0 ? (
        <Anchor component={Link} to={`/blast/${campaign}/live/${blast}`}>
          {name || `Blast ${blast}`}
        </Anchor>
      ) : (
        name || 'Single message'
      )}
      <Text c="dimmed" className="clamp-2">
        {text}
      </Text>
    </>
  );
}
