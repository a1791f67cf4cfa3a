/** What people did, or did not do: which kind of event, how often, when, and with which properties. */
import { ActionIcon, Button, Group, Menu, NumberInput, Select, Stack } from '@mantine/core';
import { EVENT_KINDS, type EventProperty, propertyOf } from '@parley/rules/event-kinds.ts';
import { SEGMENT_TREE_LIMITS } from '@parley/rules/limits.ts';
import type { EventWindow } from '@parley/rules/segment.ts';
import { IconPlus, IconX } from '@tabler/icons-react';
import { MenuDropdown } from '../kit/menu-dropdown.tsx';
import { ComparedInput } from './compared.tsx';
import { IdsInput } from './ids-input.tsx';
import { DaysField } from './operand-input.tsx';
import classes from './segments.module.css';
import type { EventDraft, PropertyDraft } from './tree-draft.ts';
import { wordings } from './wordings.ts';

type EventConditionProps = {
  condition: EventDraft;
  onChange: (condition: EventDraft) => void;
  error?: string | undefined;
};

export function EventCondition({ condition, onChange, error }: EventConditionProps) {
  const { event, did, where } = condition;
  const { words, properties } = EVENT_KINDS[event];
  const change = (part: Partial<EventDraft>) => onChange({ ...condition, ...part });
  const changeProperty = (index: number, next: PropertyDraft | null) =>
    change({ where: where.flatMap((each, at) => (at !== index ? [each] : next === null ? [] : [next])) });
  return (
    <Stack gap={8} className={classes.event ?? ''}>
      <div className={classes.fields}>
        <Select
          aria-label={wordings.eventCondition.didOrNot}
          data={[
            { value: 'did', label: words.did },
            { value: 'did-not', label: words.didNot },
          ]}
          value={did ? 'did' : 'did-not'}
          onChange={(next) => next && change({ did: next === 'did' })}
          allowDeselect={false}
          error={where.length === 0 ? error : undefined}
          className={classes.operator ?? ''}
        />
        <Times did={did} times={condition.times} onChange={(times) => change({ times })} />
        <Window when={condition.when} onChange={(when) => change({ when })} />
      </div>
      {where.map((property, index) => (
        <PropertyRow
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields hold no state of their own
          key={index}
          property={property}
          type={propertyOf(event, property.property)}
          campaign={onlyCampaign(where)}
          onChange={(next) => changeProperty(index, next)}
          error={error}
        />
      ))}
      <AddProperty
        properties={properties}
        isFull={where.length >= SEGMENT_TREE_LIMITS.properties}
        onAdd={(property) => change({ where: [...where, property] })}
      />
    </Stack>
  );
}

/** The campaign whose steps can be chosen: the one that the condition names. 0: none, or several. */
function onlyCampaign(where: readonly PropertyDraft[]): number {
  const named = where.find(({ property, is }) => property === 'campaign' && is === 'in')?.value;
  return Array.isArray(named) && named.length === 1 ? Number(named[0]) : 0;
}

type TimesProps = { did: boolean; times: number; onChange: (times: number) => void };

/** At least so often; of what was not done: fewer than so often. */
function Times({ did, times, onChange }: TimesProps) {
  const words = wordings.eventCondition;
  return (
    <Group gap={8} wrap="nowrap">
      <span className={classes.and}>{did ? words.atLeast : words.asOftenAs}</span>
      <NumberInput
        aria-label={words.howOften}
        value={times}
        onChange={(next) => onChange(Number(next) || 1)}
        min={1}
        max={SEGMENT_TREE_LIMITS.times}
        allowDecimal={false}
        clampBehavior="strict"
        hideControls
        className={classes.times ?? ''}
      />
      <span className={classes.and}>{times === 1 ? words.time : words.times}</span>
    </Group>
  );
}

const WINDOWS = [
  { value: 'ever', label: wordings.eventCondition.windows.ever },
  { value: 'last', label: wordings.eventCondition.windows.last },
  { value: 'between', label: wordings.eventCondition.windows.between },
];

