/** Long work in slices: between two of them the process answers others. */
import { setImmediate } from 'node:timers/promises';

/** Far below what anybody notices. */
const SLICE_MS = 15;

/** Work that comes in small pieces, with others let in between them. */
export async function inSlices<T>(pieces: Generator<undefined, T>): Promise<T> {
  const letOthersIn = createSlices();
  for (;;) {
    const { done, value } = pieces.next();
    if (done) return value;
    await letOthersIn();
  }
}

/**
 * To be awaited between small pieces of work: lets others in once a slice is over, and costs next to nothing
 * otherwise.
 */
export function createSlices(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < SLICE_MS) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}
