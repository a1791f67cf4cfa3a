import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROUNDS = 12;
const STARTS = 6;
const RACER = `
  import { lockFolder } from ${JSON.stringify(join(import.meta.dirname, 'folder-lock.ts'))};
  process.on('message', ({ folder, at }) => {
    while (Date.now() < at);
    try { lockFolder(folder); process.send('held'); } catch (error) { process.send(error.message); }
  });
  process.send('ready');`;

/**
 * Several processes for all rounds: what a round leaves is held by one of them, so each round has a folder of
 * its own.
 */
test('of several starts over what a dead process left, in the same millisecond, one gets the folder', async () => {
  const home = mkdtempSync(join(tmpdir(), 'parley-lock-'));
  const script = join(home, 'racer.ts');
  writeFileSync(script, RACER);
  const racers = Array.from({ length: STARTS }, () =>
    spawn(process.execPath, [script], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
  );
  try {
    await Promise.all(racers.map(said));
    for (let round = 0; round < ROUNDS; round += 1) {
      const folder = mkdtempSync(join(home, 'data-'));
      writeFileSync(join(folder, 'parley.lock'), round % 2 === 0 ? '4194304999 1' : '');
      const answers = racers.map(said);
      for (const racer of racers) racer.send({ folder, at: Date.now() + 50 });
      const heard = await Promise.all(answers);
      expect(heard.filter((answer) => answer === 'held')).toHaveLength(1);
      const refusals = heard.filter((answer) => answer !== 'held');
      for (const refusal of refusals) expect(refusal).toMatch(/^Another Parley (\(process \d+\) )?is using /);
      expect(readdirSync(folder).filter((name) => name.includes('lock'))).toHaveLength(1);
    }
  } finally {
    for (const racer of racers) racer.kill('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  }
});

/** As in another container over the same folder, where the number of who holds it is nobody's. */
test.runIf(process.platform === 'linux')(
  'a folder is held against processes to which its holder’s number says nothing, and let go with it',
  async () => {
    const home = mkdtempSync(join(tmpdir(), 'parley-lock-'));
    const script = join(home, 'racer.ts');
    writeFileSync(script, RACER);
    const racers = [0, 1].map(() =>
      spawn(process.execPath, [script], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
    );
    const [holder, other] = racers as [ChildProcess, ChildProcess];
    const folder = mkdtempSync(join(home, 'data-'));
    const asks = async (racer: ChildProcess) => {
      const answer = said(racer);
      racer.send({ folder, at: 0 });
      return answer;
    };
    try {
      await Promise.all(racers.map(said));
      expect(await asks(holder)).toBe('held');
      writeFileSync(join(folder, 'parley.lock'), '4194304999 1');
      expect(await asks(other)).toMatch(/^Another Parley is using /);
      const ended = once(holder, 'exit');
      holder.kill('SIGKILL');
      await ended;
      expect(await asks(other)).toBe('held');
    } finally {
      for (const racer of racers) racer.kill('SIGKILL');
      rmSync(home, { recursive: true, force: true });
    }
  },
);

async function said(racer: ChildProcess): Promise<string> {
  const [message] = await once(racer, 'message');
  return String(message);
}
