import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type AnsweringServer, startAnsweringServer } from '../testing/answering-server.ts';
import { watchStyles } from './lost-styles.ts';
import { ScreenNotLoaded, screenOf } from './screen-loading.ts';

let server: AnsweringServer;
beforeAll(async () => {
  server = await startAnsweringServer();
  // The scripts are only named here, never run.
  (
    window as unknown as { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: boolean } } }
  ).happyDOM.settings.handleDisabledFileLoadingAsSuccess = true;
});
afterAll(() => server.stop());
afterEach(() => {
  document.head.innerHTML = '';
});

const failure = (load: Promise<void>) => load.then(() => null).catch((error: unknown) => error);

test('a screen whose code does not arrive says so, and is tried again the next time', async () => {
  let tries = 0;
  const screen = screenOf(async () => {
    tries += 1;
    if (tries === 1) throw new TypeError('Failed to fetch dynamically imported module');
    return () => null;
  });
  expect(await failure(screen.load())).toMatchObject({ name: 'ScreenNotLoaded', updated: false });
  await screen.load();
  await screen.load();
  expect(tries).toBe(2);
});

test.each([
  ['of another version', '<script type="module" src="/assets/index-new.js">', true],
  ['of the same version', '<script type="module" src="/assets/index-old.js">', false],
])('the page on the server is %s', async (_, page, updated) => {
  document.head.innerHTML = '<script type="module" src="/assets/index-old.js"></script>';
  server.answer(() => ({ body: page }));
  const error = await failure(screenOf(() => Promise.reject(new TypeError('gone'))).load());
  expect(error).toBeInstanceOf(ScreenNotLoaded);
  expect(error).toMatchObject({ updated });
});

test('styles that did not arrive are asked for again before the next screen shows', async () => {
  watchStyles();
  const lost = document.createElement('link');
  lost.rel = 'stylesheet';
  lost.href = '/assets/lists.css';
  document.head.append(lost);
  lost.dispatchEvent(new Event('error'));
  await screenOf(async () => () => null).load();
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  expect(sheets.map(({ href }) => new URL(href).pathname)).toEqual(['/assets/lists.css']);
  expect(sheets[0]).not.toBe(lost);
});
