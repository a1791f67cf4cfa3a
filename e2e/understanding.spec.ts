/** How near an answer must be, and what nobody understood: added to an answer in one click. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { askAs } from './ask.ts';
import { violations } from './axe.ts';
import { overflowOf, signUp, useBrowser } from './person.ts';

const browser = useBrowser();
let page: Page;
let campaign: string;
let phones = 100;

type Stored = { ANSMATCH?: number; OPTIONS: { TEXT: string; TRN: { TEXT: string }[] }[] };
async function stored(): Promise<Stored> {
  const { CPOBJ } = await askAs(page, 'control-point/ReadCPs', { inpBatchId: campaign });
  const [question] = CPOBJ as { CPData: Stored }[];
  if (!question) throw new Error('The question was expected.');
  return question.CPData;
}
const phrases = async () =>
  (await stored()).OPTIONS.map(({ TEXT, TRN }) => [TEXT, ...TRN.map((phrase) => phrase.TEXT)]);

/** Somebody new starts the campaign and answers its question. */
async function answer(text: string): Promise<void> {
  const inpContactString = `2125550${phones++}`;
  for (const inpText of ['PICNIC', text]) {
    const { RESULT } = await askAs(page, 'simulator/phoneSend', { inpContactString, inpText });
    if (RESULT !== 1) throw new Error(`“${inpText}” was not taken.`);
  }
}

beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce' });
  await signUp(page);
  campaign = String((await askAs(page, 'control-point/AddNewBatchFromTemplate', { TID: '99' })).BATCHID);
  const OPTIONS = [
    { TEXT: 'Coming', TRN: [{ TID: 1, TEXT: 'count me in' }] },
    { TEXT: 'Not this time', TRN: [{ TID: 1, TEXT: 'I have no time' }] },
    { TEXT: 'Later', TRN: [] },
  ];
  const steps = [
    { ID: 0, RQ: 1, SWT: '1', TYPE: 'ONESELECTION', TEXT: 'Are you coming?', OPTIONS },
    { ID: 0, RQ: 2, SWT: '1', TYPE: 'TRAILER', TEXT: 'See you' },
  ];
  for (const step of steps)
    await askAs(page, 'control-point/AddCPData', {
      inpBatchId: campaign,
      controlPoint: JSON.stringify(step),
    });
  await askAs(page, 'keyword/SaveKeyword', { inpBatchId: campaign, inpKeyword: 'PICNIC' });
  for (const text of ['wild horses', 'Wild horses!', 'my dog is ill', 'purple rain', 'coming'])
    await answer(text);
});

const card = () => page.getByRole('article', { name: 'Step 1, Question', exact: true });
async function open(): Promise<void> {
  await page.goto(`/campaign/editor/${campaign}`);
  await card().waitFor();
  if ((await card().getByRole('textbox', { name: 'Answer 1' }).count()) === 0)
    await card().locator('[data-head]').click();
  await card().getByRole('textbox', { name: 'Answer 1' }).waitFor();
}
const fold = (name: string) => card().getByRole('button', { name: new RegExp(`^${name}`), expanded: false });
const saved = () => page.getByText('All changes saved').waitFor();
/** Seen from the top: the header that stays covers half of whatever is below it elsewhere. */
async function faults(): Promise<string[]> {
  await page.evaluate(() => window.scrollTo(0, 0));
  return violations(page);
}
const row = (text: string) =>
  card()
    .getByRole('listitem')
    .filter({ hasText: `“${text}”` });

test('what no answer understood stands under the question, alike texts as one, in a row of its own', async () => {
  await open();
  await fold('Not understood').filter({ hasText: '3 texts' }).click();
  await row('Wild horses!').getByText('2 times').waitFor();
  await row('my dog is ill').getByText('once').waitFor();
  expect(await row('coming').count()).toBe(0);
  expect(await faults()).toEqual([]);
});

test('one click adds it to an answer, and Undo takes it back', async () => {
  const add = row('Wild horses!').getByRole('button', { name: /^Add to .*: Wild horses!$/ });
  const answerText = (await add.textContent())?.replace('Add to ', '') ?? '';
  await add.click();
  await row('Wild horses!').waitFor({ state: 'detached' });
  await saved();
  const has = async () => (await phrases()).find(([text]) => text === answerText)?.includes('Wild horses!');
  expect(await has()).toBe(true);
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await row('Wild horses!').waitFor();
  await expect.poll(has).toBe(false);
});

test('it goes to any other answer by the keyboard, and the keyboard’s Undo takes it back', async () => {
  const others = row('my dog is ill').getByRole('button', { name: 'Choose where my dog is ill belongs' });
  await others.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
  const choice = page.getByRole('menuitem', { name: 'Add to Not this time' });
  if ((await choice.count()) > 0) await choice.press('Enter');
  else {
    await page.keyboard.press('Escape');
    await row('my dog is ill')
      .getByRole('button', { name: /^Add to Not this time/ })
      .press('Enter');
  }
  await row('my dog is ill').waitFor({ state: 'detached' });
  await saved();
  expect((await phrases())[1]).toContain('my dog is ill');
});

test('a text that is dismissed is gone, also after a reload, until it is taken back', async () => {
  await row('purple rain').getByRole('button', { name: 'Dismiss purple rain' }).click();
  await row('purple rain').waitFor({ state: 'detached' });
  await expect
    .poll(async () => {
      const step = (await askAs(page, 'control-point/ReadCPs', { inpBatchId: campaign })).CPOBJ;
      const [{ ID = 0 } = {}] = step as { ID?: number }[];
      const reply = await askAs(page, 'control-point/UnmatchedAnswers', {
        inpBatchId: campaign,
        INPPID: String(ID),
      });
      return JSON.stringify(reply.ANSWERS);
    })
    .not.toContain('purple rain');
  await page
    .getByRole('alert')
    .filter({ hasText: 'dismissed' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await row('purple rain').waitFor();
});

test('how near an answer must be is chosen and tried at once; what is usual is not stored', async () => {
  await open();
  await fold('Matching').filter({ hasText: 'Close' }).click();
  const reply = card().getByRole('textbox', { name: 'Try what someone might say' });
  await reply.fill('count me inn');
  await card()
    .getByText(/^→ Coming: \d+% alike$/)
    .waitFor();
  const matching = card().getByRole('combobox', { name: 'What counts as an answer' });
  await matching.selectOption({ label: 'Exact: only your words and training phrases' });
  await card().getByText('None of the answers', { exact: true }).waitFor();
  await reply.fill('Count me in!');
  await card().getByText('→ Coming: the same words').waitFor();
  await saved();
  expect((await stored()).ANSMATCH).toBe(100);
  await reply.fill('STOP');
  await card().getByText('Handled before any question').waitFor();
  expect(await faults()).toEqual([]);
  await matching.selectOption({ label: 'Close: also typos and similar wording' });
  await saved();
  await expect.poll(async () => 'ANSMATCH' in (await stored())).toBe(false);
});

test('on a phone nothing is wider than the screen', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open();
  await fold('Not understood').click();
  await fold('Matching').click();
  await row('purple rain').waitFor();
  expect(await overflowOf(page)).toBe(0);
  expect(await faults()).toEqual([]);
});
