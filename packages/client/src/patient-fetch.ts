/** Makes requests again that can do no harm twice. */

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;
const KEY_HEADER = 'Idempotency-Key';

type Fetch = (request: Request) => Promise<Response>;

/**
 * A fetch that waits and tries again where the answer is 429 or 503, or where none came. Every write carries
 * an Idempotency-Key: the server does it once, however often it arrives.
 */
export function patient(fetch: Fetch, retries: number): Fetch {
  return async (given) => {
    const request = keyed(given);
    for (let tries = 0; ; tries += 1) {
      const isLast = tries >= retries;
      const answer = await fetch(isLast ? request : request.clone()).catch((error: unknown) => {
        if (isLast || request.signal.aborted) throw error;
        return null;
      });
      if (answer && (isLast || (answer.status !== 429 && answer.status !== 503))) return answer;
      await answer?.body?.cancel();
      await pause(pauseMs(answer, tries), request.signal);
    }
  };
}

function keyed(request: Request): Request {
  if (request.method === 'GET' || request.headers.has(KEY_HEADER)) return request;
  const headers = new Headers(request.headers);
  headers.set(KEY_HEADER, crypto.randomUUID());
  return new Request(request, { headers });
}

/** As long as the server says, else longer each time. */
function pauseMs(answer: Response | null, tries: number): number {
  const told = Number(answer?.headers.get('Retry-After'));
  const ms = told > 0 ? told * 1_000 : FIRST_PAUSE_MS * 2 ** tries;
  return Math.min(ms, LONGEST_PAUSE_MS);
}

/** @throws the reason of the signal when it is given up meanwhile. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    }, ms);
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });
}
