import { Select } from '@mantine/core';
import { PAGE_LANGUAGES, type PageLanguage } from '@parley/contract';
import { languageName } from '@parley/rules/languages.ts';
import { wordings } from './wordings.ts';

const words = wordings.pageLanguage;
const OPTIONS = PAGE_LANGUAGES.map((value) => ({ value, label: languageName(value) }));

type PageLanguageSelectProps = { value: PageLanguage; onChange: (language: PageLanguage) => void };

/** What a public page says by itself in which language. */
export function PageLanguageSelect({ value, onChange }: PageLanguageSelectProps) {
  return (
    <Select
      label={words.label}
      description={words.means}
      data={OPTIONS}
      value={value}
      allowDeselect={false}
      onChange={(chosen) => onChange(PAGE_LANGUAGES.find((each) => each === chosen) ?? value)}
    />
  );
}
