import { Select, Textarea, TextInput } from '@mantine/core';
import { SIGN_UP_LIMITS } from '@parley/rules/limits.ts';
import { PageColors } from '../public-page/page-colors.tsx';
import { wordings as publicPage } from '../public-page/wordings.ts';
import { OfferedLists } from './offered-lists.tsx';
import type { EditedPreferences, Problems } from './use-preference-draft.ts';
import { wordings } from './wordings.ts';

type PreferenceFieldsProps = {
  page: EditedPreferences;
  /** The account's own names of lists, by id. */
  names: ReadonlyMap<number, string>;
  problems: Problems;
  onChange: (part: Partial<EditedPreferences>) => void;
};

const words = wordings.preferenceFields;
const LANGUAGES = Object.entries(words.languages).map(([value, label]) => ({ value, label }));

/** What the page says, its lists, and its colors. */
export function PreferenceFields({ page, names, problems, onChange }: PreferenceFieldsProps) {
  return (
    <>
      <TextInput
        label={publicPage.shared.headline}
        value={page.headline}
        error={problems.headline}
        maxLength={SIGN_UP_LIMITS.headline}
        autoComplete="off"
        onChange={(event) => onChange({ headline: event.currentTarget.value })}
      />
      <Textarea
        label={publicPage.shared.text}
        value={page.text}
        error={problems.text}
        maxLength={SIGN_UP_LIMITS.text}
        autosize
        minRows={2}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
      <OfferedLists
        offered={page.lists}
        names={names}
        problem={problems.lists}
        onChange={(lists) => onChange({ lists })}
      />
      <Select
        label={words.language}
        data={LANGUAGES}
        value={page.language}
        allowDeselect={false}
        onChange={(language) => onChange({ language: language === 'es' ? 'es' : 'en' })}
      />
      <PageColors page={page} problems={problems} onChange={onChange} />
    </>
  );
}
