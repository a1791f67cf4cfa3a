/**
 * `parley health` alone, which a container asks every few seconds: without the other commands it costs a
 * fifth of the time.
 */
import { readConfig } from './platform/config.ts';
import { askHealth } from './platform/http/ask-health.ts';

try {
  const { text, hasFailed } = await askHealth(readConfig(process.env, []));
  process.stdout.write(`${text}\n`);
  if (hasFailed) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 2;
}
