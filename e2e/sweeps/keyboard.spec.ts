/**
 * The main job without a mouse: every key press goes where the focus is; whoever cannot go on by Tab, Enter
 * and arrows fails here.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PASSWORD, settled, signUp, useBrowser } from '../person.ts';
import { newAddress } from '../wire.ts';

const browser = useBrowser();

/** What a screen reader would call the element that has the focus, about. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null;
    if (!element || element === document.body) return '';
    const byIds = (element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ');
    const labels = [...(element.labels ?? [])].map((label) => label.textContent).join(' ');
    return (
      [
        element.getAttribute('aria-label'),
        byIds,
        labels,
        element.textContent,
        element.getAttribute('placeholder'),
      ]
        .map((name) => name?.replaceAll(/\s+/g, ' ').trim())
        .find((name) => name) ?? element.tagName
    );
  });
}

/** Tabs on until the focus is on what is called so. */
async function tabTo(page: Page, name: RegExp, most = 80): Promise<void> {
  const passed: string[] = [];
  for (let n = 0; n < most; n += 1) {
    const now = await focused(page);
    if (name.test(now)) return;
    passed.push(now.slice(0, 30));
    await page.keyboard.press('Tab');
  }
  throw new Error(`${name} is not reached on ${page.url()} by Tab: ${passed.join(' › ')}`);
}

async function enter(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

async function type(page: Page, name: RegExp, text: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** From the top of the page again, as after opening it. */
async function fromTheTop(page: Page): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
}

test('from the sign-up to the report by keyboard alone', async () => {
  const page = await browser.open();
  await page.goto('/signup');
  await settled(page);
  await type(page, /^Email Address/, newAddress('keys'));
  await type(page, /^Phone Number/, '212 555 0142');
  await type(page, /^Password/, PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Campaign Lists' }).waitFor();

  await enter(page, /^Skip to/i);
  await enter(page, /^Add Campaign/);
  await page.getByRole('heading', { name: 'Store hours menu' }).waitFor();
  await enter(page, /^Store hours menu/);
  await page.getByRole('list', { name: 'Steps' }).waitFor();
  const campaign = /editor\/(\d+)/i.exec(page.url())?.[1];

  await type(page, /^Campaign Name/, 'By keyboard');
  const step = page.getByRole('article', { name: /^Step 1/ });
  if (!(await step.getByRole('textbox').first().isVisible())) await enter(page, /^1(?=\D)/);
  await step.getByRole('textbox').first().waitFor();
  await type(page, /^(Message|Question|Text|Final message)\b/, 'Reply 1 for our hours, 2 for the address.');
  await page.getByText('Saved').first().waitFor();
  await fromTheTop(page);

  await enter(page, /^Keyword$/);
  await page.getByRole('textbox', { name: 'Keyword' }).waitFor();
  await type(page, /^Keyword/, 'KEYS');
  await page.getByText('Saved').first().waitFor();

  await page.goto('/lists');
  await settled(page);
  await enter(page, /^New list/);
  await page.getByRole('dialog').waitFor();
  await type(page, /^List Name/, 'Keyboard people');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Keyboard people' }).waitFor();
  await fromTheTop(page);
  await enter(page, /^Keyboard people/);
  await page.getByRole('heading', { name: 'Keyboard people' }).waitFor();
  const list = /members\/(\d+)/i.exec(page.url())?.[1];

  await page.goto(`/lists/import/${list}`);
  await settled(page);
  const chooser = page.waitForEvent('filechooser');
  await enter(page, /file/i);
  await (await chooser).setFiles({
    name: 'a.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Phone,First name\n2125550171,Ada\n2125550172,Bo\n'),
  });
  await page.getByRole('button', { name: /^Check/ }).waitFor();
  await enter(page, /^Check/);
  await page.getByRole('button', { name: /^(Start|Import)/ }).waitFor();
  await tabTo(page, /agreed to get texts/);
  await page.keyboard.press('Space');
  await enter(page, /^(Start|Import \d|Import contacts)/);
  await page
    .getByText(/2 (new|added|contacts)|Import(ed)? .*2/i)
    .first()
    .waitFor();

  await page.goto(`/blast/${campaign}`);
  await settled(page);
  await tabTo(page, /^Add a list/);
  // Opened by an arrow: the focus alone leaves what lies below in sight.
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { name: /Keyboard people/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  for (const wizardStep of [/target lists/, /Filter Targets/, /Schedule/]) {
    const shown = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: wizardStep }) });
    await shown.getByRole('button', { name: 'Next' }).waitFor();
    await enter(page, /^Next$/);
  }
  await page.getByRole('button', { name: 'Send Now' }).waitFor();
  await enter(page, /^Send Now/);
  await page.getByText('Are you sure?').waitFor();
  await enter(page, /^Yes, Send Now!/);
  await page.getByText('Campaign Launched!').waitFor();

  await page.goto(`/report/template/1/${campaign}`);
  await page.getByRole('region', { name: 'Campaign Responses', exact: true }).waitFor();
  await tabTo(page, /^Date range/);
  // Charts are read day by day with the arrow keys.
  await tabTo(page, /^Campaign Responses Over Time/);
  expect(await focused(page)).toMatch(/arrow keys/);
  const heard = page.getByRole('status').filter({ hasText: /\d: .*\d/ });
  await page.keyboard.press('ArrowRight');
  await heard.first().waitFor({ state: 'attached' });
  const day = await heard.first().textContent();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => heard.first().textContent()).not.toBe(day);
});

