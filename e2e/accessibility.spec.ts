/** axe finds nothing on the screens of the main job, in light and dark, wide and narrow. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signUp, useBrowser } from './person.ts';

const browser = useBrowser();
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Violation = { id: string; nodes: { html: string }[] };

/** What axe finds on the page under WCAG 2.2 AA. */
async function violations(page: Page): Promise<string[]> {
  // Evaluated by the test driver, so that the content security policy of the page does not have to allow it.
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run: (where: Document, options: object) => Promise<{ violations: Violation[] }> };
    };
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    return (await axe.run(document, { runOnly: { type: 'tag', values: tags } })).violations;
  });
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
}

test.each([
  ['light', 1440],
  ['dark', 360],
] as const)('in %s at %i px', async (colorScheme, width) => {
  const page = await browser.open({ colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' });
  const faults: string[] = [];
  const visit = async (path: string) => {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    for (const fault of await violations(page)) faults.push(`${path} ${fault}`);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (overflow > 0) faults.push(`${path} scrolls sideways by ${overflow} px`);
  };
  await visit('/signin');
  await visit('/signup');
  await signUp(page);
  const ids = await page.evaluate(async () => {
    const ask = async (path: string, fields: Record<string, string>) =>
      (
        await fetch(`/session/api/${path}`, { method: 'POST', body: new URLSearchParams(fields) })
      ).json() as Promise<Record<string, string>>;
    const campaign = (await ask('control-point/AddNewBatchFromTemplate', { TID: '2' })).BATCHID ?? '';
    const list = (await ask('lists/addList', { ListName: 'Newsletter' })).NEWListID ?? '';
    await ask('tags/addTag', { TagName: 'First name' });
    const member = await ask('members/addMemberToList', { ListId: list, ContactString: '2125550177' });
    await ask('credentials/addCredentials', { CredentialsName: 'Shop' });
    return { campaign, list, contact: member.CONTACTADDRESSID ?? '' };
  });
  for (const path of [
    '/welcome',
    '/campaign/manage',
    '/campaign/templates',
    `/campaign/editor/${ids.campaign}`,
    `/campaign/edit/${ids.campaign}`,
    `/campaign/keyword/${ids.campaign}`,
    `/blast/${ids.campaign}`,
    `/campaign/api/${ids.campaign}`,
    '/lists',
    `/lists/members/${ids.list}`,
    `/lists/member/details/${ids.list}/${ids.contact}`,
    `/lists/import/${ids.list}`,
    '/tagmanager',
    '/channels',
    '/account/credentials',
    '/account',
    '/quickstart',
    '/inbox',
    '/tools/phone',
    '/report',
    '/report-builder',
    `/report/template/1/${ids.campaign}`,
    '/admin/phone/lookup',
    '/no/such/page',
  ])
    await visit(path);
  expect(faults).toEqual([]);
});
