/** What is asked of the properties of an event: each a line, and a button that adds one. */
import { ActionIcon, Button, Menu, Select, TextInput } from '@mantine/core';
import {
  EVENT_KINDS,
  type EventKindName,
  type EventProperty,
  propertyOf,
} from '@parley/rules/event-kinds.ts';
import { CUSTOM_EVENT_LIMITS, SEGMENT_TREE_LIMITS } from '@parley/rules/limits.ts';
import { IconPlus, IconX } from '@tabler/icons-react';
import { MenuDropdown } from '../kit/menu-dropdown.tsx';
import { ComparedInput } from './compared.tsx';
import { IdsInput } from './ids-input.tsx';
import classes from './segments.module.css';
import type { PropertyDraft } from './tree-draft.ts';
import { wordings } from './wordings.ts';

type EventPropertiesProps = {
  event: EventKindName;
  where: readonly PropertyDraft[];
  onChange: (where: PropertyDraft[]) => void;
  /** Shown at those that lack a value. */
  error?: string | undefined;
};

export function EventProperties({ event, where, onChange, error }: EventPropertiesProps) {
  const changeOne = (index: number, next: PropertyDraft | null) =>
    onChange(where.flatMap((each, at) => (at !== index ? [each] : next === null ? [] : [next])));
  return (
    <>
      {where.map((property, index) => (
        <PropertyRow
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields hold no state of their own
          key={index}
          property={property}
          type={event === 'custom.event' ? ownOrKnown(property) : propertyOf(event, property.property)}
          campaign={onlyCampaign(where)}
          onChange={(next) => changeOne(index, next)}
          error={error}
        />
      ))}
      <AddProperty
        properties={{ ...EVENT_KINDS[event].properties, ...(event === 'custom.event' && OWN_PROPERTIES) }}
        isFull={where.length >= SEGMENT_TREE_LIMITS.properties}
        onAdd={(property) => onChange([...where, property])}
      />
    </>
  );
}

const OWN = /^(data|number)\.(.*)$/su;

/** Of events of one's own a property may still lack its name. */
function ownOrKnown({ property }: PropertyDraft): EventProperty | undefined {
  const [, as, name = ''] = OWN.exec(property) ?? [];
  if (!as) return propertyOf('custom.event', property);
  return { type: as === 'number' ? 'number' : 'text', words: name };
}

/** The campaign whose steps can be chosen: the one that the condition names. 0: none, or several. */
function onlyCampaign(where: readonly PropertyDraft[]): number {
  const named = where.find(({ property, is }) => property === 'campaign' && is === 'in')?.value;
  return Array.isArray(named) && named.length === 1 ? Number(named[0]) : 0;
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
      {OWN.test(property.property) ? (
        <OwnName property={property} onChange={onChange} error={error} />
      ) : (
        <span className={classes.and}>{wordings.eventCondition.where(type.words.toLowerCase())}</span>
      )}
      {type.type === 'id' ? (
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

type OwnNameProps = Pick<PropertyRowProps, 'onChange' | 'error'> & { property: PropertyDraft };

/** Which of the properties that another system tells: those are known to it alone. */
function OwnName({ property, onChange, error }: OwnNameProps) {
  const words = wordings.eventCondition;
  const [, as = 'data', name = ''] = OWN.exec(property.property) ?? [];
  return (
    <>
      <span className={classes.and}>{words.ownWhere}</span>
      <TextInput
        aria-label={words.ownName}
        placeholder={words.ownName}
        value={name}
        onChange={({ currentTarget: { value } }) => onChange({ ...property, property: `${as}.${value}` })}
        maxLength={CUSTOM_EVENT_LIMITS.propertyName}
        error={name === '' && error !== undefined ? words.nameMissing : undefined}
        className={classes.short ?? ''}
      />
    </>
  );
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

const OWN_PROPERTIES = {
  'data.': { type: 'text', words: wordings.eventCondition.ownText },
  'number.': { type: 'number', words: wordings.eventCondition.ownNumber },
} as const;

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