test('a report from nothing by keyboard alone', async () => {
  const page = await browser.open({ reducedMotion: 'reduce' });
  await signUp(page);
  await page.goto('/report-builder');
  await page.getByRole('heading', { name: 'Custom Report Tool' }).waitFor();
  const tile = (name: string) => page.getByRole('region', { name, exact: true });
  const topOf = async (name: string) => (await tile(name).boundingBox())?.y ?? 0;
  for (const [metric, name] of [
    [/^Opt Ins Over Time/, 'New people'],
    [/^Campaign Responses Over Time/, 'Answers'],
  ] as const) {
    await enter(page, /^(Add a metric$|\+)/);
    await page.getByRole('dialog', { name: 'Pick A Metric' }).waitFor();
    await tabTo(page, metric);
    await page.keyboard.press('Space');
    await enter(page, /^Next$/);
    await page.getByRole('dialog', { name: /Datapoint/i }).waitFor();
    await enter(page, /^Next$/);
    await page.getByRole('dialog', { name: 'Pick A Name' }).waitFor();
    await type(page, /^Name$/, name);
    await page.keyboard.press('Enter');
    await tile(name).waitFor();
  }
  const below = (await topOf('Answers')) > (await topOf('New people'));
  await enter(page, /^Move or resize Answers/);
  await tabTo(page, /^Move (up|down)/);
  if (!below) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await topOf('Answers')) > (await topOf('New people'))).toBe(!below);
  await page.keyboard.press('Escape');
  await enter(page, /^Save$/);
  await page.getByRole('dialog', { name: 'Save Your Report' }).waitFor();
  await type(page, /^Report Name/, 'By keys');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/report/custom/*');
  await page.getByRole('heading', { name: 'By keys' }).waitFor();
});

/** What the polite regions say from now on. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(globalThis, { heard });
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node.parentElement?.closest('[role="status"]') && node.textContent)
            heard.push(node.textContent);
    }).observe(document.body, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);
}

test('the palette’s list says which of its options is chosen, and that it is empty', async () => {
  const page = await browser.open();
  await signUp(page);
  const heard = await listen(page);
  await page.keyboard.press('ControlOrMeta+k');
  const search = page.getByRole('combobox', { name: 'Search and commands' });
  const chosen = () =>
    search.evaluate((field) => {
      const option = document.getElementById(field.getAttribute('aria-activedescendant') ?? '');
      const list = option?.closest('[role="listbox"]');
      if (!option || list?.id !== field.getAttribute('aria-controls')) return 'none';
      return `${option.getAttribute('aria-selected')} ${option.textContent}`;
    });
  await search.fill('cam');
  await expect.poll(chosen).toMatch(/^true .*cam/i);
  await expect.poll(heard).toContainEqual(expect.stringMatching(/^\d+ results? found$/));
  const first = await chosen();
  await page.keyboard.press('ArrowDown');
  await expect.poll(chosen).not.toBe(first);
  expect(await chosen()).toMatch(/^true .*cam/i);
  await search.fill('no such thing');
  await expect.poll(heard).toContain('Nothing found');
  expect(await chosen()).toBe('none');
  expect(await search.getAttribute('aria-expanded')).toBe('false');
});
