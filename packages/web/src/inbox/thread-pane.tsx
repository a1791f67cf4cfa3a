import { Anchor, Button, Group, Skeleton } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { memo, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useAccount, useZone } from '../data/use-account.ts';
import { Bubble, BubbleBreak } from '../kit/bubble.tsx';
import { formatDate } from '../kit/date-text.tsx';
import { LoadFailed } from '../kit/load-failed.tsx';
import { phoneText } from '../kit/phone-text.ts';
import { useNews } from '../kit/use-news.ts';
import { common } from '../kit/wordings.ts';
import { Compose } from './compose.tsx';
import classes from './inbox.module.css';
import { KeptTexts } from './kept-texts.tsx';
import { type Said, saidKey } from './newest-page.ts';
import { Note } from './note.tsx';
import { PausedNotice } from './paused-notice.tsx';
import { Pictures, saidOf, wordsBeside } from './pictures.tsx';
import { messageStatusWords } from './status-words.ts';
import { ThreadHead } from './thread-head.tsx';
import { useLogScroll } from './use-log-scroll.ts';
import { useThread } from './use-thread.ts';
import { shortName } from './who.ts';
import { wordings } from './wordings.ts';

type ThreadPaneProps = {
  contact: number;
  /** Told who it is, as the window's title names the contact; '' while it is loading. */
  onPerson: (name: string) => void;
};

/** One person's conversation, with a place to write. */
export function ThreadPane({ contact, onPerson }: ThreadPaneProps) {
  const thread = useThread(contact);
  const { person } = thread;
  const name = person ? person.displayName || phoneText(person.phone) : '';
  useEffect(() => onPerson(name), [onPerson, name]);
  // An erased person is gone from the screen, too.
  if (thread.error && (!person || thread.error.kind === 'unknown'))
    return (
      <div className={`card ${classes.none}`}>
        <LoadFailed
          what={wordings.threadPane.conversation}
          error={thread.error}
          onRetry={thread.retry}
          back={{ label: wordings.threadPane.showTheInbox, to: '/inbox' }}
        />
      </div>
    );
  return (
    <div className={`card ${classes.conversation}`}>
      <ThreadHead contact={contact} thread={thread} />
      <Log thread={thread} name={person ? phoneText(person.phone) : ''} them={name} />
      {person && <PausedNotice contact={contact} until={person.pausedUntil} />}
      {person && <Compose contact={contact} person={person} onSent={thread.freshen} />}
    </div>
  );
}

const BREAK_MS = 15 * 60_000;

type LogProps = { thread: ReturnType<typeof useThread>; name: string; them: string };

function Log({ thread, name, them }: LogProps) {
  const { messages, person } = thread;
  const texts = useRef<HTMLDivElement>(null);
  const scroll = useLogScroll(texts, saidKey(messages[0]), saidKey(messages.at(-1)));
  const unseen = useUnseen(messages, scroll.isFar);
  useNews(
    person &&
      messages.map((said) => ({
        id: saidKey(said),
        words: `${authorOf(said, them)}: ${saidOf(said)}`,
      })),
  );
  const loadEarlier = async () => {
    // At the beginning the button goes: the keyboard stays in the talk.
    if (!(await thread.loadEarlier())) scroll.box.current?.focus({ preventScroll: true });
  };
  return (
    <div className={classes.talk}>
      <div
        ref={scroll.box}
        className={classes.log}
        role="log"
        aria-live="off"
        aria-label={wordings.threadPane.messagesWith(name)}
        aria-busy={!person}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a log that scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={scroll.onScroll}
      >
        {!person && <Waiting />}
        {thread.hasEarlier && (
          <Group justify="center">
            <Button variant="subtle" loading={thread.isLoadingEarlier} onClick={() => void loadEarlier()}>
              {wordings.threadPane.earlierMessages}
            </Button>
          </Group>
        )}
        {person && !thread.hasEarlier && <KeptTexts knownSince={person.knownSince} />}
        <div ref={texts}>
          {messages.map((message, index) => (
            <div key={saidKey(message)} data-index={index} className={classes.text}>
              <Text message={message} before={messages[index - 1]} them={them} />
            </div>
          ))}
        </div>
      </div>
      {scroll.isFar && (
        <Button
          className={classes.toNewest ?? ''}
          variant="default"
          radius="xl"
          size="sm"
          leftSection={<IconArrowDown size={16} />}
          onClick={scroll.goToEnd}
        >
          {wordings.threadPane.toNewest(unseen)}
        </Button>
      )}
    </div>
  );
}

