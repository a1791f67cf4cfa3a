import { Select } from '@mantine/core';
import { callingCodes } from '@parley/rules/listed-phone.ts';

const names = new Intl.DisplayNames('en', { type: 'region' });

/** Germany */
export const countryName = (country: string) => names.of(country) ?? country;

const countries = callingCodes()
  .map(({ country, code }) => ({ value: country as string, label: `${countryName(country)} (+${code})` }))
  .sort((one, other) => one.label.localeCompare(other.label, 'en'));

type CountrySelectProps = { label: string; value: string; onChange: (country: string) => void };

/** Whose numbers those of a file are that name no country. */
export function CountrySelect({ label, value, onChange }: CountrySelectProps) {
  return (
    <Select
      label={label}
      data={countries}
      value={value}
      onChange={(country) => country && onChange(country)}
      allowDeselect={false}
      searchable
      limit={300}
      maxDropdownHeight={224}
    />
  );
}
