import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { Step } from '@parley/engine/flow.ts';
import {
  missingTexts,
  outdatedTexts,
  type SourceText,
  sourceTexts,
  stillFitting,
  translationOf,
  withTranslation,
} from '@parley/engine/translations.ts';
import { directionOf, languageName, nativeName } from '@parley/rules/languages.ts';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useId } from 'react';
import { useEditorUi } from '../editor/ui-state.ts';
import { MessageBox } from '../message-box/message-box.tsx';
import { useLinkBase } from '../steps/short-links.tsx';
import { useTextTokens } from '../steps/use-tokens.ts';
import { useFlow, useStep } from '../store/use-flow.ts';
import classes from './languages.module.css';
import { textLabel } from './text-labels.ts';
import { useOriginalLanguage } from './use-languages.ts';
import { wordings } from './wordings.ts';

const words = wordings.translationForm;

type TranslationFormProps = { entryKey: string; language: string };

/** What a step says in a language, each text beside the original. */
export function TranslationForm({ entryKey, language }: TranslationFormProps) {
  const { flow } = useFlow();
  const step = useStep(entryKey);
  if (!step) return null;
  const texts = sourceTexts(step).filter(
    ({ kind, text }) => text !== '' || kind === 'text' || kind === 'phrases',
  );
  const first = missingTexts(step, language)[0]?.key;
  const outdated = new Map(outdatedTexts(step, language).map(({ key, mark }) => [key, mark]));
  const [firstOutdated] = outdated.keys();
  const fieldOf = ({ key, kind }: SourceText) =>
    key === first ? 'untranslated' : key === firstOutdated ? 'outdated' : kind;
  if (texts.length === 0)
    return (
      <div data-field="own">
        <Text c="dimmed">{words.nothing}</Text>
        <Button
          size="compact-sm"
          variant="subtle"
          ml={-8}
          onClick={() => useEditorUi.setState({ language: '' })}
        >
          {words.edit}
        </Button>
      </div>
    );
  return (
    <Stack gap="lg" data-field="own">
      {texts.map((text) => (
        <div key={text.key} data-field={fieldOf(text)}>
          <TranslatedText
            step={step}
            text={text}
            language={language}
            onChange={(said) =>
              flow.edit(entryKey, (now) => withTranslation(now, language, text.key, said), 'after-pause')
            }
          />
          {outdated.has(text.key) && (
            <OutdatedMark
              label={textLabel(text)}
              onFits={() =>
                flow.edit(entryKey, (now) =>
                  stillFitting(now, language, { [text.key]: outdated.get(text.key) ?? '' }),
                )
              }
            />
          )}
        </div>
      ))}
    </Stack>
  );
}

/** The button that was pressed goes away; who works by keyboard is in the translation that it was about. */
function focusWriting(button: HTMLElement) {
  button.closest('[data-field]')?.querySelector<HTMLElement>('[role="textbox"], textarea, input')?.focus();
}

/** Below a translation whose original is another one by now. */
function OutdatedMark({ label, onFits }: { label: string; onFits: () => void }) {
  return (
    <div className={classes.outdated}>
      <IconAlertTriangle size={16} aria-hidden className={classes.outdatedIcon} />
      <span>{words.outdated}</span>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={words.fits(label)}
        onClick={({ currentTarget }) => {
          focusWriting(currentTarget);
          onFits();
        }}
      >
        {words.stillFits}
      </Button>
    </div>
  );
}

type TranslatedTextProps = {
  step: Step;
  text: SourceText;
  language: string;
  onChange: (said: string) => void;
};

function TranslatedText({ step, text, language, onChange }: TranslatedTextProps) {
  const original = useOriginalLanguage();
  const tokens = useTextTokens();
  const linkBase = useLinkBase({ shortLinks: 'shortLinks' in step && step.shortLinks });
  const id = useId();
  const value = translationOf(step, language, text.key);
  const common = {
    label: words.named(textLabel(text), nativeName(language)),
    value,
    'aria-describedby': id,
  };
  const spoken = { lang: language, dir: directionOf(language), autoComplete: 'off' };
  return (
    <div className={classes.pair}>
      <div id={id} className={classes.original}>
        <span className={classes.originalLabel}>{words.original(languageName(original))}</span>
        <p lang={original} dir={directionOf(original)}>
          {text.text === '' ? <span className={classes.empty}>{words.notWritten}</span> : text.text}
        </p>
      </div>
      {text.kind === 'answer' ? (
        <TextInput
          {...common}
          {...spoken}
          maxLength={TEXT_LIMITS.message}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : text.kind === 'phrases' ? (
        <Textarea
          {...common}
          {...spoken}
          description={words.phrasesHint}
          autosize
          minRows={2}
          maxLength={TEXT_LIMITS.phrases}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <MessageBox
          label={common.label}
          describedBy={id}
          value={value}
          onChange={onChange}
          tokens={tokens}
          linkBase={linkBase}
          language={language}
        >
          {value === '' && text.text !== '' && (
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={({ currentTarget }) => {
                focusWriting(currentTarget);
                onChange(text.text);
              }}
            >
              {words.copyOriginal}
            </Button>
          )}
        </MessageBox>
      )}
    </div>
  );
}
