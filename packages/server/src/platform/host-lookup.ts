/**
 * Looks host names up for connections to the outside. The system's look-up keeps a thread until it has an
 * answer: half a minute where nobody answers for a name. Asked once for each connection, one such carrier
 * would hold up everybody else's look-ups for minutes.
 */
import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** Whoever waits for a name is told after so long; the look-up itself goes on. */
const PATIENCE_MS = 5_000;
/** A name that took that long in vain is not asked for again for so long. */
const REST_MS = 30_000;
const MOST_RESTING = 1_000;

type Failure = NodeJS.ErrnoException;
type Answer = (error: Failure | null, addresses: LookupAddress[]) => void;
type AskSystem = (name: string, options: LookupAllOptions, answer: Answer) => void;

/**
 * A look-up for `net.connect` and undici: one question for each name at a time, whoever waits for it, and
 * none for a while where the last one took too long. Nothing else is kept: a name that moves is followed with
 * the next connection.
 */
export function createHostLookup(ask: AskSystem = systemLookup, patienceMs = PATIENCE_MS): LookupFunction {
  const waiting = new Map<string, Answer[]>();
  const resting = new Map<string, number>();

  function begin(key: string, name: string, options: LookupAllOptions): void {
    const answerAll: Answer = (error, addresses) => {
      const all = waiting.get(key) ?? [];
      waiting.delete(key);
      for (const answer of all) answer(error, addresses);
    };
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      rest(key, Number.POSITIVE_INFINITY);
      answerAll(silent(name), []);
    }, patienceMs);
    ask(name, options, (error, addresses) => {
      clearTimeout(timer);
      if (isSlow && error) rest(key, performance.now() + REST_MS);
      else if (isSlow) resting.delete(key);
      else answerAll(error, addresses);
    });
  }

  function rest(key: string, until: number): void {
    resting.delete(key);
    resting.set(key, until);
    if (resting.size > MOST_RESTING) resting.delete(resting.keys().next().value as string);
  }

  return (name, { all, family, hints }, callback) => {
    const answer: Answer = (error, addresses) => {
      if (error) callback(error, []);
      else if (all) callback(null, addresses);
      else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
    };
    const key = `${name}/${family ?? 0}/${hints ?? 0}`;
    if ((resting.get(key) ?? 0) > performance.now())
      return void queueMicrotask(() => answer(silent(name), []));
    const others = waiting.get(key);
    if (others) return void others.push(answer);
    waiting.set(key, [answer]);
    begin(key, name, { all: true, ...(family ? { family } : {}), ...(hints ? { hints } : {}) });
  };
}

/** The look-up of this process. */
export const hostLookup = createHostLookup();

/** As the system calls it when it gives up. */
const silent = (name: string): Failure =>
  Object.assign(new Error(`Nobody answers for the name ${name}.`), { code: 'EAI_AGAIN' });
