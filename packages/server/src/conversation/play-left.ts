/** Stored texts whose process died before it played them are played by whoever is there. */
import { startDueLoop } from '../platform/due-loops.ts';
import type { Background, Services } from '../platform/services.ts';
import { playLater } from './take-text.ts';
import { accountsLeftUnplayed, leftUnplayed, oldestLeftUnplayed } from './unplayed-texts.ts';

const EVERY_MS = 2_000;
const EACH = 500;

export function startLeftTexts(services: Services): Background {
  return startDueLoop(services, {
    name: 'texts to be played',
    due: leftUnplayed,
    pauseMs: EVERY_MS,
    once: () => playLeft(services),
  });
}

/** Hands on what was left; what two processes find is played once. False: the next look finds the rest. */
export async function playLeft(services: Services): Promise<false> {
  const now = services.clock.now();
  for (const accountId of await accountsLeftUnplayed(services.db, now))
    for (const text of await oldestLeftUnplayed(services.db, accountId, now, EACH))
      playLater(services, accountId, text);
  return false;
}
