/** Conditions on what is known of contacts besides tags: lists, consent, channels, place, day of adding. */
import { MultiSelect, Select, TagsInput } from '@mantine/core';
import { AREA_REGIONS } from '@parley/rules/area-code-states.ts';
import { MOMENT_OPERATORS } from '@parley/rules/segment.ts';
import { useChoices } from './choices.ts';
import { ComparedInput } from './compared.tsx';
import { IdsInput } from './ids-input.tsx';
import classes from './segments.module.css';
import type { ConsentDraft, CreatedDraft, MemberDraft, PlaceDraft } from './tree-draft.ts';
import { wordings } from './wordings.ts';

type ConditionProps<T> = { condition: T; onChange: (condition: T) => void; error?: string | undefined };

/** On a list, in a segment, or of a channel. `own`: the segment that is edited. */
export function MemberCondition({
  condition,
  onChange,
  own,
  error,
}: ConditionProps<MemberDraft> & { own: number }) {
  const { on } = condition;
  return (
    <>
      <IsIn
        words={wordings.memberCondition[on]}
        is={condition.is}
        onChange={(is) => onChange({ ...condition, is })}
      />
      <IdsInput
        what={on}
        value={condition.value}
        onChange={(value) => onChange({ ...condition, value })}
        label={wordings.subjects[on]}
        {...(on === 'segment' && { without: own })}
        error={error}
      />
    </>
  );
}

type IsInProps = {
  words: { in: string; 'not-in': string };
  is: 'in' | 'not-in';
  onChange: (is: 'in' | 'not-in') => void;
};

const IsIn = ({ words, is, onChange }: IsInProps) => (
  <Select
    aria-label={wordings.compared.operator}
    data={[
      { value: 'in', label: words.in },
      { value: 'not-in', label: words['not-in'] },
    ]}
    value={is}
    onChange={(next) => next && onChange(next as 'in' | 'not-in')}
    allowDeselect={false}
    className={classes.operator ?? ''}
  />
);

const CONSENTS = [
  { value: 'opted-in', label: wordings.consentCondition.optedIn },
  { value: 'opted-out', label: wordings.consentCondition.optedOut },
];

export function ConsentCondition({ condition, onChange, error }: ConditionProps<ConsentDraft>) {
  return (
    <>
      <Select
        aria-label={wordings.subjects.consent}
        data={CONSENTS}
        value={condition.is}
        onChange={(is) =>
          is && onChange({ on: 'consent', is: is as ConsentDraft['is'], channel: condition.channel })
        }
        allowDeselect={false}
        error={error}
        className={classes.operator ?? ''}
      />
      <Where
        what="channel"
        value={condition.channel}
        onChange={(channel) => onChange({ ...condition, channel })}
      />
      {condition.is === 'opted-in' && (
        <Where what="list" value={condition.list} onChange={(list) => onChange({ ...condition, list })} />
      )}
    </>
  );
}

type WhereProps = {
  what: 'channel' | 'list';
  value: number | undefined;
  onChange: (value: number | undefined) => void;
};

/** Narrowed to one channel or list; any of them when it is left open. */
function Where({ what, value, onChange }: WhereProps) {
  const choices = useChoices(what) ?? [];
  const chosen = value === undefined ? null : String(value);
  const isGone = chosen !== null && !choices.some((each) => each.value === chosen);
  return (
    <Select
      aria-label={wordings.consentCondition.narrowed[what]}
      placeholder={wordings.consentCondition.any[what]}
      data={isGone ? [...choices, { value: chosen, label: wordings.idsInput.gone(chosen) }] : choices}
      value={chosen}
      onChange={(next) => onChange(next === null ? undefined : Number(next))}
      searchable
      clearable
      className={classes.value ?? ''}
    />
  );
}

const PLACES = (['state', 'area-code', 'country-code', 'time-zone'] as const).map((value) => ({
  value,
  label: wordings.placeCondition.kinds[value],
}));
const REGIONS = AREA_REGIONS.map(({ region, name }) => ({ value: region, label: name }));
const zones = () => Intl.supportedValuesOf('timeZone');
const CHOSEN_FROM = {
  state: () => REGIONS,
  'time-zone': () => zones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
};

export function PlaceCondition({ condition, onChange, error }: ConditionProps<PlaceDraft>) {
  const { of, value } = condition;
  const shared = {
    'aria-label': wordings.placeCondition.kinds[of],
    placeholder: value.length === 0 ? wordings.placeCondition.examples[of] : '',
    value,
    onChange: (next: string[]) => onChange({ ...condition, value: next }),
    error,
    className: classes.wide ?? '',
  };
  return (
    <>
      <Select
        aria-label={wordings.placeCondition.kind}
        data={PLACES}
        value={of}
        onChange={(next) => next && onChange({ ...condition, of: next as PlaceDraft['of'], value: [] })}
        allowDeselect={false}
        className={classes.short ?? ''}
      />
      <IsIn
        words={wordings.placeCondition.is}
        is={condition.is}
        onChange={(is) => onChange({ ...condition, is })}
      />
      {of === 'state' || of === 'time-zone' ? (
        <MultiSelect
          {...shared}
          data={CHOSEN_FROM[of]()}
          searchable
          hidePickedOptions
          limit={60}
          nothingFoundMessage={wordings.placeCondition.nothing}
        />
      ) : (
        <TagsInput {...shared} splitChars={[',', ' ']} acceptValueOnBlur />
      )}
    </>
  );
}

export function CreatedCondition({ condition, onChange, error }: ConditionProps<CreatedDraft>) {
  return (
    <ComparedInput
      type="date"
      compared={condition}
      onChange={({ is, value }) => onChange({ on: 'created', is, value })}
      only={MOMENT_OPERATORS}
      error={error}
    />
  );
}
