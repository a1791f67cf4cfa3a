import { phoneText } from '../kit/phone-text.ts';
import { useNews } from '../kit/use-news.ts';
import { saidOf } from './pictures.tsx';
import type { Thread, useThreads } from './use-threads.ts';
import { wordings } from './wordings.ts';

/** So much of a text is read out: who wants the rest opens the conversation. */
const BEGINNING = 120;

const beginning = (words: string): string =>
  words.length > BEGINNING ? `${words.slice(0, BEGINNING).trimEnd()}…` : words;

/** Texts that came after `since`, the last one last; the open conversation tells its own. */
const newsOf = (threads: readonly Thread[], since: string, opened: number) =>
  threads
    .filter(({ at, unread, contact }) => at > since && unread > 0 && contact !== opened)
    .toReversed()
    .map((thread) => ({
      id: `${thread.contact} ${thread.at}`,
      words: wordings.threadList.newText(
        thread.displayName || phoneText(thread.phone),
        beginning(saidOf(thread)),
      ),
    }));

/**
 * Tells screen readers of texts from others than the contact whose conversation is open (0: none), also where
 * the list itself has no room.
 */
export function useInboxNews(inbox: ReturnType<typeof useThreads>, since: string, opened: number): void {
  useNews(inbox.isPending ? undefined : newsOf(inbox.threads, since, opened));
}
