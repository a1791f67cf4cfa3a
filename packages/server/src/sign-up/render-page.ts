/** Public pages as HTML: no script, no picture, one style element that the policy names by its hash. */
import { createHash } from 'node:crypto';
import { PAGE_LANGUAGES, type PageLanguage, type SignUpPage } from '@parley/contract';
import { inkOn } from '@parley/rules/contrast.ts';
import { directionOf } from '@parley/rules/languages.ts';
import { callingCodes } from '@parley/rules/listed-phone.ts';
import { type PageWords, pageWords } from './page-words.ts';

/** `sites`: who may show the page in a frame, one a line. */
type Looks = Pick<SignUpPage, 'background' | 'ink' | 'accent' | 'sites'>;
const PLAIN: Looks = { background: '#ffffff', ink: '#1b2430', accent: '#1c5d99', sites: '' };

/** What a page may lead to beside the form. */
export const DOCUMENTS = ['terms', 'privacy'] as const;

export type RenderedPage = { html: string; policy: string };

/** Text for elements and for attributes in double quotation marks. */
export const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const styleOf = ({ background, ink, accent }: Looks) => `
*{box-sizing:border-box}
body{margin:0;background:${background};color:${ink};font:17px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:480px;margin:0 auto;padding:32px 20px 48px}
h1{margin:4px 0 12px;font-size:30px;line-height:1.2}
p{margin:0 0 16px;white-space:pre-line}
label{display:block;margin:16px 0 4px;font-weight:600}
[dir=rtl] input[type=tel]{direction:ltr;text-align:right}
select,input[type=tel]{width:100%;height:52px;padding:0 12px;border:1px solid ${ink};border-radius:8px;background:${background};color:${ink};font:inherit}
.agree{display:grid;grid-template-columns:28px minmax(0,1fr);gap:10px;margin:20px 0;font-weight:400;font-size:15px;white-space:pre-line}
.agree input{width:24px;height:24px;margin:0;accent-color:${accent}}
.choice{margin:0;padding:10px 0;font-size:inherit}
.choice:last-of-type{margin-bottom:12px}
button{width:100%;min-height:52px;padding:10px 16px;border:0;border-radius:8px;background:${accent};color:${inkOn(accent)};font:inherit;font-weight:600}
fieldset{margin:24px 0 0;padding:0;border:0}
legend,h2{margin:28px 0 4px;padding:0;font-size:20px;font-weight:600}
.second{border:2px solid ${ink};background:${background};color:${ink}}
a{color:inherit}
.links{margin:16px 0 0}
.links a{display:inline-block;padding-block:12px;padding-inline-end:16px}
:focus-visible{outline:3px solid ${ink};outline-offset:2px}
.problem{padding:10px 14px;border:2px solid ${ink};border-radius:8px;font-weight:600}
.account{margin:0;font-weight:600}
.empty{position:absolute;inset-inline-start:-9999px}
`;

/** A page in the colors of its account, in the language of its words. */
export function publicPage(looks: Looks, title: string, body: string, language: PageLanguage): RenderedPage {
  const style = styleOf(looks);
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${looks.sites === '' ? "'none'" : looks.sites.split('\n').join(' ')}`,
  ].join('; ');
  const html = `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title><style>${style}</style></head>
<body><main>${body}</main></body></html>
`;
  return { html, policy };
}

/** The codes are isolated: among words from right to left the sign would come to stand behind the digits. */
function countriesIn(language: PageLanguage): { country: string; label: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return callingCodes()
    .map(({ country, code }) => ({
      country,
      label: `${names.of(country) ?? country} (\u2066+${code}\u2069)`,
    }))
    .sort((one, other) => one.label.localeCompare(other.label, language));
}
const countries = new Map(PAGE_LANGUAGES.map((language) => [language, countriesIn(language)]));

export type FilledForm = {
  /** The number as it was typed. */
  phone: string;
  country: string;
  token: string;
  /** The box is checked: only as the person left it. */
  agreed: boolean;
  /** '': nothing is wrong. */
  problem: '' | keyof PageWords['problem'];
};

export function renderForm(
  { account, code, page }: { account: string; code: string; page: SignUpPage },
  { phone, country, token, agreed, problem }: FilledForm,
): RenderedPage {
  const words = pageWords[page.language];
  const wrong = (field: string) =>
    problem === field ? ' aria-invalid="true" aria-describedby="problem"' : '';
  const options = (countries.get(page.language) ?? []).map(
    (each) =>
      `<option value="${each.country}"${each.country === country ? ' selected' : ''}>${escaped(each.label)}`,
  );
  const links = DOCUMENTS.filter((kind) => page[kind] !== '')
    .map((kind) => `<a href="/p/${code}/${kind}">${words[kind]}</a>`)
    .join(' ');
  const body = `
<p class="account"><bdi>${escaped(account)}</bdi></p>
<h1 dir="auto">${escaped(page.headline)}</h1>
${page.text === '' ? '' : `<p dir="auto">${escaped(page.text)}</p>`}
${problem === '' ? '' : `<p class="problem" id="problem" role="alert">${words.problem[problem]}</p>`}
<form method="post" action="/p/${code}">
<input type="hidden" name="form" value="${escaped(token)}">
<label for="country">${words.country}</label>
<select id="country" name="country" autocomplete="country">${options.join('')}</select>
<label for="phone">${words.number}</label>
<input id="phone" name="phone" type="tel" autocomplete="tel" maxlength="40" required value="${escaped(phone)}"${wrong('number')}>
<div class="empty" aria-hidden="true"><label for="website">${words.leaveEmpty}</label>
<input id="website" name="website" tabindex="-1" autocomplete="off"></div>
<label class="agree" for="agree"><input id="agree" name="agree" type="checkbox" value="yes" required${agreed ? ' checked' : ''}${wrong('consent')}>
<span dir="auto">${escaped(page.consent)}</span></label>
<button type="submit" dir="auto">${escaped(page.button)}</button>
</form>
${links === '' ? '' : `<p class="links">${links}</p>`}`;
  return publicPage(page, `${page.headline} · ${account}`, body, page.language);
}

/** The account's own terms, or what it says about privacy. */
export function renderDocument(
  { account, code, page }: { account: string; code: string; page: SignUpPage },
  kind: (typeof DOCUMENTS)[number],
): RenderedPage {
  const words = pageWords[page.language];
  const body = `
<p class="account"><bdi>${escaped(account)}</bdi></p>
<h1>${words[kind]}</h1>
<p dir="auto">${escaped(page[kind])}</p>
<p><a href="/p/${code}">${words.back}</a></p>`;
  return publicPage(page, `${words[kind]} · ${account}`, body, page.language);
}

export function renderThanks({ account, page }: { account: string; page: SignUpPage }): RenderedPage {
  const body = `
<p class="account"><bdi>${escaped(account)}</bdi></p>
<h1 dir="auto">${escaped(page.headline)}</h1>
<p role="status" dir="auto">${escaped(page.thanks)}</p>`;
  return publicPage(page, `${page.headline} · ${account}`, body, page.language);
}

/** A page that only says something: gone, closed, too many. */
export function renderNotice(
  { title, text }: { title: string; text: string },
  language: PageLanguage,
): RenderedPage {
  return publicPage(PLAIN, title, `<h1>${escaped(title)}</h1><p>${escaped(text)}</p>`, language);
}
