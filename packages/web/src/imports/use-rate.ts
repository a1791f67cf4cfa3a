import { useEffect, useState } from 'react';

type Sample = { done: number; at: number };
/** The rate of the last seconds says more of the time left than the rate of all. */
const WINDOW_MS = 10_000;

/** How many are done in a second, from the counts as they come in; undefined until two are known. */
export function useImportRate(done: number): number | undefined {
  const [samples, setSamples] = useState<Sample[]>([]);
  useEffect(() => {
    const at = performance.now();
    setSamples((before) => [...before.filter((one) => at - one.at < WINDOW_MS), { done, at }]);
  }, [done]);
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || last.at === first.at) return undefined;
  return ((last.done - first.done) * 1000) / (last.at - first.at);
}