/** How many have come since somebody began to read further up. */
function useUnseen(messages: readonly Said[], isFar: boolean): number {
  const newest = saidKey(messages.at(-1));
  const [seen, setSeen] = useState(newest);
  if (!isFar && seen !== newest) setSeen(newest);
  return isFar ? messages.length - 1 - messages.findLastIndex((said) => saidKey(said) === seen) : 0;
}

type TextProps = { message: Said; before: Said | undefined; them: string };

/** One of thousands: what comes to the talk draws none of the others anew. */
const Text = memo(function Text({ message, before, them }: TextProps) {
  const zone = useZone();
  const { data: account } = useAccount();
  const by = authorOf(message, them);
  const isApart = !before || Date.parse(message.at) - Date.parse(before.at) > BREAK_MS;
  return (
    <>
      {isApart && <BubbleBreak>{formatDate(message.at, zone)}</BubbleBreak>}
      {message.direction === 'NOTE' ? (
        <Note
          note={message}
          time={formatDate(message.at, zone, 'time')}
          mayDelete={account?.role === 'owner' || message.author === account?.email}
        />
      ) : (
        <Bubble
          side={message.direction === 'MO' ? 'in' : 'out'}
          by={by}
          follows={!isApart && authorOf(before, them) === by}
          media={
            message.media.length > 0 && (
              <Pictures message={message.id} media={message.media} kept={message.kept} />
            )
          }
          meta={<Meta message={message} time={formatDate(message.at, zone, 'time')} />}
        >
          {wordsBeside(message)}
        </Bubble>
      )}
    </>
  );
});

/** Who wrote it: the contact, a campaign, or somebody of the team. */
function authorOf({ direction, origin, author }: Said, them: string): string {
  if (direction === 'MO') return them;
  if (direction === 'NOTE') return wordings.threadPane.noteBy(shortName(author));
  if (origin === 'api') return wordings.threadPane.yourPrograms;
  return origin === 'inbox' ? wordings.threadPane.yourTeam : common.campaign;
}

function Meta({ message, time }: { message: Said; time: string }) {
  const { direction, status, reason, origin, campaign, campaignName } = message;
  const from = { inbox: wordings.threadPane.fromTheInbox, api: wordings.threadPane.overTheApi };
  const by = direction === 'MT' && (origin === 'inbox' || origin === 'api') ? from[origin] : campaignName;
  return (
    <>
      <span>{time}</span>
      {by !== '' && (
        <>
          <span aria-hidden>·</span>
          {campaign > 0 ? (
            <Anchor
              component={Link}
              to={`/campaign/editor/${campaign}`}
              inherit
              c="inherit"
              className={classes.campaignName ?? ''}
              title={by}
            >
              <bdi>{by}</bdi>
            </Anchor>
          ) : (
            <bdi>{by}</bdi>
          )}
        </>
      )}
      {direction === 'MT' && (
        <>
          <span aria-hidden>·</span>
          <span>{messageStatusWords(status, reason)}</span>
        </>
      )}
    </>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label={common.loading} className={classes.waiting}>
      <Skeleton height={40} width="55%" radius="lg" />
      <Skeleton height={40} width="45%" radius="lg" ml="auto" />
      <Skeleton height={40} width="60%" radius="lg" />
    </div>
  );
}
