/** `npm start`: sets up what is missing, then runs the server until it is told to stop. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { modernNode, programEnvironment, ROOT, setUp } from './setup.mjs';

try {
  setUp();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

const server = spawn(modernNode(), [join(ROOT, 'packages/server/src/main.ts'), ...process.argv.slice(2)], {
  cwd: ROOT,
  env: programEnvironment(),
  // Over the channel the server learns that we are gone, also when we were killed.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
// A Ctrl-C in a terminal reaches the server by itself (same process group); a signal sent to us alone is
// passed on. A second one within the shutdown changes nothing.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
// npm passes a signal on to the shell between it and us, which ends without a word: that it is gone is the
// word. The shell outlives an npm that was killed: then that is.
if (process.env.npm_lifecycle_event === 'start') {
  const shell = process.ppid;
  const npm = npmAbove(shell);
  const watch = setInterval(() => {
    if (process.ppid === shell && npmAbove(shell) === npm) return;
    clearInterval(watch);
    server.kill('SIGTERM');
  }, 200);
  watch.unref();
}
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));

/** The process id of the npm that started a process; null: something else did, or the system does not say. */
function npmAbove(pid) {
  try {
    const parent = Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
    return readFileSync(`/proc/${parent}/comm`, 'utf8').startsWith('npm') ? parent : null;
  } catch {
    return null;
  }
}
