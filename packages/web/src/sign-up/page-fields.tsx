import { Textarea, TextInput } from '@mantine/core';
import type { SignUpPage } from '@parley/contract';
import { SIGN_UP_LIMITS } from '@parley/rules/limits.ts';
import { CountrySelect } from '../kit/country-select.tsx';
import { PageColors } from '../public-page/page-colors.tsx';
import { PageLanguageSelect } from '../public-page/page-language.tsx';
import { wordings as publicPage } from '../public-page/wordings.ts';
import { wordings } from './wordings.ts';

type PageFieldsProps = {
  page: SignUpPage;
  problems: Partial<Record<keyof SignUpPage, string>>;
  onChange: (part: Partial<SignUpPage>) => void;
};

const words = wordings.pageFields;
/** By field. */
const LABELS = {
  headline: publicPage.shared.headline,
  text: publicPage.shared.text,
  consent: words.consent,
  button: words.button,
  thanks: words.thanks,
  terms: words.terms,
  privacy: words.privacy,
  sites: words.sites,
};

/** What a page says, and its colors. */
export function PageFields({ page, problems, onChange }: PageFieldsProps) {
  const field = (name: keyof SignUpPage) => ({ value: page[name], error: problems[name] });
  const line = (name: 'headline' | 'button') => (
    <TextInput
      label={LABELS[name]}
      dir="auto"
      {...field(name)}
      maxLength={SIGN_UP_LIMITS[name]}
      autoComplete="off"
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
  const lines = (name: 'text' | 'consent' | 'thanks' | 'terms' | 'privacy' | 'sites', means?: string) => (
    <Textarea
      label={LABELS[name]}
      dir="auto"
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
      <PageLanguageSelect value={page.language} onChange={(language) => onChange({ language })} />
      <CountrySelect
        label={words.country}
        value={page.country}
        onChange={(country) => onChange({ country })}
      />
      <PageColors page={page} problems={problems} onChange={onChange} />
      {lines('terms', words.termsMeans)}
      {lines('privacy', words.privacyMeans)}
      {lines('sites', words.sitesMeans)}
    </>
  );
}
