import { MultiSelect } from '@mantine/core';
import { type Choosable, useChoices } from './choices.ts';
import classes from './segments.module.css';
import { wordings } from './wordings.ts';

type IdsInputProps = {
  what: Choosable;
  value: readonly number[];
  onChange: (value: number[]) => void;
  label: string;
  /** Whose steps, when steps are chosen. */
  campaign?: number;
  /** Not offered: the segment that is edited. */
  without?: number;
  error?: string | undefined;
};

/** One or more of the account's things, by name. What is gone stays by its number until it is taken off. */
export function IdsInput({ what, value, onChange, label, campaign, without, error }: IdsInputProps) {
  const choices = useChoices(what, campaign);
  const chosen = value.map(String);
  const offered = (choices ?? []).filter((each) => each.value !== String(without ?? ''));
  const gone = chosen.filter((id) => !offered.some((each) => each.value === id));
  const data = [
    ...offered,
    ...gone.map((id) => ({ value: id, label: choices ? wordings.idsInput.gone(id) : '…' })),
  ];
  return (
    <MultiSelect
      aria-label={label}
      placeholder={chosen.length === 0 ? wordings.idsInput.choose[what] : ''}
      data={data}
      value={chosen}
      onChange={(next) => onChange(next.map(Number))}
      nothingFoundMessage={
        what === 'step' && !campaign ? wordings.idsInput.chooseOneCampaign : wordings.idsInput.nothing[what]
      }
      searchable
      hidePickedOptions
      error={error}
      className={classes.wide ?? ''}
    />
  );
}
