import { NativeSelect, Skeleton, TagsInput, Text, Textarea } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { directionOf } from '@parley/rules/languages.ts';
import { OPT_OUT_TEXTS } from '@parley/rules/limits.ts';
import { MUST_NAME, type OwnReply, partsOf } from '@parley/rules/reserved-replies.ts';
import { useState } from 'react';
import type { AskError } from '../data/ask.ts';
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
  if (data) return <Form key={JSON.stringify(data)} stored={data} />;
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

type OptOutTextFieldsProps = {
  stored: Stored;
  wordsAbout: string;
  /** What a reply that is left empty becomes, and what one has to mention. */
  usual: (must: string) => string;
  onSave: (given: { words: string[] | undefined; replies: { [R in OwnReply]?: string } }) => void;
  isPending: boolean;
  failure: AskError | null;
};

/** The fields for words and replies, of the account or of one channel. */
export function OptOutTextFields({ stored, onSave, ...shown }: OptOutTextFieldsProps) {
  const [stops, setStops] = useState(stored.words);
  const [texts, setTexts] = useState<{ [R in OwnReply]?: string }>({});
  const [language, setLanguage] = useState<Language>('en');
  const isOwner = useIsOwner();
  const changed = stored.replies.filter(({ reply, text }) => (texts[reply] ?? text) !== text);
  const hasNewWords = JSON.stringify(stops) !== JSON.stringify(stored.words);
  const submit = () =>
    onSave({
      words: hasNewWords ? stops : undefined,
      replies: Object.fromEntries(changed.map(({ reply }) => [reply, texts[reply] ?? ''])),
    });
  return (
    <SentForm
      action={words.save}
      onSubmit={submit}
      isReady={isOwner && (hasNewWords || changed.length > 0)}
      isPending={shown.isPending}
      failure={shown.failure}
    >
      <TagsInput
        className={classes.wholeRow ?? ''}
        label={words.words}
        description={shown.wordsAbout}
        value={stops}
        onChange={setStops}
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
            onChange={(event) => setTexts({ ...texts, [reply]: event.currentTarget.value })}
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
