/**
 * Texts of a carrier that sends the next ones of its window when it hears of the last (SMPP). In a stream of
 * them a text is stored alone, acknowledged, and played a moment later in a large group: what a group costs
 * is paid by more texts, and the carrier need not wait for it (docs/decisions/0008).
 */
import { classifyInbound } from '@parley/rules/classify-inbound.ts';
import type { WordsOnly } from '../carriers/index.ts';
import { preparedOf } from '../platform/db/prepared.ts';
import { run } from '../platform/db/statement.ts';
import { inRuntime } from '../platform/runtime.ts';
import type { Background, Services } from '../platform/services.ts';
import { createAccountBatcher } from './account-batcher.ts';
import { enteredText, enterText, putOff } from './receive-inbound.ts';
import { recentOptOutWords } from './recent-opt-out-words.ts';
import { unplayedStatement } from './unplayed-texts.ts';

/** So many that wait are played before more are acknowledged without it. */
const MOST_UNPLAYED = 250;
/** From so many unacknowledged texts on, a window makes groups that are large enough as they are. */
const LARGE_WINDOW = 64;

type Stream = {
  /** Texts that the carrier waits for. */
  unacknowledged: number;
  /** Texts that it does not wait for any more. */
  unplayed: number;
  /** By phone, what is being stored: what comes after it from there waits for that. */
  storing: Map<string, Promise<void>>;
};

const streams = inRuntime(() => ({
  ofAccount: new Map<number, Stream>(),
  isEnding: false,
  /** Ids that this process is going to play. */
  waiting: new Map<number, Promise<unknown>>(),
}));

const store = createAccountBatcher(
  'texts to be played later',
  (services, _transact, accountId, texts: readonly WordsOnly[]) =>
    run(preparedOf(services), unplayedStatement(services.db, accountId, texts)),
  { atOnce: 1 },
);

/** Takes a text; resolves when it is stored. What follows from it may come later. */
export async function takeText(services: Services, given: WordsOnly & { accountId: number }): Promise<void> {
  const { accountId, phone } = given;
  const stream = streamOf(services, accountId);
  const isAlone = stream.unacknowledged + stream.unplayed === 0;
  stream.unacknowledged += 1;
  try {
    const text = enteredText(services, given);
    for (let before = stream.storing.get(phone); before; before = stream.storing.get(phone)) await before;
    if (isAlone || !mayWait(services, stream, accountId, text)) await enterText(services, accountId, text);
    else await storeFirst(services, stream, accountId, text);
  } finally {
    stream.unacknowledged -= 1;
    forgetIdle(services, accountId, stream);
  }
}

/** What may be an opt-out holds for all that is sent after its acknowledgement: it is played before. */
function mayWait(services: Services, stream: Stream, accountId: number, text: WordsOnly): boolean {
  if (stream.unplayed >= MOST_UNPLAYED || stream.unacknowledged >= LARGE_WINDOW) return false;
  if (services.db.isTransaction || streams(services).isEnding) return false;
  const words = recentOptOutWords(services, accountId, text.channelId);
  return words !== null && classifyInbound(text.text, words).kind === 'none';
}

async function storeFirst(
  services: Services,
  stream: Stream,
  accountId: number,
  text: ReturnType<typeof enteredText>,
): Promise<void> {
  const stored = store(services, accountId, text).then((unplayedId) =>
    playLater(services, accountId, { ...text, unplayedId }),
  );
  const over = stored.catch(() => undefined);
  stream.storing.set(text.phone, over);
  try {
    await stored;
  } finally {
    stream.storing.delete(text.phone);
  }
}

/**
 * Puts a stored text into the next group, unless it waits for one already. When its playing fails it stays
 * stored, and is tried again like one that another process left.
 */
export function playLater(
  services: Services,
  accountId: number,
  text: ReturnType<typeof enteredText> & { unplayedId: number },
): void {
  const { waiting } = streams(services);
  const { unplayedId } = text;
  if (waiting.has(unplayedId)) return;
  const stream = streamOf(services, accountId);
  stream.unplayed += 1;
  const played = enterText(services, accountId, text)
    .catch((error) => putOff(services, accountId, text, error))
    .finally(() => {
      stream.unplayed -= 1;
      waiting.delete(unplayedId);
      forgetIdle(services, accountId, stream);
    });
  waiting.set(unplayedId, played);
}

/** At its end a process acknowledges what it has played, and plays what it has acknowledged. */
export function playAtEnd(services: Services): Background {
  return {
    async stop() {
      const { waiting, ofAccount } = streams(services);
      streams(services).isEnding = true;
      await Promise.all([...ofAccount.values()].flatMap(({ storing }) => [...storing.values()]));
      await Promise.all(waiting.values());
    },
  };
}

function streamOf(services: Services, accountId: number): Stream {
  const { ofAccount } = streams(services);
  const known = ofAccount.get(accountId);
  if (known) return known;
  const fresh: Stream = { unacknowledged: 0, unplayed: 0, storing: new Map() };
  ofAccount.set(accountId, fresh);
  return fresh;
}

function forgetIdle(services: Services, accountId: number, stream: Stream): void {
  const { ofAccount } = streams(services);
  if (stream.unacknowledged + stream.unplayed === 0 && ofAccount.get(accountId) === stream)
    ofAccount.delete(accountId);
}