function Window({ when, onChange }: { when: EventWindow; onChange: (when: EventWindow) => void }) {
  const choose = (next: string) => {
    if (next === 'last') return onChange({ in: 'last', days: 30 });
    onChange(next === 'between' ? { in: 'between', from: '', to: '' } : { in: 'ever' });
  };
  return (
    <Group gap={8} align="flex-start" className={classes.window ?? ''} data-in={when.in}>
      <Select
        aria-label={wordings.eventCondition.when}
        data={WINDOWS}
        value={when.in}
        onChange={(next) => next && choose(next)}
        allowDeselect={false}
        className={classes.short ?? ''}
      />
      {when.in === 'last' && (
        <>
          <NumberInput
            aria-label={wordings.operandInput.numberOfDays}
            value={when.days}
            onChange={(days) => onChange({ in: 'last', days: Number(days) || 1 })}
            min={1}
            max={SEGMENT_TREE_LIMITS.windowDays}
            allowDecimal={false}
            clampBehavior="strict"
            hideControls
            className={classes.times ?? ''}
          />
          <span className={classes.and}>
            {when.days === 1 ? wordings.eventCondition.day : wordings.eventCondition.days}
          </span>
        </>
      )}
      {when.in === 'between' && (
        <DaysField
          value={[when.from, when.to]}
          onChange={(days) => {
            const [from = '', to = ''] = Array.isArray(days) ? days.map(String) : [];
            onChange({ in: 'between', from, to });
          }}
        />
      )}
    </Group>
  );
}

type PropertyRowProps = {
  property: PropertyDraft;
  type: EventProperty | undefined;
  campaign: number;
  onChange: (property: PropertyDraft | null) => void;
  error?: string | undefined;
};

function PropertyRow({ property, type, campaign, onChange, error }: PropertyRowProps) {
  if (!type) return null;
  const isUnset = property.value === undefined || property.value === '' || isEmptyList(property.value);
  const shown = isUnset ? error : undefined;
  return (
    <div className={classes.property}>
      <span className={classes.and}>{wordings.eventCondition.where(type.words.toLowerCase())}</span>
      {type.type === 'id' ? (
        type.of === 'tag' ? null : (
          <>
            <Select
              aria-label={wordings.compared.operator}
              data={[
                { value: 'in', label: wordings.eventCondition.is },
                { value: 'not-in', label: wordings.eventCondition.isNot },
              ]}
              value={property.is}
              onChange={(is) => is && onChange({ ...property, is })}
              allowDeselect={false}
              className={classes.short ?? ''}
            />
            <IdsInput
              what={type.of}
              value={Array.isArray(property.value) ? property.value.map(Number) : []}
              onChange={(value) => onChange({ ...property, value })}
              label={type.words}
              campaign={campaign}
              error={shown}
            />
          </>
        )
      ) : (
        <ComparedInput
          type={type.type}
          compared={property}
          onChange={({ is, value }) => onChange({ property: property.property, is, value })}
          error={shown}
        />
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        onClick={() => onChange(null)}
        aria-label={wordings.eventCondition.removeProperty(type.words)}
      >
        <IconX size={16} />
      </ActionIcon>
    </div>
  );
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

type AddPropertyProps = {
  properties: Readonly<Record<string, EventProperty>>;
  isFull: boolean;
  onAdd: (property: PropertyDraft) => void;
};

function AddProperty({ properties, isFull, onAdd }: AddPropertyProps) {
  const offered = Object.entries(properties);
  if (offered.length === 0) return null;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="subtle"
          size="compact-md"
          leftSection={<IconPlus size={14} />}
          disabled={isFull}
          className={classes.addProperty ?? ''}
        >
          {wordings.eventCondition.addDetail}
        </Button>
      </Menu.Target>
      <MenuDropdown>
        {offered.map(([name, { words, type }]) => (
          <Menu.Item
            key={name}
            onClick={() =>
              onAdd({ property: name, ...(type === 'id' ? { is: 'in', value: [] } : { is: 'is' }) })
            }
          >
            {words}
          </Menu.Item>
        ))}
      </MenuDropdown>
    </Menu>
  );
}
