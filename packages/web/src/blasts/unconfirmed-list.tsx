import { Anchor, Button, Checkbox, Group, Stack, Table, Text, Title } from '@mantine/core';
import { calls, type FormOf, type ReplyOf } from '@parley/contract';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useMaySend } from '../account/sender-only.tsx';
import { useAction, useCall, usePages } from '../data/use-call.ts';
import { DateText } from '../kit/date-text.tsx';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { InfiniteScroll } from '../kit/infinite-scroll.tsx';
import { formatNumber } from '../kit/numbers.tsx';
import { phoneText } from '../kit/phone-text.ts';
import { Rows } from '../kit/rows.tsx';
import { FailedState, LoadingRows } from '../kit/states.tsx';
import { VirtualTableBody } from '../kit/virtual-list.tsx';
import { common } from '../kit/wordings.ts';
import classes from './live.module.css';
import { wordings } from './wordings.ts';

export type UnconfirmedFilter = Omit<FormOf<typeof calls.delivery.inDoubt>, 'start'>;
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
  sent: wordings.unconfirmed.markedAsSent,
  'not-sent': wordings.unconfirmed.markedAsNotSent,
  again: wordings.unconfirmed.onTheWayAgain,
};

const TITLES: Record<Decision, string> = {
  sent: wordings.unconfirmed.markAllAsSent,
  'not-sent': wordings.unconfirmed.markAllAsNotSent,
  again: wordings.unconfirmed.sendAgain,
};
const CONFIRM: Record<Decision, (count: number) => string> = {
  sent: (count) => wordings.unconfirmed.markAsSent(messages(count)),
  'not-sent': (count) => wordings.unconfirmed.markAsNotSent(messages(count)),
  again: (count) => wordings.unconfirmed.sendAgainOf(messages(count)),
};
const EFFECTS: Record<Decision, string> = {
  sent: wordings.unconfirmed.theyStayPaid,
  'not-sent': wordings.unconfirmed.theirCreditsAreReturned,
  again: wordings.unconfirmed.theFirstMessageMayHave,
};

/** Messages of one blast of which nobody knows whether the carrier took them. */
export function BlastUnconfirmed({ blast, isOpen }: { blast: number; isOpen: boolean }) {
  return (
    <section className={`card ${classes.outcome}`} aria-label={wordings.shared.unconfirmed}>
      <div>
        <Title order={2}>{wordings.shared.unconfirmed}</Title>
        <Text c="dimmed">
          {wordings.unconfirmed.theConnectionDroppedBefore}{' '}
          <Anchor component={Link} to="/in-doubt" underline="always" c="inherit">
            {wordings.unconfirmed.allUnconfirmedMessages}
          </Anchor>
        </Text>
      </div>
      <UnconfirmedList filter={{ ...ALL_UNCONFIRMED, blast }} isOpen={isOpen} empty={null} />
    </section>
  );
}

export const ALL_UNCONFIRMED: UnconfirmedFilter = { blast: 0, search: '', kind: 'all', from: '', to: '' };

type UnconfirmedListProps = {
  filter: UnconfirmedFilter;
  /** The blast still sends: nothing may be sent again yet. */
  isOpen?: boolean;
  /** They are of several campaigns: each is named, with its text. */
  isWide?: boolean;
  /** What to show when there are none. */
  empty: ReactNode;
};

