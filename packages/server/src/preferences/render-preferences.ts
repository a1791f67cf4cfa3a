/** The preference page as HTML, and the words of it that are kept as proof. */
import type { PreferencePage } from '@parley/contract';
import { sha256 } from '../platform/secrets.ts';
import { escaped, publicPage, type RenderedPage } from '../sign-up/index.ts';
import { type PreferenceWords, preferenceWords } from './preference-words.ts';
import type { Person } from './store.ts';

export type OfferedList = { list: number; name: string };
export type AccountPage = { account: string; timeZone: string; page: PreferencePage; lists: OfferedList[] };

/** What is said above the form. */
export type Said =
  | { is: 'done'; act: keyof PreferenceWords['done'] }
  | { is: 'preview' }
  | { is: 'problem'; why: keyof PreferenceWords['problem'] }
  | null;

export type Shown = {
  /** The end of the link. */
  code: string;
  token: string;
  person: Pick<Person, 'optedOut' | 'pausedUntil' | 'memberOf'>;
  said: Said;
};

export const listField = (list: number) => `list${list}`;

/** Which lists a form has: boxes that are not checked are not sent. */
export const offeredIds = ({ lists }: Pick<AccountPage, 'lists'>) => lists.map(({ list }) => list).join(' ');

/** What somebody reads before they choose, whatever they chose before, and its hash. */
export function preferencesShown({ page, lists }: AccountPage): { words: string; hash: Buffer } {
  const words = preferenceWords[page.language];
  const said = [
    page.headline,
    page.text,
    lists.length > 0
      ? [words.lists, ...lists.map(({ name }) => `☐ ${name}`), `[${words.save}]`].join('\n')
      : '',
    [words.pauseHeading, words.pauseMeans, `[${words.pause}]`].join('\n'),
    [words.stopHeading, words.stopMeans, `[${words.stop}]`].join('\n'),
  ];
  const text = said.filter((part) => part !== '').join('\n\n');
  return { words: text, hash: sha256(text) };
}

export function renderPreferences(of: AccountPage, shown: Shown): RenderedPage {
  const { account, page } = of;
  const words = preferenceWords[page.language];
  const body = `
<p class="account"><bdi>${escaped(account)}</bdi></p>
<h1 dir="auto">${escaped(page.headline)}</h1>
${page.text === '' ? '' : `<p dir="auto">${escaped(page.text)}</p>`}
${saidOf(words, shown.said)}
${shown.person.optedOut ? `<p class="problem" role="status">${escaped(words.stopped)}</p>` : formOf(of, words, shown)}`;
  return publicPage({ ...page, sites: '' }, `${page.headline} · ${account}`, body, page.language);
}

function saidOf(words: PreferenceWords, said: Said): string {
  if (said === null) return '';
  if (said.is === 'preview') return `<p class="problem" role="status">${escaped(words.preview)}</p>`;
  if (said.is === 'problem') return `<p class="problem" role="alert">${escaped(words.problem[said.why])}</p>`;
  return `<p class="problem" role="status">${escaped(words.done[said.act])}</p>`;
}

function formOf(of: AccountPage, words: PreferenceWords, shown: Shown): string {
  const { timeZone, page, lists } = of;
  const { code, token, person } = shown;
  const choices = lists.map(({ list, name }) => {
    const field = listField(list);
    const checked = person.memberOf.includes(list) ? ' checked' : '';
    return `<label class="agree choice" for="${field}"><input id="${field}" name="${field}" type="checkbox" value="on"${checked}><span><bdi>${escaped(name)}</bdi></span></label>`;
  });
  const day = new Intl.DateTimeFormat(page.language, { dateStyle: 'long', timeZone });
  const pause =
    person.pausedUntil === null
      ? { text: words.pauseMeans, act: 'pause', button: words.pause }
      : { text: words.pausedUntil(day.format(person.pausedUntil)), act: 'resume', button: words.resume };
  const button = (act: string, label: string, looks = ' class="second"') =>
    `<button type="submit" name="act" value="${act}"${looks}>${escaped(label)}</button>`;
  return `<form method="post" action="${code}">
<input type="hidden" name="form" value="${escaped(token)}">
<input type="hidden" name="lists" value="${offeredIds(of)}">
${lists.length === 0 ? '' : `<fieldset><legend>${escaped(words.lists)}</legend>${choices.join('')}</fieldset>${button('lists', words.save, '')}`}
<h2>${escaped(words.pauseHeading)}</h2><p>${escaped(pause.text)}</p>${button(pause.act, pause.button)}
<h2>${escaped(words.stopHeading)}</h2><p>${escaped(words.stopMeans)}</p>${button('stop', words.stop)}
</form>`;
}
