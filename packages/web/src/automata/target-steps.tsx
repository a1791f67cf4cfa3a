import { Select, Stack, Switch, Text } from '@mantine/core';
import type { TagFilter } from '@parley/contract';
import { isUnfinished } from '@parley/rules/filter.ts';
import { SCHEDULE_TYPES } from '@parley/rules/schedule.ts';
import { useEffect, useState } from 'react';
import { useMaySend } from '../account/sender-only.tsx';
import { TagFilterEditor, TimeToLive } from '../blasts/index.ts';
import { isolatedName } from '../data/isolated.ts';
import { Notice } from '../kit/notice.tsx';
import { phoneText } from '../kit/phone-text.ts';
import { SaveAsSegment, SegmentSelect, useSegments } from '../segments/index.ts';
import { Toggle } from './toggle.tsx';
import type { StepProps } from './use-automaton.ts';
import { wordings } from './wordings.ts';

type Campaign = { id: number; name: string; active: string };
type List = { id: number; name: string };
type Channel = List & { number: string };

export function CampaignStep({
  data,
  change,
  campaigns,
  channels,
}: StepProps & { campaigns: Campaign[] | undefined; channels: Channel[] }) {
  const active = campaigns?.filter((campaign) => campaign.active === '1') ?? [];
  return (
    <Stack gap="lg">
      <Target
        label={wordings.targetSteps.targetCampaign}
        things={active}
        value={data.campaign}
        onChange={(campaign) => change({ campaign })}
      />
      {(channels.length > 1 || data.channel > 0) && (
        <Select
          label={wordings.channel}
          description={wordings.channelAbout}
          data={[
            { value: '0', label: wordings.firstChannel(channels[0]?.name ?? '') },
            ...channels.map(({ id, name, number }) => ({
              value: String(id),
              label: `${isolatedName(name)} · ${phoneText(number)}`,
            })),
          ]}
          value={String(data.channel)}
          error={channels.every(({ id }) => id !== data.channel) && data.channel > 0 && wordings.channelGone}
          onChange={(channel) => change({ channel: Number(channel ?? 0) })}
          allowDeselect={false}
          searchable
          nothingFoundMessage={wordings.targetSteps.noMatches}
          maw={420}
        />
      )}
    </Stack>
  );
}

export function ListStep({ data, change, lists }: StepProps & { lists: List[] | undefined }) {
  const [filters, setFilters] = useState(data.filters);
  const [isFiltered, setFiltered] = useState(filters.length > 0);
  const stored = JSON.stringify(finished(data.filters));
  // Somebody else changed them: what this tab held is old.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one's own rows are compared when a new version comes
  useEffect(() => {
    if (JSON.stringify(finished(filters)) === stored) return;
    setFilters(data.filters);
    setFiltered(data.filters.length > 0);
  }, [data.version, stored]);
  const changeFilters = (next: TagFilter[]) => {
    setFilters(next);
    // What is not finished is kept on the screen only.
    change({ filters: finished(next) }, { afterPause: true });
  };
  return (
    <Stack gap="lg">
      <Target
        label={wordings.targetSteps.targetList}
        things={lists ?? []}
        value={data.list}
        onChange={(list) => change({ list })}
      />
      <SegmentSelect
        label={wordings.targetSteps.segment}
        placeholder={wordings.targetSteps.anySegment}
        description={data.segment > 0 ? wordings.targetSteps.onlyThoseInIt : undefined}
        value={data.segment}
        onChange={(segment) => change({ segment })}
        maw={420}
      />
      <Toggle
        question={wordings.targetSteps.allOrOnlyNew}
        words={[wordings.targetSteps.all, wordings.targetSteps.onlyNew]}
        about={wordings.targetSteps.onlyNewSentence}
        value={data.onlyNew}
        onChange={(onlyNew) => change(onlyNew ? { onlyNew, clone: false } : { onlyNew })}
      />
      {!data.onlyNew && (
        <Toggle
          question={wordings.targetSteps.cloneNewCampaign}
          words={[wordings.targetSteps.existing, wordings.targetSteps.new]}
          about={wordings.targetSteps.newEachRunSends}
          value={data.clone}
          onChange={(clone) => change({ clone })}
        />
      )}
      {sendsOnce(data) && (
        <Notice title={wordings.targetSteps.eachPersonGetsThisOnce}>
          {wordings.targetSteps.anyoneWhoGotTheCampaign}
        </Notice>
      )}
      <Switch
        label={wordings.targetSteps.filterListTargets}
        checked={isFiltered}
        onChange={({ currentTarget: { checked } }) => {
          setFiltered(checked);
          if (!checked) changeFilters([]);
        }}
      />
      {isFiltered && (
        <div>
          <TagFilterEditor filters={filters} onChange={changeFilters} showMissing />
          <SaveAsSegment
            filters={filters}
            segment={data.segment}
            purpose={wordings.shared.automata}
            onSaved={(segment) => {
              setFilters([]);
              setFiltered(false);
              change({ segment, filters: [] });
            }}
          />
        </div>
      )}
    </Stack>
  );
}

