import { ActionIcon, Button, Group, Skeleton, Text, TextInput, Tooltip } from '@mantine/core';
import type { Flow, Step } from '@parley/engine/flow.ts';
import type { TranscriptEntry } from '@parley/engine/memory-host.ts';
import { translationOf } from '@parley/engine/translations.ts';
import { LANGUAGE_TAG, parseLanguage } from '@parley/rules/languages.ts';
import { countSms } from '@parley/rules/sms.ts';
import { IconPlayerSkipForward, IconRefresh, IconSend2 } from '@tabler/icons-react';
import { type FormEvent, Fragment, memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { quoted } from '../../data/isolated.ts';
import { Bubble } from '../../kit/bubble.tsx';
import { DateText } from '../../kit/date-text.tsx';
import { Filled } from '../../kit/filled.tsx';
import { useNews } from '../../kit/use-news.ts';
import { common } from '../../kit/wordings.ts';
import { creditWords } from '../message-box/mark-up.ts';
import type { Names } from '../steps/step-looks.ts';
import { useFlow } from '../store/use-flow.ts';
import { plain, useVersion } from '../versions/use-flow-versions.ts';
import { ApiAnswers } from './api-answers.tsx';
import { Clock } from './clock.tsx';
import { KeptTalks } from './kept-talks.tsx';
import classes from './phone.module.css';
import { laterWords, type SimulatedPerson } from './replay.ts';
import { FIRST_CHOICE, Setup } from './setup.tsx';
import { usePerson } from './use-person.ts';
import { type OpenTalk, useTalk } from './use-talk.ts';
import { Variables } from './variables.tsx';
import { wordings } from './wordings.ts';

type PhoneProps = {
  draft: Flow;
  /** The draft is on its way: there is nothing to say about it yet. */
  isLoading?: boolean;
  /** With a choice of version and person, a clock, and the talks that the campaign keeps as tests. */
  isSimulator?: boolean;
  names: Names;
  /** What its person speaks; '': what the tag says. */
  language?: string;
  /** A step of the campaign was pointed at. */
  onStep?: (step: number) => void;
  /** Where the conversation stands, 0 for nowhere. */
  onLive?: (step: number) => void;
};

/** A phone that runs the draft, or a version of it, with the engine that runs the real thing. */
export function Phone({
  draft,
  isLoading = false,
  isSimulator = false,
  language = '',
  ...given
}: PhoneProps) {
  const [choice, choose] = useState(FIRST_CHOICE);
  const open = usePerson(choice.contact, choice.isHeld);
  const person = useSpeaker(open.person, language);
  const version = useVersion(choice.version);
  const published = version.data?.steps;
  const flow = useMemo(
    () => (choice.version === 0 ? draft : { ...draft, steps: published ? plain(published) : [] }),
    [choice.version, draft, published],
  );
  const isRead = choice.version === 0 || published !== undefined;
  const about =
    choice.version === 0 ? wordings.phone.runsYourDraft : wordings.phone.runsVersion(choice.version);
  return (
    <section aria-label={wordings.phone.phonePreview} className={classes.preview}>
      {isSimulator && (
        <Setup
          choice={choice}
          onChange={choose}
          open={{
            ...open,
            error: open.error ?? version.error,
            retry: version.error ? version.refetch : open.retry,
          }}
        />
      )}
      {person && isRead ? (
        <Running
          key={`${choice.version} ${choice.contact}`}
          {...given}
          flow={flow}
          isLoading={isLoading}
          person={person}
          about={about}
          who={choice.who}
          isDraft={choice.version === 0}
          isSimulator={isSimulator}
        />
      ) : (
        <div className={classes.phone}>
          <Header about={about} />
          <Loading />
        </div>
      )}
    </section>
  );
}

/** The person, as somebody who speaks a language. */
function useSpeaker(person: SimulatedPerson | null | undefined, language: string) {
  return useMemo(
    () =>
      person && language !== '' ? { ...person, tags: { ...person.tags, [LANGUAGE_TAG]: language } } : person,
    [person, language],
  );
}

const Loading = () => (
  <div className={classes.log} aria-hidden>
    <Skeleton height={56} width="78%" radius="lg" />
  </div>
);

type RunningProps = Pick<PhoneProps, 'names' | 'onStep' | 'onLive'> & {
  flow: Flow;
  isLoading: boolean;
  person: SimulatedPerson;
  about: string;
  /** What the contact is called; '': it is the test person. */
  who: string;
  isDraft: boolean;
  isSimulator: boolean;
};

function Running({ flow, person, names, onStep, onLive, ...shown }: RunningProps) {
  const { about, isDraft, isLoading, isSimulator } = shown;
  const talk = useTalk(flow, person);
  const who = talk.isPlayed ? '' : shown.who;
  const live = talk.waiting?.step ?? 0;
  useEffect(() => {
    onLive?.(live);
    return () => onLive?.(0);
  }, [live, onLive]);
  return (
    <>
      <div className={classes.phone}>
        <Header about={about} who={who} onRestart={talk.restart} />
        {isSimulator && <Clock talk={talk} />}
        {/* The steps of an earlier version may be gone. */}
        {isLoading ? (
          <Loading />
        ) : (
          <Bubbles talk={talk} draft={flow} names={names} onStep={isDraft ? onStep : undefined} />
        )}
        <Waits talk={talk} />
        <QuickReplies talk={talk} draft={flow} />
        <Composer onSend={talk.say} />
      </div>
      <ApiAnswers draft={flow} />
      <Variables talk={talk} draft={flow} names={names} />
      {isSimulator && !isLoading && <Kept talk={talk} real={who === '' ? null : person.tags} />}
    </>
  );
}

/** A template has the talks of its campaign for the campaigns that are made from it, and plays none. */
function Kept(props: Parameters<typeof KeptTalks>[0]) {
  const { isTemplate } = useFlow();
  return isTemplate ? null : <KeptTalks {...props} />;
}

function Header({ about, who = '', onRestart }: { about: string; who?: string; onRestart?: () => void }) {
  return (
    <header className={classes.top}>
      <Text fw={600}>{wordings.phone.preview}</Text>
      <Text size="xs" c="dimmed">
        {who === '' ? about : wordings.phone.asSomebody(about, who)}
      </Text>
      {onRestart && (
        <Tooltip label={wordings.phone.startAgain}>
          <ActionIcon
            variant="subtle"
            color="gray"
            className={classes.restart ?? ''}
            aria-label={wordings.phone.startOver}
            onClick={onRestart}
          >
            <IconRefresh size={18} />
          </ActionIcon>
        </Tooltip>
      )}
    </header>
  );
}

type BubblesProps = { talk: OpenTalk; draft: Flow; names: Names; onStep: PhoneProps['onStep'] };

function Bubbles({ talk, draft, names, onStep }: BubblesProps) {
  const box = useRef<HTMLDivElement>(null);
  const { transcript } = talk;
  const count = transcript.length;
  const steps = useMemo(() => new Map(draft.steps.map((step) => [step.id, step])), [draft]);
  useNews(
    transcript.map((entry, index) => ({
      id: String(index),
      words: newsOf(entry, steps.get(entry.step), names),
    })),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new entry is what scrolls the log
  useLayoutEffect(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [count]);
  return (
    <div
      ref={box}
      className={classes.log}
      role="log"
      aria-live="off"
      aria-label={wordings.phone.conversation}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a log that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      {draft.steps.length > 0 &&
        transcript.map((entry, index) => {
          const before = transcript[index - 1];
          const later = before ? laterWords(before.at, entry.at) : null;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a transcript only grows
            <Fragment key={index}>
              {later && <p className={classes.note}>{later}</p>}
              <Line
                entry={entry}
                follows={before?.from === entry.from && later === null}
                step={steps.get(entry.step)}
                names={names}
                onStep={onStep}
              />
            </Fragment>
          );
        })}
      {draft.steps.length === 0 && <p className={classes.note}>{wordings.phone.addAStepToSee}</p>}
    </div>
  );
}

const BY = { us: common.campaign, them: wordings.phone.contact };

/** What a screen reader is told of it; our texts' costs can be read beside them. */
const newsOf = (entry: TranscriptEntry, step: Step | undefined, names: Names): string =>
  entry.from === 'note' ? noteWords(entry, step, names) : `${BY[entry.from]}: ${entry.text}`;

type LineProps = {
  entry: TranscriptEntry;
  follows: boolean;
  step: Step | undefined;
  names: Names;
  onStep: PhoneProps['onStep'];
};

/** One entry of the log. What we sent says its cost and leads to its step. */
const Line = memo(function Line({ entry, follows, step, names, onStep }: LineProps) {
  if (entry.from === 'note') return <p className={classes.note}>{noteWords(entry, step, names)}</p>;
  if (entry.from === 'them')
    return (
      <Bubble side="out" by={BY.them} follows={follows}>
        {entry.text}
      </Bubble>
    );
  const { credits } = countSms(entry.text);
  const cost = <span data-many={credits > 1 || undefined}>{creditWords(credits)}</span>;
  return (
    <>
      {entry.media !== undefined && (
        <p className={classes.media}>{entry.media || wordings.phone.noPictureYet}</p>
      )}
      <Bubble
        side="in"
        by={BY.us}
        follows={follows}
        meta={
          step && onStep ? (
            <button type="button" className={classes.origin} onClick={() => onStep(step.id)}>
              <Filled words={wordings.phone.costOfStep} parts={{ cost, step: step.position }} />
            </button>
          ) : (
            cost
          )
        }
      >
        {entry.text}
      </Bubble>
    </>
  );
});

/** The engine's notes speak of ids; people know names. */
function noteWords(entry: TranscriptEntry, step: Step | undefined, names: Names): string {
  if (step?.type === 'opt-in' && step.list > 0)
    return wordings.phone.addedTo(names.list(step.list) ?? `list ${step.list}`);
  if (step?.type === 'notification' && step.list > 0)
    return entry.text.replace(`list ${step.list}`, quoted(names.list(step.list) ?? `list ${step.list}`));
  const target = /campaign (\d+)/.exec(entry.text);
  const name = target ? names.campaign(Number(target[1])) : null;
  return target && name ? entry.text.replace(target[0], quoted(name)) : entry.text;
}

/** What the conversation waits for, and a way not to. */
function Waits({ talk }: { talk: OpenTalk }) {
  const { waiting } = talk;
  if (!waiting || waiting.for === 'api' || waiting.until === null) return null;
  const isReply = waiting.for === 'reply';
  return (
    <Group gap="xs" className={classes.waits} justify="center">
      {!isReply && (
        <Text size="xs" c="dimmed">
          <Filled
            words={wordings.phone.waitsUntil}
            parts={{ at: <DateText at={waiting.until} as="both" span /> }}
          />
        </Text>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        c="var(--mantine-color-text)"
        fw={500}
        leftSection={<IconPlayerSkipForward size={14} />}
        onClick={talk.skip}
      >
        {isReply ? wordings.phone.skipToNoReply : wordings.phone.skipTheWait}
      </Button>
    </Group>
  );
}

const FEW = 5;
const LONGEST_REPLY = 24;

/** Answers the question understands, one tap away. */
function QuickReplies({ talk, draft }: { talk: OpenTalk; draft: Flow }) {
  const step = draft.steps.find(({ id }) => id === talk.waiting?.step);
  if (talk.waiting?.for !== 'reply' || !step || !('intents' in step)) return null;
  const spoken = parseLanguage(talk.tags[LANGUAGE_TAG] ?? '') ?? '';
  const said = step.intents.map((intent) => ({
    id: intent.id,
    text: translationOf(step, spoken, `answer:${intent.id}`) || intent.text,
  }));
  const replies = said.filter(({ text }) => text.trim() !== '' && text.length <= LONGEST_REPLY);
  if (replies.length === 0) return null;
  return (
    <Group gap={6} className={classes.replies} justify="flex-end">
      {replies.slice(0, FEW).map(({ id, text }) => (
        <Button
          key={id}
          size="compact-sm"
          variant="default"
          radius="xl"
          fw={500}
          onClick={() => talk.say(text)}
        >
          {text}
        </Button>
      ))}
    </Group>
  );
}

function Composer({ onSend }: { onSend: (text: string) => void }) {
  const [text, setText] = useState('');
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    onSend(text);
    setText('');
  };
  return (
    <form className={classes.composer} onSubmit={send}>
      <TextInput
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        placeholder={wordings.phone.textAsTheContact}
        aria-label={wordings.phone.textAsTheContact}
        autoComplete="off"
        radius="xl"
        flex={1}
      />
      <ActionIcon type="submit" size="lg" radius="xl" aria-label={wordings.phone.send}>
        <IconSend2 size={18} />
      </ActionIcon>
    </form>
  );
}
