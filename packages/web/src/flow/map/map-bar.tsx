/** Above the map: a step to find, and which version and days are counted. */
import '@mantine/dates/styles.layer.css';
import { Group, Select } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { addDays } from '@parley/rules/time-zone.ts';
import { IconCalendar, IconGitBranch, IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useToday } from '../../data/use-account.ts';
import { numbered } from '../steps/pickers.tsx';
import { useFlow } from '../store/use-flow.ts';
import { useVersionPage } from '../versions/use-flow-versions.ts';
import type { FlowGraph } from './graph.ts';
import classes from './map.module.css';
import type { CountScope } from './use-step-counts.ts';
import { ALL, versionChoices } from './version-choices.ts';
import { wordings } from './wordings.ts';

const words = wordings.mapBar;
type MapBarProps = { graph: FlowGraph; scope: CountScope; onFind: (step: number) => void };

export function MapBar({ graph, scope, onFind }: MapBarProps) {
  const { isTemplate } = useFlow();
  return (
    <Group gap="xs" mb="xs" align="end">
      <FindStep graph={graph} onFind={onFind} />
      {!isTemplate && <VersionSelect scope={scope} />}
      {!isTemplate && <CountedDays scope={scope} />}
    </Group>
  );
}

const MOST_FOUND = 50;

function FindStep({ graph, onFind }: Pick<MapBarProps, 'graph' | 'onFind'>) {
  const [typed, setTyped] = useState('');
  // The same list as long as the flow is: another one would take back what is about to be chosen.
  const data = useMemo(
    () =>
      graph.nodes.flatMap((node) =>
        node.kind === 'step' ? [{ value: String(node.step.id), label: numbered(node.step) }] : [],
      ),
    [graph],
  );
  return (
    <Select
      aria-label={words.find}
      placeholder={words.find}
      leftSection={<IconSearch size={16} />}
      rightSection={<span />}
      data={data}
      value={null}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(chosen) => {
        setTyped('');
        if (chosen) onFind(Number(chosen));
      }}
      limit={MOST_FOUND}
      nothingFoundMessage={words.nothingFound}
      className={classes.find ?? ''}
    />
  );
}

/** From so many versions on one types which. */
const SEARCHED_FROM = 20;

function VersionSelect({ scope: { version, setVersion } }: { scope: CountScope }) {
  const newest = useVersionPage().data?.versions[0]?.number ?? 0;
  const data = useMemo(() => versionChoices(newest, version), [newest, version]);
  if (newest === 0 && version === null) return null;
  return (
    <Select
      aria-label={words.version}
      leftSection={<IconGitBranch size={16} />}
      data={data}
      value={version === null ? ALL : String(version)}
      onChange={(chosen) => setVersion(chosen === null || chosen === ALL ? null : Number(chosen))}
      allowDeselect={false}
      searchable={newest >= SEARCHED_FROM}
      className={classes.choice ?? ''}
    />
  );
}

type Picked = [string | null, string | null];

function CountedDays({ scope: { from, to, setDays } }: { scope: CountScope }) {
  const [open, setOpen] = useState<Picked | null>(null);
  const today = useToday();
  const change = ([first, last]: Picked) => {
    setOpen(first && !last ? [first, last] : null);
    if (first && last) setDays(first, last);
    else if (!first) setDays('', '');
  };
  return (
    <DatePickerInput
      type="range"
      aria-label={words.days}
      placeholder={words.allDays}
      leftSection={<IconCalendar size={16} />}
      value={open ?? [from || null, to || null]}
      onChange={change}
      onDropdownClose={() => setOpen(null)}
      maxDate={today}
      presets={[7, 30, 90].map((days) => ({
        label: words.last(days),
        value: [addDays(today, 1 - days), today] as Picked,
      }))}
      valueFormat="MMM D, YYYY"
      allowSingleDateInRange
      firstDayOfWeek={0}
      weekendDays={[]}
      clearable={from !== ''}
      clearButtonProps={{ 'aria-label': words.clearDays }}
      popoverProps={{ attributes: { dropdown: { 'aria-label': words.days } } }}
      ariaLabels={{ previousMonth: words.previousMonth, nextMonth: words.nextMonth }}
      hideOutsideDates
      className={classes.choice ?? ''}
    />
  );
}
