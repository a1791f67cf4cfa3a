/**
 * Channels whose carrier asked us to wait: nothing is handed over there until then, by this process. Over
 * another connection it is.
 */
import { inRuntime } from '../platform/runtime.ts';
import type { Services } from '../platform/services.ts';
import type { ChannelSender } from './channel-sender.ts';

type Rest = { connection: string; from: number; until: number };
const restsOf = inRuntime(() => new Map<number, Rest>());
/** A rest that begins later than this was begun by a clock that was ahead, and has been put right. */
const AHEAD_MS = 1_000;

/** Keeps the line still for so many ms from now, or longer where it rests longer already. */
export function backOff(services: Services, line: ChannelSender, ms: number): void {
  const from = services.clock.now().getTime();
  const until = from + Math.max(ms, backOffLeft(services, line));
  restsOf(services).set(line.id, { connection: line.connection, from, until });
}

/** How many ms the line still rests; 0: it does not. */
export function backOffLeft(services: Services, line: ChannelSender): number {
  const rests = restsOf(services);
  const found = rests.get(line.id);
  if (!found) return 0;
  const now = services.clock.now().getTime();
  const isOver = found.connection !== line.connection || found.from > now + AHEAD_MS;
  const left = isOver ? 0 : found.until - now;
  if (left <= 0) rests.delete(line.id);
  return Math.max(0, left);
}
