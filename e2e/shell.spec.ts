/**
 * The frame of every screen: routes, menus, legacy mode, and what happens when a session or a file is gone.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askAs } from './ask.ts';
import { PASSWORD, signUp, useBrowser } from './person.ts';

const browser = useBrowser();
const pathOf = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });

/** Changes the root element of the page as a hosting page would. */
async function hostedWith(page: Page, attributes: string): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/<div id="root"[^>]*>/, `<div id="root" ${attributes}>`);
    await route.fulfill({ response: answer, body });
  });
}

describe('one person', () => {
  let page: Page;
  let email: string;
  beforeAll(async () => {
    page = await browser.open({ reducedMotion: 'reduce' });
    email = await signUp(page);
  });
  afterAll(() => page.context().close());

  test('addresses work in any case, with a slash at the end, and behind the hash of older links', async () => {
    for (const address of ['/TagManager', '/tagmanager', '/TAGMANAGER/']) {
      await page.goto(address);
      await heading(page, 'Tag Manager').waitFor();
    }
    await page.goto('/campaign/API/0');
    await page.goto('/#/lists');
    await heading(page, 'List Manager').waitFor();
    expect(pathOf(page)).toBe('/lists');
    await page.goto('/#/campaign/editor/17');
    await page.waitForURL('**/campaign/editor/17');
    await page.evaluate(() => {
      location.hash = '#/campaign/edit/17';
    });
    await page.waitForURL('**/campaign/edit/17');
  });

  test('any other path says that there is no such page', async () => {
    await page.goto('/no/such/page');
    await heading(page, 'Sorry, page not found!').waitFor();
    expect(pathOf(page)).toBe('/no/such/page');
  });

  test('the drawer is 240 px wide: below Home come Campaigns, Lists, Reporting, Tools, with the Home and Tools menus', async () => {
    await page.goto('/welcome');
    const drawer = page.getByRole('navigation', { name: 'Main' });
    await drawer.getByRole('link').first().waitFor();
    const places = await drawer.getByRole('link').allInnerTexts();
    expect(places.slice(0, 5)).toEqual(['Home', 'Campaigns', 'Lists', 'Reporting', 'Tools']);
    expect((await drawer.boundingBox())?.width).toBe(240);
    await page.getByRole('button', { name: 'Home menu' }).click();
    await item(page, 'Create Campaign').waitFor();
    await item(page, 'Manage Campaign').click();
    await heading(page, 'Campaign Lists').waitFor();
    expect(pathOf(page)).toBe('/campaign/manage');
    await page.getByRole('button', { name: 'Tools menu' }).click();
    const menu = page.getByRole('menu');
    await item(page, 'QA Tool').waitFor();
    expect((await menu.getByRole('menuitem').allInnerTexts()).slice(0, 3)).toEqual([
      'Automata manager',
      'Tag Manager',
      'QA Tool',
    ]);
    expect(await item(page, 'Automata manager').getAttribute('href')).toBe('/automata/manager');
    expect(await item(page, 'Tag Manager').getAttribute('href')).toBe('/TagManager');
    expect((await menu.boundingBox())?.height).toBeLessThanOrEqual(224);
    await page.keyboard.press('Escape');
  });

  test('the account menu has Welcome, My account, API Credentials and Logout; the palette and the list of keys open', async () => {
    await page.goto('/welcome');
    await page.getByRole('button', { name: 'Account menu' }).click();
    await item(page, 'Logout').waitFor();
    expect(await page.getByRole('menu').getByRole('menuitem').allInnerTexts()).toEqual([
      'Welcome',
      'My account',
      'API Credentials',
      'Logout',
    ]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search campaigns and lists, or go to…').fill('Tag');
    await page.getByText('Tag Manager').waitFor();
    await page.keyboard.press('Enter');
    await heading(page, 'Tag Manager').waitFor();
    // What is looked for on the server is taken by Enter, too, when it has come.
    await page.request.post('/session/api/lists/addList', { form: { ListName: 'Zebra friends' } });
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search campaigns and lists, or go to…').fill('zebra');
    await page.getByText('Zebra friends').waitFor();
    await page.keyboard.press('Enter');
    await heading(page, 'Zebra friends').waitFor();
  });

  test('the announcement page says hello', async () => {
    await page.goto('/newlook');
    await heading(page, 'Say hello, new look').waitFor();
  });

  test('on a phone the trail keeps the way up, and leaves out the screen itself', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto('/campaign/templates');
    const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
    await trail.getByRole('link', { name: 'Campaigns' }).waitFor();
    await page.goto('/campaign/keyword/0');
    await trail.getByRole('link', { name: 'Campaign Editor' }).waitFor();
    expect(await trail.getByText('Keyword Control').isVisible()).toBe(false);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('the device class follows the width of the window', async () => {
    await page.goto('/welcome');
    await heading(page, 'Welcome').waitFor();
    for (const [width, device] of [
      [599, 'mobile'],
      [600, 'tablet'],
      [959, 'tablet'],
      [960, 'desktop'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.locator(`[data-device="${device}"]`).waitFor();
      const burger = page.getByRole('button', { name: 'Open the menu' });
      expect(await burger.isVisible()).toBe(device !== 'desktop');
    }
    await page.setViewportSize({ width: 768, height: 800 });
    const name = page.getByRole('link', { name: 'Parley, home' });
    expect((await name.boundingBox())?.height).toBeLessThanOrEqual(32);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test.each([360, 768])(
    'at %i px the drawer lies over the page, as wide as ever, and folded away it is out of reach',
    async (width) => {
      await page.setViewportSize({ width, height: 740 });
      try {
        await page.goto('/welcome');
        await heading(page, 'Welcome').waitFor();
        const burger = page.getByRole('button', { name: 'Open the menu' });
        const drawer = page.locator('nav[aria-label="Main"]');
        const isInert = (selector: string) =>
          page.locator(selector).evaluate((element) => (element as HTMLElement).inert);
        const isFolded = async () =>
          (await drawer.boundingBox())?.x === -240 && (await isInert('nav[aria-label="Main"]'));
        expect(await isFolded()).toBe(true);
        await burger.click();
        await expect.poll(() => drawer.boundingBox()).toMatchObject({ x: 0, width: 240 });
        expect(await isInert('main')).toBe(true);
        await drawer.getByRole('link', { name: 'Lists' }).focus();
        await page.keyboard.press('Escape');
        await expect.poll(isFolded).toBe(true);
        expect(await burger.evaluate((button) => button === document.activeElement)).toBe(true);
        await burger.click();
        await page.mouse.click(width - 40, 500);
        await expect.poll(isFolded).toBe(true);
        await burger.click();
        await drawer.getByRole('link', { name: 'Lists' }).click();
        await heading(page, 'List Manager').waitFor();
        await expect.poll(isFolded).toBe(true);
        expect(await isInert('main')).toBe(false);
      } finally {
        await page.setViewportSize({ width: 1440, height: 900 });
      }
    },
  );

  test('at most three toasts show at a time, and each can be dismissed', async () => {
    await page.goto('/account');
    const name = page.getByLabel('Account name');
    for (let save = 1; save <= 4; save += 1) {
      await name.fill(`Shop ${save}`);
      const answered = page.waitForResponse(/saveAccount/);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await answered;
    }
    const toasts = page.getByText('Account saved');
    await toasts.nth(2).waitFor();
    // The oldest one takes a moment to fade.
    await expect.poll(() => toasts.count()).toBe(3);
    await page.getByRole('button', { name: 'Dismiss' }).first().click();
    await expect.poll(() => toasts.count()).toBe(2);
  });

  test('a session that ends under an open dialog is opened again above it: what was sent in vain goes out by itself', async () => {
    await page.goto('/tagmanager');
    await page.getByRole('button', { name: 'Add Tag' }).first().click();
    await page.getByLabel('Tag Name').fill('Favourite roast');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Add Now' }).click();
    const again = page.getByRole('dialog', { name: 'Sign in' });
    await again.waitFor();
    expect(pathOf(page)).toBe('/tagmanager');
    expect(await again.getByLabel('Email Address').inputValue()).toBe(email);
    await page.keyboard.press('Escape');
    await again.getByLabel(/^Password/).fill(PASSWORD);
    await again.getByRole('button', { name: 'Sign in' }).click();
    await again.waitFor({ state: 'detached' });
    // What was sent without a session is sent again by itself.
    await page.getByRole('dialog', { name: 'Add Tag' }).waitFor({ state: 'detached' });
    await page.getByText('Favourite roast').first().waitFor();
  });

  test('a word that was entered without a session is stored after signing in above the screen', async () => {
    const made = await askAs(page, 'control-point/AddNewBatchFromTemplate', { TID: '1' });
    const campaign = String(made.BATCHID);
    await askAs(page, 'keyword/SaveKeyword', { inpBatchId: campaign, inpKeyword: 'ROAST' });
    await page.goto(`/campaign/keyword/${campaign}`);
    await page.getByLabel('Other words that start it').fill('ROASTS');
    await page.context().clearCookies();
    await page.keyboard.press('Enter');
    const again = page.getByRole('dialog', { name: 'Sign in' });
    await again.getByLabel(/^Password/).fill(PASSWORD);
    await again.getByRole('button', { name: 'Sign in' }).click();
    await again.waitFor({ state: 'detached' });
    await page.getByText('ROASTS', { exact: true }).waitFor();
    await expect
      .poll(async () => JSON.stringify(await askAs(page, 'keyword/LoadKeywords', { inpBatchId: campaign })))
      .toContain('ROASTS');
  });

  test('a session that ends on a screen without unsent text leads to the sign-in page and back', async () => {
    await page.goto('/welcome');
    await heading(page, 'Welcome').waitFor();
    await page.context().clearCookies();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Lists' }).click();
    await heading(page, 'Sign in').waitFor();
    expect(pathOf(page)).toBe('/signin?rdx=%2Flists');
    await page.getByText('Your session ended.').waitFor();
    await page.getByLabel('Email Address').fill(email);
    await page.getByLabel(/^Password/).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await heading(page, 'List Manager').waitFor();
  });

  test('tabs follow each other: signing out in one ends the other, signing in lets it go on', async () => {
    await page.goto('/lists');
    await heading(page, 'List Manager').waitFor();
    const other = await page.context().newPage();
    await other.goto('/welcome');
    await other.getByRole('button', { name: 'Account menu' }).click();
    await item(other, 'Logout').click();
    await heading(other, 'Sign in').waitFor();
    await heading(page, 'Sign in').waitFor();
    await other.getByLabel('Email Address').fill(email);
    await other.getByLabel(/^Password/).fill(PASSWORD);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await heading(other, 'Welcome').waitFor();
    await heading(page, 'List Manager').waitFor();
    await other.close();
  });

  test('a screen whose code does not arrive shows why and Retry; after an update it offers to reload', async () => {
    await page.goto('/welcome');
    await heading(page, 'Welcome').waitFor();
    await page.route(/assets\/channel-manager-/, (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto('/channels');
    await heading(page, 'Couldn’t load this screen').waitFor();
    await page.getByRole('button', { name: 'Retry' }).waitFor();

    await page.goto('/welcome');
    await heading(page, 'Welcome').waitFor();
    // The server has another build by now.
    await page.route(/:\d+\/$/, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(/assets\/index-[\w-]+\.js/, 'assets/index-newer.js');
      await route.fulfill({ response: answer, body });
    });
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search campaigns and lists, or go to…').fill('Channels');
    await page.keyboard.press('Escape');
    await page.evaluate(() => {
      location.hash = '#/channels';
    });
    await heading(page, 'Parley has been updated').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Reload' }).click();
    await heading(page, 'Channel Manager').waitFor();
  });
});

test('Back leaves the sign-in page, before and after signing in', async () => {
  const page = await browser.open();
  const email = await signUp(page);
  await page.context().clearCookies();
  await page.goto('/no/such/page');
  await heading(page, 'Sorry, page not found!').waitFor();
  await page.goto('/lists');
  await heading(page, 'Sign in').waitFor();
  await page.goBack();
  await heading(page, 'Sorry, page not found!').waitFor();
  await page.goForward();
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await heading(page, 'List Manager').waitFor();
  await page.goBack();
  await heading(page, 'Sorry, page not found!').waitFor();
  await page.goto('/signin?rdx=%2Flists');
  await heading(page, 'List Manager').waitFor();
  await page.goBack();
  await heading(page, 'Sorry, page not found!').waitFor();
  await page.context().close();
});

test('signed-out people see Sign up and Login, are sent to sign in with rdx, and never to another site', async () => {
  const page = await browser.open();
  await page.goto('/report?x=1&y=two%20words');
  await heading(page, 'Sign in').waitFor();
  expect(new URL(page.url()).searchParams.get('rdx')).toBe('/report?x=1&y=two%20words');
  await page.getByRole('link', { name: 'Sign up' }).waitFor();
  await page.getByRole('link', { name: 'Login' }).waitFor();
  expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
  await signUp(page);
  await page.goto('/signin');
  await page.waitForURL('**/welcome');
  await page.goto(`/mfarequest?rdx=${encodeURIComponent('/lists?q=a')}`);
  await page.waitForURL('**/lists?q=a');
  await page.goto(`/signup?rdx=${encodeURIComponent('//evil.example/x')}`);
  await page.waitForURL('**/welcome');
  await page.context().close();
});

test('in legacy mode menu links load whole pages of the older product, and the content is hidden', async () => {
  const page = await browser.open();
  await signUp(page);
  await hostedWith(page, 'data-legacy="/old"');
  await page.goto('/lists');
  const drawer = page.getByRole('navigation', { name: 'Main' });
  const link = drawer.getByRole('link', { name: 'Reporting' });
  await link.waitFor();
  expect(await link.getAttribute('href')).toBe('/old/report');
  expect(await page.locator('main').isVisible()).toBe(false);
  const loaded = page.waitForRequest((request) => request.isNavigationRequest());
  await link.click();
  expect(new URL((await loaded).url()).pathname).toBe('/old/report');
  await page.context().close();
});

test('the hosting page may name the screen to open; a service worker of another product is removed', async () => {
  const page = await browser.open();
  await signUp(page);
  await page
    .context()
    .route('**/old-worker.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await page.evaluate(() => navigator.serviceWorker.register('/old-worker.js').then(() => undefined));
  const workers = () =>
    page.evaluate(() => navigator.serviceWorker.getRegistrations().then((all) => all.length));
  expect(await workers()).toBe(1);
  await hostedWith(page, 'data-target-path="/TagManager"');
  await page.goto('/');
  await heading(page, 'Tag Manager').waitFor();
  expect(pathOf(page)).toBe('/TagManager');
  await expect.poll(workers).toBe(0);
  await page.context().close();
});

test('while it is found out who is signed in, the page says its name', async () => {
  const page = await browser.open();
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/checklogin/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/lists');
  await heading(page, 'Parley').waitFor();
  letGo();
  await heading(page, 'Sign in').waitFor();
  await page.context().close();
});

test('the app travels packed to browsers that take it so, and as it is to others', async () => {
  const page = await browser.open();
  const entry = /src="(\/assets\/index-[^"]+\.js)"/.exec(await (await page.request.get('/')).text())?.[1];
  const sent = async (encodings: string) => {
    const answer = await page.request.get(entry ?? '', { headers: { 'accept-encoding': encodings } });
    const headers = answer.headers();
    return { headers, bytes: Number(headers['content-length']), text: await answer.text() };
  };
  const plain = await sent('identity');
  expect(plain.headers['content-encoding']).toBeUndefined();
  for (const [encodings, encoding] of [
    ['gzip, deflate', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
  ] as const) {
    const packed = await sent(encodings);
    expect(packed.headers['content-encoding']).toBe(encoding);
    expect(packed.headers['content-type']).toBe(plain.headers['content-type']);
    expect(packed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(packed.bytes).toBeLessThan(plain.bytes / 2);
    expect(packed.text).toBe(plain.text);
  }
  await page.context().close();
});
