/**
 * Plays a conversation in the terminal, without server or carrier.
 *
 *   npm run talk packages/engine/src/talks/welcome.txt   plays talks (one or more files, also those that the
 *                                                        flow editor downloads) and says where they differ
 *   npm run talk flow.json                               plays a flow: type what the contact writes, `~` lets a
 *                                                        wait pass
 *
 * flow.json: a flow, or the list of its steps in the short form of `packages/engine/src/flow-shorthand.ts`.
 */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import {
  createMemoryHost,
  type Flow,
  flowOf,
  type MemoryHost,
  parseTalk,
  playTalk,
  talkInMemory,
} from '@parley/engine';

const tell = (line: string) => process.stdout.write(`${line}\n`);
const MARKS = { them: '>', us: '<', note: ' ' } as const;

/** Prints what is new in the transcript; answers the count printed so far. */
function print(memory: MemoryHost, from: number): number {
  const entries = memory.transcript();
  for (const { from: who, text, media } of entries.slice(from))
    tell(`${MARKS[who]} ${media ? `[${media}] ` : ''}${text}`);
  return entries.length;
}

async function playFile(path: string): Promise<number> {
  const talk = parseTalk(readFileSync(path, 'utf8'));
  const { memory, host } = talkInMemory(talk);
  const differences = await playTalk(talk, host);
  tell(`${talk.title}\n`);
  print(memory, 0);
  tell(differences.length === 0 ? '\nAs written.' : `\n${differences.join('\n')}`);
  return differences.length === 0 ? 0 : 1;
}

async function playFlow(path: string): Promise<number> {
  const parsed = JSON.parse(readFileSync(path, 'utf8'));
  const flow: Flow = Array.isArray(parsed) ? flowOf(1, parsed) : parsed;
  const memory = createMemoryHost({
    campaigns: { [flow.campaignId]: flow },
    contact: { phone: '+15555550100', timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, tags: {} },
    now: new Date().toISOString(),
    seed: Date.now() % 2 ** 31,
  });
  memory.start(flow.campaignId);
  let printed = print(memory, 0);
  const input = createInterface({ input: process.stdin, output: process.stdout, prompt: '> ' });
  input.prompt();
  for await (const line of input) {
    if (line !== '~') {
      memory.say(line);
      printed++;
    } else if (!memory.skipWait()) tell('  Nothing waits for a time here.');
    printed = print(memory, printed);
    input.prompt();
  }
  return 0;
}

const paths = process.argv.slice(2);
if (paths.length === 0) {
  process.stderr.write('Say what to play: npm run talk <talk.txt …, or flow.json>\n');
  process.exitCode = 2;
}
for (const path of paths) {
  const code = await (path.endsWith('.json') ? playFlow(path) : playFile(path));
  process.exitCode = Math.max(Number(process.exitCode ?? 0), code);
}
