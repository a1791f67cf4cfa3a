/** The opt-out words of an account as they were read a moment ago: for who cannot read them first. */
import { inRuntime } from '../platform/runtime.ts';
import type { Services } from '../platform/services.ts';
import type { AccountFacts } from './run-engine.ts';

type Words = Pick<AccountFacts, 'optOutWords' | 'channelOptOutWords'>;

const RECENT_MS = 1_000;
const MOST_ACCOUNTS = 10_000;

const lastWords = inRuntime(() => new Map<number, { words: Words; readAt: Date }>());

/** The account's own, and those of the channel. */
export const optOutWordsOn = ({ optOutWords, channelOptOutWords }: Words, channelId: number) => [
  ...optOutWords,
  ...(channelOptOutWords[channelId] ?? []),
];

/** They have just been read. */
export function noteOptOutWords(services: Services, accountId: number, words: Words): void {
  const last = lastWords(services);
  if (last.size >= MOST_ACCOUNTS) last.clear();
  last.set(accountId, { words, readAt: services.clock.now() });
}

/** The words that opt out on a channel, where they were read within the last second; null: they were not. */
export function recentOptOutWords(
  services: Services,
  accountId: number,
  channelId: number,
): readonly string[] | null {
  const last = lastWords(services).get(accountId);
  if (!last) return null;
  // A clock that was set back makes nothing recent.
  const age = Math.abs(services.clock.now().getTime() - last.readAt.getTime());
  return age < RECENT_MS ? optOutWordsOn(last.words, channelId) : null;
}
