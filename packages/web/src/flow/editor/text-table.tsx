import { Button, Checkbox, Text } from '@mantine/core';
import type { Step } from '@parley/engine/flow.ts';
import { languagesOf, outdatedTexts } from '@parley/engine/translations.ts';
import { directionOf, languageName } from '@parley/rules/languages.ts';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type KeyboardEvent, memo, useRef, useState } from 'react';
import { useAccount } from '../../data/use-account.ts';
import { useOriginalLanguage, useTranslationProgress } from '../languages/use-languages.ts';
import { countWithTokens, creditWords } from '../message-box/mark-up.ts';
import { translatedKey, type WrittenText, withText, writtenTexts } from '../model/written-texts.ts';
import { STEP_LOOKS } from '../steps/looks.ts';
import { useEntry, useFlow, useKeys } from '../store/use-flow.ts';
import { Conflict } from './conflict.tsx';
import { FailedMark } from './failed-mark.tsx';
import { ChangedMark } from './others-changes.tsx';
import classes from './text-table.module.css';
import { enterCard, useEditorUi } from './ui-state.ts';
import { useStepActions } from './use-actions.ts';
import { wordings } from './wordings.ts';

const words = wordings.textTable;

/** What contacts get and what they may answer, one below the other: read through, and changed in place. */
export function TextTable() {
  const keys = useKeys();
  const language = useOriginalLanguage();
  const outdated = useTranslationProgress().reduce((sum, each) => sum + each.outdated, 0);
  const [isNarrowed, setIsNarrowed] = useState(false);
  return (
    <>
      <Text c="dimmed" mb="md">
        {words.everyText}
      </Text>
      {(outdated > 0 || isNarrowed) && (
        <Checkbox
          mb="md"
          label={words.onlyOutdated(outdated)}
          checked={isNarrowed}
          onChange={(event) => setIsNarrowed(event.currentTarget.checked)}
        />
      )}
      {isNarrowed && outdated === 0 && <Text>{words.noneOutdated}</Text>}
      <table className={`card ${classes.table}`} aria-label={words.allTexts} onKeyDown={goOn}>
        <thead>
          <tr>
            <th scope="col">{words.step}</th>
            <th scope="col">{words.written}</th>
            <th scope="col">{words.price}</th>
          </tr>
        </thead>
        {keys.map((key) => (
          <TextsOfStep key={key} entryKey={key} language={language} isNarrowed={isNarrowed} />
        ))}
      </table>
    </>
  );
}

/** Ctrl/Cmd with an arrow: to the text above or below. */
function goOn(event: KeyboardEvent<HTMLTableElement>): void {
  const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (way === undefined || !(event.ctrlKey || event.metaKey)) return;
  const boxes = [...event.currentTarget.querySelectorAll('textarea')];
  const next = boxes[boxes.indexOf(event.target as HTMLTextAreaElement) + way];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.setSelectionRange(next.value.length, next.value.length);
}

/** By the key of a text, the languages in which it was translated before it became what it is. */
function outdatedOf(step: Step): Map<string, string[]> {
  const languages = new Map<string, string[]>();
  for (const language of languagesOf([step]))
    for (const { key } of outdatedTexts(step, language))
      languages.set(key, [...(languages.get(key) ?? []), language]);
  return languages;
}

/** `isNarrowed`: texts with an outdated translation alone. */
type TextsOfStepProps = { entryKey: string; language: string; isNarrowed: boolean };

const TextsOfStep = memo(function TextsOfStep({ entryKey, language, isNarrowed }: TextsOfStepProps) {
  const entry = useEntry(entryKey);
  const { goTo } = useStepActions();
  // A text that was emptied here keeps its place: somebody is writing another one.
  const seen = useRef(new Set<string>());
  if (!entry) return null;
  const { step } = entry;
  const outdated = outdatedOf(step);
  const outdatedIn = ({ path }: WrittenText) => outdated.get(translatedKey(step, path)) ?? [];
  const texts = writtenTexts(step).filter((written) => {
    const id = written.path.join('.');
    if (written.text !== '') seen.current.add(id);
    const isShown = written.kind !== 'inner' && (id === 'text' || seen.current.has(id));
    return isShown && (!isNarrowed || outdatedIn(written).length > 0);
  });
  if (texts.length === 0) return null;
  return (
    <tbody aria-label={words.textsOfStep(step.position)}>
      <tr className={classes.head}>
        <th scope="rowgroup" colSpan={3}>
          <Button variant="subtle" size="compact-sm" onClick={() => goTo(step.id)}>
            {words.stepName(step.position, step.description.trim() || STEP_LOOKS[step.type].name)}
          </Button>
          <ChangedMark step={step.id} />
          <FailedMark entry={entry} />
          <Conflict entry={entry} />
        </th>
      </tr>
      {texts.map((written) => (
        <TextRow
          key={written.path.join('.')}
          entryKey={entryKey}
          step={step}
          written={written}
          outdatedIn={outdatedIn(written)}
          language={language}
          isShortened={'shortLinks' in step && step.shortLinks}
        />
      ))}
    </tbody>
  );
});

type TextRowProps = {
  entryKey: string;
  step: Step;
  written: WrittenText;
  /** Languages. */
  outdatedIn: readonly string[];
  /** What the text is written in. */
  language: string;
  isShortened: boolean;
};

function TextRow({ entryKey, step, written, outdatedIn, language, isShortened }: TextRowProps) {
  const { flow } = useFlow();
  const { path, label, text, kind } = written;
  return (
    <tr>
      <th scope="row" className={classes.label}>
        {label}
      </th>
      <td className={classes.text}>
        <textarea
          className={classes.box}
          lang={language}
          dir={directionOf(language)}
          aria-label={words.textOf(label, step.position)}
          value={text}
          rows={1}
          maxLength={TEXT_LIMITS.message}
          onChange={({ currentTarget: { value } }) =>
            flow.edit(entryKey, (step) => withText(step, path, value), 'after-pause')
          }
          onFocus={() => enterCard(entryKey)}
          onBlur={() => flow.flush()}
          spellCheck
        />
        {outdatedIn.map((each) => (
          <OutdatedIn key={each} language={each} step={step} label={label} />
        ))}
      </td>
      <td className={classes.price}>{kind === 'sent' && <Price text={text} isShortened={isShortened} />}</td>
    </tr>
  );
}

/** Leads to where the translation stands beside its original. */
function OutdatedIn({ language, step, label }: { language: string; step: Step; label: string }) {
  const { goTo } = useStepActions();
  const name = languageName(language);
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      className={classes.outdated ?? ''}
      leftSection={<IconAlertTriangle size={14} />}
      aria-label={words.outdated(name, words.textOf(label, step.position))}
      onClick={() => {
        useEditorUi.setState({ language });
        goTo(step.id, 'outdated');
      }}
    >
      {words.outdatedIn(name)}
    </Button>
  );
}

function Price({ text, isShortened }: { text: string; isShortened: boolean }) {
  const account = useAccount().data;
  const { credits, segments, charsLeftInPart } = countWithTokens(
    text,
    isShortened ? account?.linkBase : undefined,
    account?.linkBase,
  );
  if (text === '') return null;
  return (
    <>
      <span className={classes.credits} data-dear={credits > 1 || undefined}>
        {creditWords(credits)}
      </span>
      <Text size="xs" c="dimmed" className="tabular">
        {words.parts(segments, charsLeftInPart)}
      </Text>
    </>
  );
}
