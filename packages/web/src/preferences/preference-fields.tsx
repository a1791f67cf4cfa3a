import { ColorInput, Select, Textarea, TextInput } from '@mantine/core';
import { SIGN_UP_LIMITS } from '@parley/rules/limits.ts';
import classes from '../sign-up/sign-up-page.module.css';
import { OfferedLists } from './offered-lists.tsx';
import { type EditedPreferences, PREFERENCE_COLORS, type Problems } from './use-preference-draft.ts';
import { wordings } from './wordings.ts';

type PreferenceFieldsProps = {
  page: EditedPreferences;
  /** The account's own names of lists, by id. */
  names: ReadonlyMap<number, string>;
  problems: Problems;
  onChange: (part: Partial<EditedPreferences>) => void;
};

const words = wordings.preferenceFields;
const SWATCHES = ['#ffffff', '#f4f6f9', '#1b2430', '#1c5d99', '#0b6e4f', '#a61e4d', '#5f3dc4'];
const LANGUAGES = Object.entries(words.languages).map(([value, label]) => ({ value, label }));

/** What the page says, its lists, and its colors. */
export function PreferenceFields({ page, names, problems, onChange }: PreferenceFieldsProps) {
  return (
    <>
      <TextInput
        label={words.headline}
        value={page.headline}
        error={problems.headline}
        maxLength={SIGN_UP_LIMITS.headline}
        autoComplete="off"
        onChange={(event) => onChange({ headline: event.currentTarget.value })}
      />
      <Textarea
        label={words.text}
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
      <div className={classes.colors}>
        {PREFERENCE_COLORS.map((name) => (
          <ColorInput
            key={name}
            label={words[name]}
            value={page[name]}
            error={problems[name]}
            format="hex"
            swatches={SWATCHES}
            withEyeDropper={false}
            onChange={(color) => onChange({ [name]: color.toLowerCase() })}
          />
        ))}
      </div>
    </>
  );
}
