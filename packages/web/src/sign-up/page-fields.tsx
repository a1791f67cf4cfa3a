import { ColorInput, Textarea, TextInput } from '@mantine/core';
import type { SignUpPage } from '@parley/contract';
import { SIGN_UP_LIMITS } from '@parley/rules/limits.ts';
import { CountrySelect } from '../kit/country-select.tsx';
import classes from './sign-up-page.module.css';
import { wordings } from './wordings.ts';

type PageFieldsProps = {
  page: SignUpPage;
  problems: Partial<Record<keyof SignUpPage, string>>;
  onChange: (part: Partial<SignUpPage>) => void;
};

const SWATCHES = ['#ffffff', '#f4f6f9', '#1b2430', '#1c5d99', '#0b6e4f', '#a61e4d', '#5f3dc4'];
const words = wordings.pageFields;
/** By field. */
const LABELS = {
  headline: words.headline,
  text: words.text,
  consent: words.consent,
  button: words.button,
  thanks: words.thanks,
  background: words.background,
  ink: words.ink,
  accent: words.accent,
  terms: words.terms,
  privacy: words.privacy,
  sites: words.sites,
};
const COLORS = ['background', 'ink', 'accent'] as const;

/** What a page says, and its colors. */
export function PageFields({ page, problems, onChange }: PageFieldsProps) {
  const field = (name: keyof SignUpPage) => ({ value: page[name], error: problems[name] });
  const line = (name: 'headline' | 'button') => (
    <TextInput
      label={LABELS[name]}
      {...field(name)}
      maxLength={SIGN_UP_LIMITS[name]}
      autoComplete="off"
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
  const lines = (name: 'text' | 'consent' | 'thanks' | 'terms' | 'privacy' | 'sites', means?: string) => (
    <Textarea
      label={LABELS[name]}
      description={means}
      {...field(name)}
      maxLength={name === 'privacy' ? SIGN_UP_LIMITS.terms : SIGN_UP_LIMITS[name]}
      autosize
      minRows={2}
      maxRows={12}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <>
      {line('headline')}
      {lines('text', words.textMeans)}
      {lines('consent', words.consentMeans)}
      {line('button')}
      {lines('thanks')}
      <CountrySelect
        label={words.country}
        value={page.country}
        onChange={(country) => onChange({ country })}
      />
      <div className={classes.colors}>
        {COLORS.map((name) => (
          <ColorInput
            key={name}
            label={LABELS[name]}
            {...field(name)}
            format="hex"
            swatches={SWATCHES}
            withEyeDropper={false}
            onChange={(color) => onChange({ [name]: color.toLowerCase() })}
          />
        ))}
      </div>
      {lines('terms', words.termsMeans)}
      {lines('privacy', words.privacyMeans)}
      {lines('sites', words.sitesMeans)}
    </>
  );
}
