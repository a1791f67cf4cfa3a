import { NativeSelect, Skeleton, TagsInput, Text, Textarea } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { directionOf } from '@parley/rules/languages.ts';
import { OPT_OUT_TEXTS } from '@parley/rules/limits.ts';
import { MUST_NAME, type OwnReply, partsOf } from '@parley/rules/reserved-replies.ts';
import { useState } from 'react';
import type { AskError } from '../data/ask.ts';
import { useChanges } from '../data/stored-form.ts';
import { useAction, useCall } from '../data/use-call.ts';
import { FailedState } from '../kit/states.tsx';
import { SentForm } from './change-form.tsx';
import classes from './my-account.module.css';
import { useIsOwner } from './owner-only.tsx';
import { Section } from './section.tsx';
import { wordings } from './wordings.ts';

const words = wordings.optOutTexts;
type Stored = ReplyOf<typeof calls.gate.optOutTexts>;
type Language = keyof typeof words.languages;

/** Further words that opt out, and what is answered to STOP, HELP and START. */
export function OptOutTextsForm() {
  const { data, error, refetch } = useCall(calls.gate.optOutTexts, {});
  if (data) return <Form stored={data} />;
  return (
    <Section title={words.title} about={words.about}>
      {error ? (
        <FailedState title={words.failed} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={240} />
      )}
    </Section>
  );
}

function Form({ stored }: { stored: Stored }) {
  const save = useAction(calls.gate.saveOptOutTexts, {
    invalidates: [calls.gate.optOutTexts],
    onFailure: () => undefined,
    notice: (_reply, _form, message) => message || words.saved,
  });
  return (
    <Section title={words.title} about={words.about}>
      <OptOutTextFields
        stored={stored}
        wordsAbout={words.wordsAbout}
        usual={words.usual}
        onSave={save.mutate}
        isPending={save.isPending}
        failure={save.error}
      />
    </Section>
  );
}

type Given = { words: string[] | undefined; replies: { [R in OwnReply]?: string } };

type OptOutTextFieldsProps = {
  stored: Stored;
  wordsAbout: string;
  /** What a reply that is left empty becomes, and what one has to mention. */
  usual: (must: string) => string;
  onSave: (given: Given, then: { onSuccess: () => void }) => void;
  isPending: boolean;
  failure: AskError | null;
};

/** What was added here and taken away: a word that somebody else adds meanwhile is neither, and stays. */
function useWords(stored: string[]) {
  const [edit, setEdit] = useState({ added: [] as string[], removed: [] as string[] });
  const words = [
    ...stored.filter((word) => !edit.removed.includes(word)),
    ...edit.added.filter((word) => !stored.includes(word)),
  ];
  const change = (next: string[]) =>
    setEdit({
      added: next.filter((word) => !stored.includes(word)),
      removed: stored.filter((word) => !next.includes(word)),
    });
  /** What was changed further while it was being saved is not. */
  const saved = (sent: string[]) =>
    setEdit(({ added, removed }) => ({
      added: added.filter((word) => !sent.includes(word)),
      removed: removed.filter((word) => sent.includes(word)),
    }));
  return { words, change, saved, isNew: edit.added.length + edit.removed.length > 0 };
}

/** The fields for words and replies, of the account or of one channel. */
export function OptOutTextFields({ stored, onSave, ...shown }: OptOutTextFieldsProps) {
  const stops = useWords(stored.words);
  const kept = Object.fromEntries(stored.replies.map(({ reply, text }) => [reply, text]));
  const { values: texts, change: setTexts } = useChanges<{ [R in OwnReply]?: string }>(kept);
  const [language, setLanguage] = useState<Language>('en');
  const isOwner = useIsOwner();
  const changed = stored.replies.filter(({ reply, text }) => (texts[reply] ?? text) !== text);
  const submit = () =>
    onSave(
      {
        words: stops.isNew ? stops.words : undefined,
        replies: Object.fromEntries(changed.map(({ reply }) => [reply, texts[reply] ?? ''])),
      },
      { onSuccess: () => stops.saved(stops.words) },
    );
  return (
    <SentForm
      action={words.save}
      onSubmit={submit}
      isReady={isOwner && (stops.isNew || changed.length > 0)}
      isPending={shown.isPending}
      failure={shown.failure}
    >
      <TagsInput
        className={classes.wholeRow ?? ''}
        label={words.words}
        description={shown.wordsAbout}
        value={stops.words}
        onChange={stops.change}
        maxTags={OPT_OUT_TEXTS.words}
        maxLength={OPT_OUT_TEXTS.word}
        splitChars={[',']}
        acceptValueOnBlur
        disabled={!isOwner}
      />
      <NativeSelect
        className={classes.wholeRow ?? ''}
        label={words.language}
        data={Object.entries(words.languages).map(([value, label]) => ({ value, label }))}
        value={language}
        onChange={(event) => setLanguage(event.currentTarget.value as Language)}
      />
      {stored.replies.map(({ reply, text, usual }) => {
        const [kind, of] = partsOf(reply);
        if (of !== language) return null;
        return (
          <Textarea
            key={reply}
            className={classes.wholeRow ?? ''}
            label={words.replyTo(kind.toUpperCase())}
            description={shown.usual(MUST_NAME[kind])}
            placeholder={`${stored.name}: ${usual}`}
            value={texts[reply] ?? text}
            onChange={(event) => setTexts({ [reply]: event.currentTarget.value })}
            maxLength={OPT_OUT_TEXTS.reply}
            autosize
            minRows={2}
            lang={of}
            dir={directionOf(of)}
            disabled={!isOwner}
          />
        );
      })}
      <Text c="dimmed" className={classes.wholeRow ?? ''}>
        {words.byWord}
        {language !== 'en' && ` ${words.startsInEnglish}`}
      </Text>
      {!isOwner && (
        <Text c="dimmed" className={classes.wholeRow ?? ''}>
          {words.ownersOnly}
        </Text>
      )}
    </SentForm>
  );
}
