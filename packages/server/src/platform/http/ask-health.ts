import type { Config } from '../config.ts';

const HEALTH_TIMEOUT_MS = 5_000;
const ANY_ADDRESS = ['0.0.0.0', '::'];

/** What the server on this machine says at /readyz. */
export async function askHealth({ host, port }: Pick<Config, 'host' | 'port'>) {
  const name = ANY_ADDRESS.includes(host) ? '127.0.0.1' : host;
  const url = `http://${name.includes(':') ? `[${name}]` : name}:${port}/readyz`;
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
    const data = (await reply.json()) as { status: string };
    return { text: data.status, data, hasFailed: !reply.ok };
  } catch {
    const text = `Nobody answers at ${url}.`;
    return { text, data: { status: text }, hasFailed: true };
  }
}
