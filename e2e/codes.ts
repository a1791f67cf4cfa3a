import type { Page } from 'playwright-core';
import { askAs } from './ask.ts';

/** Switches sign-in codes on for the person at the page, with the code that the simulator's phone got. */
export async function switchCodesOn(page: Page): Promise<void> {
  const PHONE = '2125550142';
  const ask = (path: string, form: Record<string, string>) => askAs(page, path, form);
  await ask('account/sendPhoneCode', { PHONE });
  for (let tries = 0; tries < 100; tries += 1) {
    const { MESSAGES } = await ask('simulator/phoneMessages', { inpContactString: PHONE, inpShortCode: '' });
    const code = /code is (\d{6})/.exec(String(MESSAGES))?.[1];
    if (code) {
      const saved = await ask('account/saveAccount', {
        ACCOUNTNAME: 'Corner shop',
        TIMEZONE: 'America/New_York',
        PHONE,
        MFAENABLED: '1',
        MFACode: code,
      });
      if (saved.RESULT !== 1) throw new Error(String(saved.MESSAGE));
      return;
    }
    await page.waitForTimeout(100);
  }
  throw new Error('The code did not come.');
}
