/**
 * Goes into the server's process (`--import`) and writes what it is like, a line of JSON each time: memory
 * when the garbage is gone, what is open, how late the event loop is. SOAK_PROBE names the file,
 * SOAK_PROBE_MS how often.
 */
import { appendFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** `delay…`: of the event loop, in ms, without the collection of garbage that this asks for. */
export type Sample = {
  at: number;
  rssMb: number;
  heapMb: number;
  outsideMb: number;
  open: number;
  delayP99: number;
  delayMax: number;
};

const MB = 1024 * 1024;
const file = process.env.SOAK_PROBE;

if (file !== undefined) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const write = () => {
    const [delayP99, delayMax] = [delay.percentile(99) / 1e6, delay.max / 1e6];
    collect();
    collect();
    const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
    const sample: Sample = {
      at: Date.now(),
      rssMb: rss / MB,
      heapMb: heapUsed / MB,
      outsideMb: (external + arrayBuffers) / MB,
      open: process.getActiveResourcesInfo().filter((name) => !/Timeout|Immediate/.test(name)).length,
      delayP99,
      delayMax,
    };
    appendFileSync(file, `${JSON.stringify(sample)}\n`);
    // The pause of the collection is none of the server's.
    setTimeout(() => delay.reset(), 50).unref();
  };
  setInterval(write, Number(process.env.SOAK_PROBE_MS ?? 15_000)).unref();
}
