/** Channels whose carrier asked us to wait: nothing is handed over there until then, by this process. */
import type { Services } from '../services.ts';
import type { ChannelLine } from './channel-line.ts';

const resting = new WeakMap<Services, Map<number, number>>();

/** Keeps the line still for so many ms from now, or longer where it rests longer already. */
export function rest(services: Services, line: ChannelLine, ms: number): void {
  const ofAll = resting.get(services) ?? new Map<number, number>();
  resting.set(services, ofAll);
  const until = services.clock.now().getTime() + ms;
  ofAll.set(line.id, Math.max(until, ofAll.get(line.id) ?? 0));
}

/** How many ms the line still rests; 0: it does not. */
export function restLeft(services: Services, line: ChannelLine): number {
  const until = resting.get(services)?.get(line.id);
  if (until === undefined) return 0;
  const left = until - services.clock.now().getTime();
  if (left <= 0) resting.get(services)?.delete(line.id);
  return Math.max(0, left);
}
