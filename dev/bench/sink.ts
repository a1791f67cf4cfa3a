import { startHelper } from './ground.ts';

/** What the pretend carrier took; times in ms since 1970. */
export type Taken = { count: number; first: number; last: number };

export type Sink = {
  url: string;
  pid: number;
  taken: () => Promise<Taken>;
  reset: () => Promise<void>;
  stop: () => Promise<void>;
};

/** `answerMs`: how long it thinks about each message. */
export async function startSink(answerMs = 0): Promise<Sink> {
  const { port, process: child, stop } = await startHelper('sink-server.ts', { ANSWER_MS: `${answerMs}` });
  const url = `http://127.0.0.1:${port}`;
  const ask = async (path: string) => (await (await fetch(url + path)).json()) as Taken;
  return {
    url,
    pid: child.pid ?? 0,
    taken: () => ask('/count'),
    async reset() {
      await ask('/reset');
    },
    stop,
  };
}

/** Messages a second between the first and the last. */
export function perSecond({ count, first, last }: Taken): number {
  return (count - 1) / Math.max(0.001, (last - first) / 1000);
}
