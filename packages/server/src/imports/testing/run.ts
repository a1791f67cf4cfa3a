/** Runs imports without the background loops. */
import { calls } from '@parley/contract';
import { expect } from 'vitest';
import type { Harness } from '../../testing/harness.ts';
import { runImport } from '../jobs.ts';
import { claimImport } from '../store.ts';
import { type User, uploadFile } from './upload.ts';

/** Runs what waits. */
export async function runAll({ services }: Harness): Promise<void> {
  for (;;) {
    const now = services.clock.now();
    const claim = await claimImport(services.db, 'test', now, new Date(now.getTime() + 60_000));
    if (!claim) return;
    await runImport(services, claim, 'test', { now: false });
  }
}

/** Uploads a file, tries it and imports it to its end. */
export async function importAll(
  harness: Harness,
  user: User,
  list: number,
  content: string,
  mapping: { index: number; target: string }[],
): Promise<number> {
  const { id } = (await uploadFile(harness, user, list, content)).values;
  expect((await user.ask(calls.imports.dryRun, { id, mapping, country: '' })).RESULT).toBe(1);
  expect((await user.ask(calls.imports.start, { id, consent: true })).RESULT).toBe(1);
  await runAll(harness);
  return id;
}
