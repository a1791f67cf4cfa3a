/** command_status of SMPP 3.4, 5.1.3: what each answer to a hand-over means for the message. */
import type { SendResult } from '../carrier.ts';

const THROTTLED = 0x58;
const QUEUE_FULL = 0x14;
const PAUSE_MS: Readonly<Record<number, number>> = { [THROTTLED]: 500, [QUEUE_FULL]: 2_000 };
/** System error, wrong bind state, temporary application error: worth another try. */
const TRANSIENT = new Set([0x04, 0x08, 0x64]);

/** As the explanations list it: 0x0B. */
export const statusCode = (status: number) => `0x${status.toString(16).toUpperCase().padStart(2, '0')}`;

/** What a refusal makes of the message. */
export function refusal(status: number): SendResult {
  const pause = PAUSE_MS[status];
  if (pause !== undefined) return { is: 'throttled', retryAfterMs: pause };
  const code = statusCode(status);
  return {
    is: 'rejected',
    code,
    reason: `The carrier refused it with status ${code}.`,
    retry: TRANSIENT.has(status),
  };
}
