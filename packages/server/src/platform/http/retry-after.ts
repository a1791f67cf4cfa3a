/** What an answer asks of us: to come again later (RFC 9110, 10.2.3). */

const SHORTEST_MS = 1_000;
/** A slip of the other side must not stop us for days. */
const LONGEST_MS = 3_600_000;

/**
 * Retry-After in ms: of seconds or a date; a second at least, an hour at most. Null where there is none, or
 * what is neither.
 */
export function readRetryAfter(value: string | string[] | undefined): number | null {
  const text = String(value ?? '').trim();
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, SHORTEST_MS), LONGEST_MS);
}
