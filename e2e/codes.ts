import { mkdirSync, readFileSync, rmdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { askAs } from './ask.ts';

type CodeKind = 'sign-in' | 'confirmation' | 'password';
const MOST_TRIES = 200;

/**
 * The code that `ask` makes the server leave in its log, the file `log`: with simulated channels alone codes
 * stand there and nowhere else.
 */
export async function codeAfter(log: string, kind: CodeKind, ask: () => Promise<unknown>): Promise<string> {
  const unlock = await lockLog(log);
  try {
    return await nextCode(log, kind, ask);
  } finally {
    unlock();
  }
}

/** Another file of tests may ask the same server for a code of the same kind: one after the other. */
async function lockLog(log: string): Promise<() => void> {
  const lock = `${log}.lock`;
  for (;;)
    try {
      mkdirSync(lock);
      return () => rmdirSync(lock);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      await pause(25);
    }
}

async function nextCode(log: string, kind: CodeKind, ask: () => Promise<unknown>): Promise<string> {
  const before = readFileSync(log).length;
  await ask();
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const lines = readFileSync(log).subarray(before).toString().split('\n');
    const line = lines.find((each) => each.includes(`${kind} code sent`) && each.endsWith('}'));
    if (line) return (JSON.parse(line) as { code: string }).code;
    await pause(25);
  }
  throw new Error('The code did not come.');
}

/** Switches sign-in codes on for the person at the page. */
export async function switchCodesOn(page: Page, log: string): Promise<void> {
  const PHONE = '2125550142';
  const code = await codeAfter(log, 'confirmation', () => askAs(page, 'account/sendPhoneCode', { PHONE }));
  const saved = await askAs(page, 'account/saveAccount', {
    ACCOUNTNAME: 'Corner shop',
    TIMEZONE: 'America/New_York',
    PHONE,
    MFAENABLED: '1',
    MFACode: code,
  });
  if (saved.RESULT !== 1) throw new Error(String(saved.MESSAGE));
}
