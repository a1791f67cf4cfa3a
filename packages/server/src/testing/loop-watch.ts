/**
 * How long this process's event loop is held, by the processor time of its thread: on a busy machine time on
 * the clock says little.
 */

const BEAT_MS = 2;

/** Watches until `stop`, which answers the longest piece of work between two beats, in milliseconds. */
export function watchLoop(): { stop: () => number } {
  let longest = 0;
  let before = process.threadCpuUsage();
  const beat = () => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, (now.user - before.user + now.system - before.system) / 1000);
    before = now;
  };
  const timer = setInterval(beat, BEAT_MS);
  return {
    stop() {
      clearInterval(timer);
      beat();
      return longest;
    },
  };
}
