/** How much room there is where the data folder lies; told of before it runs out. */
import { statfs } from 'node:fs/promises';
import { startLoop } from '../platform/loop.ts';
import type { Background, Services } from '../platform/services.ts';

const LOOK_EVERY_MS = 60_000;
const TELL_EVERY_MS = 3_600_000;
const MEGABYTE = 1_000_000;

/** In bytes; `free`: what this user may still write. */
export async function readDisk(folder: string): Promise<{ free: number; total: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

/** Warns once an hour while there is less room than whoever runs it wants. */
export function watchDisk({ config, log }: Pick<Services, 'config' | 'log'>): Background {
  let toldAt = Number.NEGATIVE_INFINITY;
  return startLoop({
    name: 'disk',
    log,
    pauseMs: LOOK_EVERY_MS,
    once: async () => {
      const { free } = await readDisk(config.dataDir);
      const megabytes = Math.floor(free / MEGABYTE);
      if (megabytes >= config.diskMegabytes) toldAt = Number.NEGATIVE_INFINITY;
      else if (performance.now() - toldAt > TELL_EVERY_MS) {
        toldAt = performance.now();
        log.warn(
          { megabytes, wanted: config.diskMegabytes, folder: config.dataDir },
          'the disk is nearly full: when it is, nothing can be sent or received any more',
        );
      }
      return false;
    },
  });
}
