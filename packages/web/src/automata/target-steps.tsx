import { Select, Stack, Switch, Text } from '@mantine/core';
import type { TagFilter } from '@parley/contract';
import { useState } from 'react';
import { TagFilterEditor } from '../blast/index.ts';
import type { StepProps } from './use-automaton.ts';

type Campaign = { id: number; name: string; active: string };
type List = { id: number; name: string };

export function CampaignStep({ data, change, campaigns }: StepProps & { campaigns: Campaign[] | undefined }) {
  const active = campaigns?.filter((campaign) => campaign.active === '1') ?? [];
  return (
    <Target
      label="Target Campaign"
      things={active}
      value={data.campaign}
      onChange={(campaign) => change({ campaign })}
    />
  );
}

export function ListStep({ data, change, lists }: StepProps & { lists: List[] | undefined }) {
  const [filters, setFilters] = useState(data.filters);
  const [isFiltered, setFiltered] = useState(filters.length > 0);
  const changeFilters = (next: TagFilter[]) => {
    setFilters(next);
    // A condition without a tag is not finished: it is kept on the screen only.
    change({ filters: next.filter(({ tag }) => tag !== '') }, { afterPause: true });
  };
  return (
    <Stack gap="lg">
      <Target
        label="Target List"
        things={lists ?? []}
        value={data.list}
        onChange={(list) => change({ list })}
      />
      <Switch
        label={`All or only New? ${data.onlyNew ? 'Only new' : 'All'}`}
        description="Only new: those who joined the list after the run before."
        checked={data.onlyNew}
        onChange={({ currentTarget: { checked } }) =>
          change(checked ? { onlyNew: true, clone: false } : { onlyNew: false })
        }
      />
      {!data.onlyNew && (
        <Switch
          label={`Clone New Campaign? ${data.clone ? 'New' : 'Existing'}`}
          description="New: each run sends a fresh copy, so that people who had the campaign before get it again."
          checked={data.clone}
          onChange={(event) => change({ clone: event.currentTarget.checked })}
        />
      )}
      <Switch
        label="Filter List Targets?"
        checked={isFiltered}
        onChange={({ currentTarget: { checked } }) => {
          setFiltered(checked);
          if (!checked) changeFilters([]);
        }}
      />
      {isFiltered && <TagFilterEditor filters={filters} onChange={changeFilters} />}
    </Stack>
  );
}

export function EnabledStep({ data, change }: StepProps) {
  return (
    <Stack gap="md">
      <Switch
        label={`Enabled? ${data.enabled ? 'Yes' : 'No'}`}
        checked={data.enabled}
        onChange={({ currentTarget: { checked } }) => change({ enabled: checked }, { justEnabled: checked })}
      />
      <Text c="dimmed">It needs a schedule, a campaign and a list before it can be switched on.</Text>
    </Stack>
  );
}

type TargetProps = { label: string; things: List[]; value: number; onChange: (id: number) => void };

/** A cleared choice is id 0. */
function Target({ label, things, value, onChange }: TargetProps) {
  return (
    <Select
      label={label}
      placeholder="Choose one"
      data={things.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value > 0 ? String(value) : null}
      onChange={(chosen) => onChange(Number(chosen ?? 0))}
      searchable
      clearable
      limit={200}
      nothingFoundMessage="Nothing of this name"
      maw={420}
    />
  );
}
