import { PREFERENCE_LIMITS, SIGN_UP_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import * as z from 'zod/mini';
import { call, rows, type ValuesOf, wire } from './kernel/call.ts';
import { id, int, json, text } from './kernel/codec.ts';
import { color, pageLanguage, said } from './sign-up.ts';

/** What an owner decides about the page where people choose what they get. */
const page = {
  headline: wire('inpHeadline', said(SIGN_UP_LIMITS.headline, 'Enter a headline.')),
  text: wire('inpText', text(SIGN_UP_LIMITS.text)),
  background: wire('inpBackground', color),
  ink: wire('inpInk', color),
  accent: wire('inpAccent', color),
  /** Of what the page says by itself. */
  language: wire('inpLanguage', pageLanguage),
};
export type PreferencePage = ValuesOf<typeof page>;

/** What the DETAIL of a refusal names: a field of the page, its lists, or an outdated version. */
export const preferenceField = (detail: string): keyof PreferencePage | 'lists' | 'version' | null => {
  if (detail === 'VERSION') return 'version';
  if (detail === lists.wire) return 'lists';
  return (Object.keys(page) as (keyof PreferencePage)[]).find((name) => page[name].wire === detail) ?? null;
};

/** Lists that people may choose, by the names that they read. */
const lists = wire(
  'inpLists',
  json(
    z
      .array(
        z.object({
          list: z.int().check(z.positive()),
          name: z.string().check(z.trim(), z.minLength(1), z.maxLength(PREFERENCE_LIMITS.listName)),
        }),
      )
      .check(z.maxLength(PREFERENCE_LIMITS.lists)),
    `list of {"list": id, "name": text}, at most ${PREFERENCE_LIMITS.lists}`,
  ),
);

/** The page that {%link:preferences%} leads each contact to. */
export const preferencePage = {
  info: call(
    'preferences/pageInfo',
    {},
    {
      ...page,
      lists: wire(
        'LISTS',
        rows({
          list: wire('ID', int()),
          listName: wire('NAME', text(TEXT_LIMITS.name)),
          name: wire('PUBLICNAME', text(PREFERENCE_LIMITS.listName)),
        }),
      ),
      /** 0: nothing was saved yet, and these are the words to begin with. */
      version: wire('VERSION', int()),
    },
    { about: 'The page where people choose what they get; VERSION 0: its words are the usual ones.' },
  ),
  save: call(
    'preferences/savePage',
    { ...page, lists, version: wire('inpVersion', int()) },
    { version: wire('VERSION', int()) },
    {
      ownersOnly: true,
      about:
        'Saves the page where people choose what they get, and which lists they may choose there. With an older VERSION than the stored one it is refused with DETAIL VERSION; colors that cannot be read are refused with DETAIL naming one.',
    },
  ),
  preview: call(
    'preferences/previewPage',
    { ...page, lists },
    { html: wire('HTML', text(100_000)) },
    { quiet: true, about: 'The page as people would see it, as HTML. Nothing is stored.' },
  ),
  endPause: call(
    'members/endPause',
    { contact: wire('ContactAddressId', id) },
    {},
    { ownersOnly: true, about: 'Ends the pause of a contact, who gets everything again.' },
  ),
};