/** Whom an automata is for that what happens starts. */
export function SegmentStep({ data, change }: StepProps) {
  const isEmpty = useSegments().data?.segments.length === 0 && data.segment === 0;
  if (isEmpty) return <Text c="dimmed">{wordings.targetSteps.noSegments}</Text>;
  return (
    <SegmentSelect
      label={wordings.targetSteps.onlySegment}
      description={wordings.targetSteps.onlySegmentAbout}
      placeholder={wordings.targetSteps.everybody}
      value={data.segment}
      onChange={(segment) => change({ segment })}
      maw={420}
    />
  );
}

const finished = (filters: readonly TagFilter[]) => filters.filter((filter) => !isUnfinished(filter));

/** Runs that repeat to everybody with one campaign: whoever was sent it counts as already blasted. */
const sendsOnce = ({ type, onlyNew, clone }: StepProps['data']) =>
  type !== 0 && type !== SCHEDULE_TYPES.ONE_TIME && !onlyNew && !clone;

export function EnabledStep({ data, change }: StepProps) {
  const maySend = useMaySend();
  return (
    <Stack>
      <Toggle
        question={wordings.targetSteps.enabled}
        words={[wordings.targetSteps.no, wordings.targetSteps.yes]}
        about={maySend || data.enabled ? enabledHint(data) : wordings.targetSteps.othersTurnItOn}
        value={data.enabled}
        isFixed={!maySend}
        onChange={(enabled) => change({ enabled }, { justEnabled: enabled })}
      />
      {data.type !== SCHEDULE_TYPES.BY_EVENT && (
        <TimeToLive minutes={data.timeToLive} onChange={(timeToLive) => change({ timeToLive })} />
      )}
    </Stack>
  );
}

/** What is still to be chosen; once nothing is, what switching it on does. */
function enabledHint({ enabled, type, campaign, list, trigger }: StepProps['data']): string {
  const isByEvent = type === SCHEDULE_TYPES.BY_EVENT;
  const missing = [
    type === 0 && 'a schedule',
    isByEvent && trigger.event === null && 'what starts it',
    campaign === 0 && 'a campaign',
    list === 0 && !isByEvent && 'a list',
  ];
  const needed = missing.filter((each) => each !== false);
  if (needed.length > 0) return wordings.stillNeeded(needed);
  if (isByEvent) return enabled ? wordings.isOnByEvent : wordings.isReadyByEvent;
  return enabled ? wordings.isOn : wordings.isReady;
}

type TargetProps = { label: string; things: List[]; value: number; onChange: (id: number) => void };

/** A cleared choice is id 0. */
function Target({ label, things, value, onChange }: TargetProps) {
  return (
    <Select
      label={label}
      placeholder={wordings.targetSteps.chooseOne}
      data={things.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value > 0 ? String(value) : null}
      onChange={(chosen) => onChange(Number(chosen ?? 0))}
      searchable
      clearable
      nothingFoundMessage={wordings.targetSteps.noMatches}
      maw={420}
    />
  );
}
