/** A disk of its own, an ext4 in a file, which takes root; and something that fills it to the last byte. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What becomes free meanwhile is taken as often. */
const FILL_EVERY_MS = 50;
/** Ever smaller, until not even a block fits. */
const PARTS = [4 << 20, 64 << 10, 4 << 10].map((size) => Buffer.alloc(size, 'x'));

export type SmallDisk = ReturnType<typeof makeSmallDisk>;

/** Makes one in a folder and mounts it there. */
export function makeSmallDisk(ground: string, megabytes: number) {
  const [image, folder] = [join(ground, 'disk.img'), join(ground, 'disk')];
  const filler = join(folder, 'filler');
  mkdirSync(folder);
  writeFileSync(image, '');
  truncateSync(image, megabytes << 20);
  execFileSync('mkfs.ext4', ['-q', '-m', '0', image]);
  execFileSync('mount', ['-o', 'loop', image, folder]);
  let isFull = false;
  return {
    folder,
    isFull: () => isFull,
    async keepFull(ms: number): Promise<void> {
      const file = openSync(filler, 'a');
      const until = Date.now() + ms;
      while (Date.now() < until) {
        for (const part of PARTS) writeWhatFits(file, part);
        isFull = true;
        await sleep(FILL_EVERY_MS);
      }
      closeSync(file);
    },
    makeRoom(): void {
      rmSync(filler, { force: true });
      isFull = false;
    },
    remove(): void {
      execFileSync('umount', [folder]);
      rmSync(image);
    },
  };
}

function writeWhatFits(file: number, part: Buffer): void {
  try {
    while (writeSync(file, part) === part.length);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
