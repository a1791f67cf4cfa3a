import { SIGN_UP_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import { call, rows, type ValuesOf, wire } from './kernel/call.ts';
import { type Codec, flag, id, int, malformed, oneOf, text, WireError } from './kernel/codec.ts';

/** What a page says: trimmed, and never nothing. */
export function said(max: number, missing: string): Codec<string> {
  const any = text(max);
  return {
    ...any,
    kind: `name up to ${max}`,
    shape: { type: 'string', minLength: 1, maxLength: max },
    decode: (raw) => {
      const value = any.decode(raw).trim();
      if (value === '') throw new WireError('refused', missing);
      return value;
    },
  };
}

export const color: Codec<string> = {
  kind: 'color #rrggbb',
  shape: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' },
  decode: (raw) => {
    const value = String(raw).toLowerCase();
    if (!/^#[0-9a-f]{6}$/.test(value)) throw malformed('must be a color like #1c7ed6');
    return value;
  },
  encode: (value) => value,
};

const country: Codec<string> = {
  kind: 'country by its two letters',
  shape: { type: 'string', pattern: '^[A-Z]{2}$' },
  decode: (raw) => {
    const value = String(raw);
    if (!/^[A-Z]{2}$/.test(value)) throw malformed('must be a country by its two letters');
    return value;
  },
  encode: (value) => value,
};

/** The sites that may show the page in a frame: origins with https, one a line. */
const sites: Codec<string> = {
  ...text(SIGN_UP_LIMITS.sites),
  decode: (raw) => {
    const lines = text(SIGN_UP_LIMITS.sites)
      .decode(raw)
      .split('\n')
      .map((line) => line.trim().replace(/\/$/, ''))
      .filter((line) => line !== '');
    if (!lines.every(isSite))
      throw new WireError('refused', 'Enter sites like https://www.example.com, one a line.');
    return [...new Set(lines)].join('\n');
  },
};
const isSite = (line: string) =>
  /^https:\/\/[a-z0-9.-]+(:\d{1,5})?$/.test(line) && URL.canParse(line) && new URL(line).origin === line;

/** What public pages can say by themselves, beside the owner's words. */
export const PAGE_LANGUAGES = ['en', 'es', 'ar', 'he'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];
export const pageLanguage = oneOf(...PAGE_LANGUAGES);

/** What an owner decides about a page. */
const page = {
  headline: wire('inpHeadline', said(SIGN_UP_LIMITS.headline, 'Enter a headline.')),
  text: wire('inpText', text(SIGN_UP_LIMITS.text)),
  button: wire('inpButton', said(SIGN_UP_LIMITS.button, 'Enter the words of the button.')),
  /** The words beside the box that people tick. */
  consent: wire('inpConsent', said(SIGN_UP_LIMITS.consent, 'Enter what people agree to.')),
  thanks: wire('inpThanks', said(SIGN_UP_LIMITS.thanks, 'Enter the thank-you text.')),
  background: wire('inpBackground', color),
  ink: wire('inpInk', color),
  accent: wire('inpAccent', color),
  country: wire('inpCountry', country),
  /** Pages of their own beside the form; '': there is none. */
  terms: wire('inpTerms', text(SIGN_UP_LIMITS.terms)),
  privacy: wire('inpPrivacy', text(SIGN_UP_LIMITS.terms)),
  sites: wire('inpSites', sites),
  /** Of its labels and messages. */
  language: wire('inpLanguage', pageLanguage),
};
export type SignUpPage = ValuesOf<typeof page>;

/** What the DETAIL of a refusal names: a field of the page, or an outdated version. Null: neither. */
export const signUpField = (detail: string): keyof SignUpPage | 'version' | null =>
  detail === 'VERSION'
    ? 'version'
    : ((Object.keys(page) as (keyof SignUpPage)[]).find((name) => page[name].wire === detail) ?? null);
/** The wire name of a field, for a refusal's DETAIL. */
export const signUpDetail = (field: keyof SignUpPage): string => page[field].wire;

const list = wire('ListId', id);

/** Sign-up pages: one for each list, which anybody may open under /p/. */
export const signUpPages = {
  info: call(
    'signup/pageInfo',
    { list },
    {
      ...page,
      listName: wire('NAME', text(TEXT_LIMITS.name)),
      /** What the page calls the number, for forms on other sites. */
      numberLabel: wire('NUMBERLABEL', text(TEXT_LIMITS.name)),
      /** 0: there is no page yet, and these are the words to begin with. */
      version: wire('VERSION', int()),
      isOn: wire('ISON', flag),
      /** Where people open it; '': there is no page yet. */
      url: wire('URL', text(2_000)),
    },
    { about: 'The sign-up page of a list; VERSION 0: none is saved yet, the words are suggestions.' },
  ),
  save: call(
    'signup/savePage',
    { list, ...page, version: wire('inpVersion', int()) },
    { version: wire('VERSION', int()) },
    {
      sends: true,
      about:
        'Saves the sign-up page of a list; the first save turns it on. With an older VERSION than the stored one it is refused with DETAIL VERSION; colors that cannot be read are refused with DETAIL naming one.',
    },
  ),
  turn: call(
    'signup/turnPage',
    { list, on: wire('inpOn', flag) },
    {},
    { sends: true, about: 'Turns a saved sign-up page on or off. Who opens one that is off reads so.' },
  ),
  preview: call(
    'signup/previewPage',
    { list, ...page, view: wire('inpView', oneOf('form', 'thanks')) },
    { html: wire('HTML', text(100_000)) },
    { quiet: true, about: 'The page as people would see it, as HTML. Nothing is stored.' },
  ),
  figures: call(
    'signup/pageFigures',
    { list },
    {
      signedUp: wire('SIGNEDUP', int()),
      waiting: wire('WAITING', int()),
      days: wire('DAYS', rows({ day: wire('DAY', text(10)), count: wire('COUNT', int()) })),
    },
    {
      about:
        'How many signed up and said YES, how many have not answered yet, and the last 30 days of the account on which somebody did, newest first.',
    },
  ),
};