/** Messages in doubt, to be settled by hand: a person decides, we never send them again by ourselves. */
export function UnconfirmedList({ filter, isOpen = false, isWide = false, empty }: UnconfirmedListProps) {
  const pages = usePages(calls.delivery.inDoubt, filter, { rowsOf, idOf });
  const { data } = useCall(calls.delivery.inDoubt, { ...filter, start: 0 }, { keepPrevious: true });
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
  const maySend = useMaySend();
  const settle = useAction(calls.delivery.settle, means);
  const settleAll = useAction(calls.delivery.settleAll, means);
  const ids = pages.items.map(({ id }) => id).filter((id) => chosen.has(id));
  const total = data?.total ?? ids.length;
  const count = isAll ? total : ids.length;
  const decide = (decision: Decision) =>
    isAll
      ? settleAll.mutate({ ...filter, count: total, decision })
      : settle.mutate({ messages: ids, decision });
  /** What touches more than is seen, or may send twice, is asked about. */
  const ask = (decision: Decision) =>
    isAll || decision === 'again' ? setAsking(decision) : decide(decision);
  if (pages.error && pages.items.length === 0)
    return <FailedState title={wordings.unconfirmed.couldntLoad} error={pages.error} onRetry={pages.retry} />;
  if (pages.isPending)
    return (
      <Rows>
        <LoadingRows rows={3} height={40} />
      </Rows>
    );
  if (pages.items.length === 0) return empty;
  const allShown = ids.length === pages.items.length && total > ids.length;
  return (
    <Stack gap="sm">
      {maySend ? (
        <Group gap="xs">
          <Button variant="default" disabled={count === 0} onClick={() => ask('sent')}>
            {wordings.unconfirmed.itWasSent}
          </Button>
          <Button variant="default" disabled={count === 0} onClick={() => ask('not-sent')}>
            {wordings.unconfirmed.itWasntSent}
          </Button>
          <Button variant="subtle" color="red" disabled={count === 0 || isOpen} onClick={() => ask('again')}>
            {wordings.unconfirmed.sendAgainOpens}
          </Button>
          {ids.length === 0 ? (
            <Text c="dimmed">{wordings.unconfirmed.selectTheMessagesYouKnow}</Text>
          ) : (
            isOpen && <Text c="dimmed">{wordings.unconfirmed.youCanResendWhen}</Text>
          )}
        </Group>
      ) : (
        <Text c="dimmed">{wordings.unconfirmed.othersSettle}</Text>
      )}
      {(allShown || isAll) && (
        <Text role="status">
          {isAll
            ? wordings.unconfirmed.allSelected(total)
            : wordings.unconfirmed.theShownAreSelected(ids.length)}{' '}
          <Anchor component="button" type="button" onClick={() => (isAll ? chooseNone() : setAll(true))}>
            {isAll ? wordings.unconfirmed.clearSelection : wordings.unconfirmed.selectAll(total)}
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
        mayChoose={maySend}
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
  mayChoose: boolean;
};

function DoubtTable({ messages, chosen, onChoose, isWide, mayChoose }: DoubtTableProps) {
  const count = messages.filter(({ id }) => chosen.has(id)).length;
  const all = count === messages.length;
  const toggle = (id: number) =>
    onChoose(new Set(chosen.has(id) ? [...chosen].filter((other) => other !== id) : [...chosen, id]));
  return (
    <div className={classes.tableBox}>
      <Table verticalSpacing="xs" className="tabular" aria-rowcount={messages.length + 1}>
        <Table.Thead>
          <Table.Tr>
            {mayChoose && (
              <Table.Th w={40}>
                <Checkbox
                  aria-label={wordings.unconfirmed.selectAllShown}
                  checked={all}
                  indeterminate={count > 0 && !all}
                  onChange={() => onChoose(new Set(all ? [] : messages.map(({ id }) => id)))}
                />
              </Table.Th>
            )}
            <Table.Th>{wordings.shared.number}</Table.Th>
            {isWide && <Table.Th className={classes.wideOnly ?? ''}>{common.message}</Table.Th>}
            <Table.Th className={classes.wideOnly ?? ''}>{wordings.unconfirmed.tried}</Table.Th>
            <Table.Th className={classes.wideOnly ?? ''}>{wordings.unconfirmed.whatHappened}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <VirtualTableBody items={messages} rowHeight={isWide ? 72 : 41} keyOf={idOf}>
          {(message, row) => (
            <Table.Tr {...row}>
              {mayChoose && (
                <Table.Td>
                  <Checkbox
                    aria-label={wordings.unconfirmed.choose(phoneText(message.phone))}
                    checked={chosen.has(message.id)}
                    onChange={() => toggle(message.id)}
                  />
                </Table.Td>
              )}
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
          )}
        </VirtualTableBody>
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
          {name || wordings.unconfirmed.blast(blast)}
        </Anchor>
      ) : (
        name || wordings.unconfirmed.singleMessage
      )}
      <Text c="dimmed" className="clamp-2">
        {text}
      </Text>
    </>
  );
}
