/** What owners copy: into their own site, into a poster, into a text. */

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A form without a script; the page asks for the consent. */
export const formCode = (url: string, label: string, button: string): string =>
  `<form action="${url}" method="post">
  <label>${escaped(label)} <input type="tel" name="phone" autocomplete="tel" required></label>
  <button>${escaped(button)}</button>
</form>`;

export const frameCode = (url: string, title: string): string =>
  `<iframe src="${url}" title="${escaped(title)}" style="width:100%;max-width:480px;height:680px;border:0"></iframe>`;

/** RFC 5724; what stands behind the number is not standard, and older iPhones read an ampersand alone. */
export const smsLink = (number: string, keyword: string, sign: '?' | '&'): string =>
  `sms:${number}${sign}body=${encodeURIComponent(keyword)}`;
