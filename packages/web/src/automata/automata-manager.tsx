import { Badge, Button, Progress, Text } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { IconCalendarRepeat, IconPlus } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { useLive } from '../data/live.ts';
import { useZone } from '../data/use-account.ts';
import { useAction, useCall } from '../data/use-call.ts';
import { formatDate } from '../kit/date-text.tsx';
import { NameDialog } from '../kit/dialogs.tsx';
import { Found } from '../kit/found.tsx';
import { ItemMenu } from '../kit/item-menu.tsx';
import { Page } from '../kit/page.tsx';
import { Row, Rows, RowsBar } from '../kit/rows.tsx';
import { SearchBox, useSearch } from '../kit/search-box.tsx';
import { useShortcut } from '../kit/shortcuts.ts';
import { EmptyState, FailedState, LoadingRows, NothingFound } from '../kit/states.tsx';
import { useNameAction } from '../kit/use-name-action.ts';
import { VirtualList } from '../kit/virtual-list.tsx';
import { common } from '../kit/wordings.ts';
import classes from './automata.module.css';
import { scheduleWords } from './schedule-words.ts';
import { wordings } from './wordings.ts';

type Automaton = ReplyOf<typeof calls.automata.list>['automata'][number];

/** Sends that repeat by themselves. */
export function AutomataManager() {
  const navigate = useNavigate();
  const [search, setSearch] = useSearch();
  const { data, error, isPending, isFetching, refetch } = useCall(
    calls.automata.list,
    { filter: search },
    { keepPrevious: true },
  );
  const shown = data?.automata ?? [];
  useLive('automaton', () => void refetch());
  const adding = useNameAction(calls.automata.add, (name) => ({ name }), {
    invalidates: [calls.automata.list],
    onSuccess: ({ id }) => void navigate(`/automata/editor/${id}/`),
  });
  useShortcut('n', wordings.automataManager.addAutomata, adding.open);

  const addButton = (
    <Button leftSection={<IconPlus size={16} />} onClick={adding.open}>
      {wordings.automataManager.addAutomata}
    </Button>
  );
  const isEmpty = data?.automata.length === 0 && search === '';
  return (
    <Page
      title={wordings.shared.automataManager}
      crumbs={[{ label: common.tools, to: '/tools' }]}
      about={wordings.automataManager.anAutomataSendsACampaign}
      action={!isEmpty && addButton}
    >
      <div className={classes.fetching}>
        {isFetching && <Progress value={100} animated size={2} aria-label={common.loading} />}
      </div>
      {error && !data ? (
        <FailedState
          title={wordings.automataManager.couldntLoadYourAutomata}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : isEmpty ? (
        <EmptyState
          icon={IconCalendarRepeat}
          title={wordings.automataManager.noAutomataYet}
          action={addButton}
        >
          {wordings.automataManager.giveItASchedule}
        </EmptyState>
      ) : (
        <>
          <RowsBar>
            <SearchBox placeholder={wordings.automataManager.searchAutomata} />
            <Found search={search} count={data?.automata.length} one={wordings.shared.automata} />
          </RowsBar>
          {isPending ? (
            <Rows>
              <LoadingRows />
            </Rows>
          ) : shown.length === 0 ? (
            <NothingFound search={search} onClear={() => setSearch('')} />
          ) : (
            <Rows>
              <VirtualList items={shown} rowHeight={57} keyOf={({ id }) => id}>
                {(automaton) => <AutomatonRow automaton={automaton} />}
              </VirtualList>
            </Rows>
          )}
        </>
      )}
      <NameDialog
        {...adding.dialog}
        title={wordings.automataManager.addAutomata}
        label={wordings.shared.automataName}
        confirmLabel={common.addNow}
        maxLength={TEXT_LIMITS.name}
      />
    </Page>
  );
}

function AutomatonRow({ automaton: { id, name, data, enabled } }: { automaton: Automaton }) {
  const zone = useZone();
  const renaming = useNameAction(calls.automata.rename, (newName) => ({ automaton: id, name: newName }), {
    of: name,
    invalidates: [calls.automata.list, calls.automata.load],
  });
  const remove = useAction(calls.automata.remove, {
    invalidates: [calls.automata.list],
    notice: wordings.automataManager.deleted(name),
  });
  return (
    <Row
      title={name}
      to={`/automata/editor/${id}`}
      about={
        <>
          <Text c="dimmed">
            {scheduleWords(data) || wordings.automataManager.noScheduleYet}
            {enabled &&
              data.problem === '' &&
              data.nextRun !== '' &&
              wordings.automataManager.nextRun(formatDate(data.nextRun, zone, 'date'))}
          </Text>
          {data.problem !== '' && <Text c="var(--mantine-color-error)">{data.problem}</Text>}
          {data.started + data.waiting > 0 && <Text c="dimmed">{wordings.startTotals(data)}</Text>}
          {data.runs > 0 && <Text c="dimmed">{wordings.totals(data)}</Text>}
        </>
      }
      mark={
        data.problem !== '' ? (
          <Badge color="red" variant="light" tt="none" fw={500}>
            {wordings.automataManager.problem}
          </Badge>
        ) : (
          <Badge color={enabled ? undefined : 'gray'} variant="light" tt="none" fw={500}>
            {enabled ? wordings.automataManager.on : wordings.automataManager.off}
          </Badge>
        )
      }
      menu={
        <ItemMenu
          name={name}
          deleteButton
          rename={{
            action: renaming,
            title: wordings.automataManager.renameAutomata,
            label: wordings.shared.automataName,
            maxLength: TEXT_LIMITS.name,
            warning: wordings.automataManager.referencesToTheOldName,
          }}
          remove={{
            action: remove,
            run: () => remove.mutate({ automaton: id }),
            question: wordings.automataManager.areYouSureYouWant,
            warning: wordings.automataManager.andItsDataWill(name),
          }}
        />
      }
    />
  );
}
