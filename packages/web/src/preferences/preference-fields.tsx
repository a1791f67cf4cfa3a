import { Textarea, TextInput } from '@mantine/core';
import { SIGN_UP_LIMITS } from '@parley/rules/limits.ts';
import { PageColors } from '../public-page/page-colors.tsx';
import { PageLanguageSelect } from '../public-page/page-language.tsx';
import { wordings as publicPage } from '../public-page/wordings.ts';
import { OfferedLists } from './offered-lists.tsx';
import type { EditedPreferences, Problems } from './use-preference-draft.ts';

type PreferenceFieldsProps = {
  page: EditedPreferences;
  /** The account's own names of lists, by id. */
  names: ReadonlyMap<number, string>;
  problems: Problems;
  onChange: (part: Partial<EditedPreferences>) => void;
};

/** What the page says, its lists, and its colors. */
export function PreferenceFields({ page, names, problems, onChange }: PreferenceFieldsProps) {
  return (
    <>
      <TextInput
        label={publicPage.shared.headline}
        dir="auto"
        value={page.headline}
        error={problems.headline}
        maxLength={SIGN_UP_LIMITS.headline}
        autoComplete="off"
        onChange={(event) => onChange({ headline: event.currentTarget.value })}
      />
      <Textarea
        label={publicPage.shared.text}
        dir="auto"
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
      <PageLanguageSelect value={page.language} onChange={(language) => onChange({ language })} />
      <PageColors page={page} problems={problems} onChange={onChange} />
    </>
  );
}
