/**
 * Backs a server up and puts it back, round after round, while texts come in: each text that was answered
 * before a backup began is there once afterwards, and the restored server starts and takes further texts.
 *
 *   npm run backup-rounds [-- 20]
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type RunningParley, startParley } from '../e2e/parley.ts';
import { listOf, register, until, type WireClient, wireClient } from '../e2e/wire.ts';

const rounds = Number(process.argv[2] ?? 20);
const SENDERS = 4;
const TEXTS_BEFORE = 100;
const folder = mkdtempSync(join(tmpdir(), 'parley-rounds-'));
const dataDir = join(folder, 'data');
const say = (line: string) => process.stdout.write(`${line}\n`);

/** The command is a process of its own, beside what goes on here. */
async function manage(command: string, target: string): Promise<void> {
  const main = join(import.meta.dirname, '../packages/server/src/manage.ts');
  await promisify(execFile)(process.execPath, [main, command, target], {
    env: { ...process.env, DATA_DIR: dataDir },
  });
}

/** On a busy machine the database that was just put back may need a moment. */
async function signIn(address: string, email: string): Promise<WireClient> {
  const client = wireClient(address);
  const form = { inpUserID: email, inpPassword: 'correct horse battery staple' };
  await until(async () => (await client.post('authentication/validateUser', form)).RESULT === 1);
  return client;
}

/** Each sender has a phone of its own in each round. Answers what was acknowledged, and how to end. */
function texts(client: WireClient, round: number) {
  const sent: { phone: string; text: string }[] = [];
  let ends = false;
  const send = async (sender: number) => {
    const phone = `+1212555${1000 + round * SENDERS + sender}`;
    for (let n = 0; !ends; n += 1) {
      const text = `round ${round}, text ${n}`;
      const reply = await client.post('simulator/phoneSend', { inpContactString: phone, inpText: text });
      if (reply.RESULT !== 1) throw new Error(reply.MESSAGE);
      sent.push({ phone, text });
    }
  };
  const going = Promise.all(Array.from({ length: SENDERS }, (_, sender) => send(sender)));
  const stop = () => {
    ends = true;
    return going;
  };
  return { sent, stop };
}

async function storedOf(client: WireClient, phone: string): Promise<string[]> {
  const messages = listOf(
    await client.post('simulator/phoneMessages', { inpContactString: phone }),
    'MESSAGES',
  );
  return messages.filter(({ DIRECTION }) => DIRECTION === 'MO').map(({ TEXT }) => String(TEXT));
}

/** How many texts that were acknowledged before the backup began are not there exactly once. */
async function wrongAfter(
  client: WireClient,
  before: readonly { phone: string; text: string }[],
): Promise<number> {
  let wrong = 0;
  for (const phone of new Set(before.map((each) => each.phone))) {
    const stored = await storedOf(client, phone);
    const own = before.filter((each) => each.phone === phone);
    wrong += own.filter(({ text }) => stored.filter((each) => each === text).length !== 1).length;
  }
  return wrong;
}

let lost = 0;
let parley: RunningParley | null = await startParley({ dataDir });
try {
  const person = await register(parley.address);
  for (let round = 1; round <= rounds; round += 1) {
    const client = await signIn(parley.address, person.email);
    const backup = join(folder, `backup-${round}`);
    const running = texts(client, round);
    await until(async () => running.sent.length >= TEXTS_BEFORE);
    const before = [...running.sent];
    await manage('backup', backup);
    await running.stop();
    await parley.stop();
    parley = null;
    await manage('restore', backup);
    parley = await startParley({ dataDir });
    const wrong = await wrongAfter(await signIn(parley.address, person.email), before);
    lost += wrong;
    say(
      `round ${round}: ${before.length} texts before the backup, ${running.sent.length} in all, ${wrong} wrong`,
    );
    rmSync(backup, { recursive: true });
  }
} finally {
  await parley?.stop();
  rmSync(folder, { recursive: true, force: true });
}
say(lost === 0 ? 'nothing was lost' : `${lost} texts are wrong`);
process.exitCode = lost === 0 ? 0 : 1;
