/// <reference lib="dom" />
/** Takes a picture of a screen once it stands still. */
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Page } from 'playwright-core';

export type Encode = (page: Page, png: Buffer) => Promise<Buffer>;

/** A third of the size of a PNG, and no less to see. Drawn by the browser itself. */
export const asWebp: Encode = async (page, png) => {
  // An empty page: the content security policy of ours lets no script of ours make pictures.
  const helper = await page.context().newPage();
  const base64 = await helper.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 });
    const out = new Uint8Array(await blob.arrayBuffer());
    let text = '';
    for (const byte of out) text += String.fromCharCode(byte);
    return btoa(text);
  }, png.toString('base64'));
  await helper.close();
  return Buffer.from(base64, 'base64');
};

export const asPng: Encode = async (_page, png) => png;

/** Nothing loads any more, also where a busy machine takes its time between one call and the next. */
async function loaded(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(
    () => document.querySelector('[aria-busy="true"], .mantine-Skeleton-root') === null,
  );
}

/** Opens a path and stores what is seen; `ready` says when it is, otherwise when nothing loads any more. */
export async function take(
  page: Page,
  path: string,
  file: string,
  encode: Encode,
  ready: (page: Page) => Promise<unknown> = loaded,
): Promise<void> {
  await page.goto(path);
  // While the screens are being built anew there is nothing to see.
  for (let tries = 0; tries < 10 && (await page.locator('#root').count()) === 0; tries += 1) {
    await page.waitForTimeout(3000);
    await page.goto(path);
  }
  await ready(page);
  // Transitions of the widgets end within this time.
  await page.waitForTimeout(400);
  writeFileSync(file, await encode(page, await page.screenshot()));
  process.stdout.write(`${basename(file)}\n`);
}
