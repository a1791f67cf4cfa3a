import { ActionIcon, Badge, Button, Select, Text } from '@mantine/core';
import { calls, type ReplyOf, START_STATES } from '@parley/contract';
import { EVENT_KINDS, type EventKindName } from '@parley/rules/event-kinds.ts';
import { DATE_REACHED } from '@parley/rules/event-trigger.ts';
import { IconHistory, IconUser } from '@tabler/icons-react';
import { Navigate, useParams } from 'react-router';
import { useCall, usePages } from '../data/use-call.ts';
import { useQueryParam } from '../data/use-query-param.ts';
import { DateText } from '../kit/date-text.tsx';
import { Filled } from '../kit/filled.tsx';
import { Found } from '../kit/found.tsx';
import { InfiniteScroll } from '../kit/infinite-scroll.tsx';
import { NoSuchThing } from '../kit/load-failed.tsx';
import { Page } from '../kit/page.tsx';
import { phoneText } from '../kit/phone-text.ts';
import { Row, Rows, RowsBar } from '../kit/rows.tsx';
import { EmptyState, FailedState, LoadingRows } from '../kit/states.tsx';
import { VirtualList } from '../kit/virtual-list.tsx';
import { wordings } from './wordings.ts';

type Reply = ReplyOf<typeof calls.automata.starts>;
type Start = Reply['starts'][number];

const words = wordings.starts;
const PAGE = 50;
const rowsOf = (reply: Reply) => reply.starts;
const idOf = ({ id }: Start) => id;
const MANAGER = { label: wordings.shared.automataManager, to: '/automata/manager' };
const SHOWN = ['', ...START_STATES] as const;

/** /automata/history/:AID: to whom it happened, what became of it, and why not. */
export function AutomataStarts() {
  const id = Number(useParams().AID ?? 0);
  return id > 0 ? <Starts key={id} automaton={id} /> : <Navigate to={MANAGER.to} replace />;
}

function Starts({ automaton }: { automaton: number }) {
  const [shown, setShown] = useQueryParam('show');
  const [only, setOnly] = useQueryParam('contact');
  const state = SHOWN.find((one) => one === shown) ?? '';
  const contact = Math.max(0, Math.trunc(Number(only)) || 0);
  const form = { automaton, state, contact, length: PAGE };
  const pages = usePages(calls.automata.starts, form, { rowsOf, idOf, pageSize: PAGE });
  const total = useCall(calls.automata.starts, { ...form, start: 0, length: 1 }, { keepPrevious: true });
  const name = useCall(calls.automata.load, { automaton }).data?.data.name ?? '';
  const { items } = pages;
  const isNarrowed = state !== '' || contact > 0;
  const isEmpty = !pages.isPending && !pages.error && items.length === 0;
  return (
    <Page
      title={words.title}
      of={name}
      crumbs={[
        MANAGER,
        { label: name || wordings.shared.automataEditor, to: `/automata/editor/${automaton}` },
      ]}
      about={words.about}
    >
      {(!isEmpty || isNarrowed) && (
        <RowsBar>
          <Select
            aria-label={words.show}
            data={SHOWN.map((value) => ({ value, label: words.states[value] }))}
            value={state}
            onChange={(next) => setShown(next ?? '')}
            allowDeselect={false}
          />
          {contact > 0 && (
            <Button variant="subtle" onClick={() => setOnly('')}>
              {words.showEverybody}
            </Button>
          )}
          <Found search={state} count={total.data?.total} one={words.one} />
        </RowsBar>
      )}
      {pages.error && items.length === 0 ? (
        pages.error.kind === 'unknown' ? (
          <NoSuchThing
            what={wordings.shared.automata}
            back={{ label: wordings.automataEditor.showAllAutomata, to: MANAGER.to }}
          />
        ) : (
          <FailedState title={words.couldntLoad} error={pages.error} onRetry={pages.retry} />
        )
      ) : pages.isPending ? (
        <Rows>
          <LoadingRows />
        </Rows>
      ) : isEmpty && isNarrowed ? (
        <Text c="dimmed">{words.noneLikeThat}</Text>
      ) : isEmpty ? (
        <EmptyState icon={IconHistory} title={words.nothingYet}>
          {words.nothingYetAbout}
        </EmptyState>
      ) : (
        <>
          <Rows>
            <VirtualList items={items} rowHeight={64} keyOf={idOf}>
              {(start) => <StartRow start={start} onOnly={contact > 0 ? undefined : setOnly} />}
            </VirtualList>
          </Rows>
          <InfiniteScroll {...pages} />
        </>
      )}
    </Page>
  );
}

const titleOf = (event: string) =>
  event === DATE_REACHED
    ? wordings.trigger.dateReached
    : (EVENT_KINDS[event as EventKindName]?.words.title ?? event);
const COLORS = { started: undefined, waiting: 'yellow', skipped: 'gray', left: 'gray' } as const;

type StartRowProps = { start: Start; onOnly: ((contact: string) => void) | undefined };

function StartRow({ start, onOnly }: StartRowProps) {
  const { contact, phone, displayName, event, state, reason, exit, happenedAt, dueAt } = start;
  const name = displayName || phoneText(phone);
  return (
    <Row
      title={name}
      to={`/lists/member/details/0/${contact}`}
      about={
        <Text c="dimmed">
          <Filled
            words={words.happened}
            parts={{ event: titleOf(event), at: <DateText at={happenedAt} as="both" span /> }}
          />
          {state === 'waiting' && (
            <Filled words={words.startsAt} parts={{ at: <DateText at={dueAt} as="both" span /> }} />
          )}
          {exit !== '' && <Filled words={words.left} parts={{ event: titleOf(exit) }} />}
        </Text>
      }
      side={reason !== '' && reason !== 'exit' && <Text c="dimmed">{words.reasons[reason]}</Text>}
      mark={
        <Badge color={COLORS[state]} variant="light" tt="none" fw={500}>
          {words.states[state]}
        </Badge>
      }
      menu={
        onOnly && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            onClick={() => onOnly(String(contact))}
            aria-label={words.onlyThem(name)}
          >
            <IconUser size={18} />
          </ActionIcon>
        )
      }
    />
  );
}
