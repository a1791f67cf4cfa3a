import { Button, Text } from '@mantine/core';
import { directionOf } from '@parley/rules/languages.ts';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { type KeyboardEvent, memo, useRef } from 'react';
import { useAccount } from '../../data/use-account.ts';
import { useOriginalLanguage } from '../languages/use-languages.ts';
import { countWithTokens, creditWords } from '../message-box/mark-up.ts';
import { type WrittenText, withText, writtenTexts } from '../model/written-texts.ts';
import { STEP_LOOKS } from '../steps/looks.ts';
import { useEntry, useFlow, useKeys } from '../store/use-flow.ts';
import { Conflict } from './conflict.tsx';
import { FailedMark } from './failed-mark.tsx';
import classes from './text-table.module.css';
import { enterCard } from './ui-state.ts';
import { useStepActions } from './use-actions.ts';
import { wordings } from './wordings.ts';

const words = wordings.textTable;

/** What contacts get and what they may answer, one below the other: read through, and changed in place. */
export function TextTable() {
  const keys = useKeys();
  const language = useOriginalLanguage();
  return (
    <>
      <Text c="dimmed" mb="md">
        {words.everyText}
      </Text>
      <table className={`card ${classes.table}`} aria-label={words.allTexts} onKeyDown={goOn}>
        <thead>
          <tr>
            <th scope="col">{words.step}</th>
            <th scope="col">{words.written}</th>
            <th scope="col">{words.price}</th>
          </tr>
        </thead>
        {keys.map((key) => (
          <TextsOfStep key={key} entryKey={key} language={language} />
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

type TextsOfStepProps = { entryKey: string; language: string };

const TextsOfStep = memo(function TextsOfStep({ entryKey, language }: TextsOfStepProps) {
  const entry = useEntry(entryKey);
  const { goTo } = useStepActions();
  // A text that was emptied here keeps its place: somebody is writing another one.
  const seen = useRef(new Set<string>());
  if (!entry) return null;
  const { step } = entry;
  const texts = writtenTexts(step).filter(({ kind, path, text }) => {
    const id = path.join('.');
    if (text !== '') seen.current.add(id);
    return kind !== 'inner' && (id === 'text' || seen.current.has(id));
  });
  if (texts.length === 0) return null;
  return (
    <tbody aria-label={words.textsOfStep(step.position)}>
      <tr className={classes.head}>
        <th scope="rowgroup" colSpan={3}>
          <Button variant="subtle" size="compact-sm" onClick={() => goTo(step.id)}>
            {words.stepName(step.position, step.description.trim() || STEP_LOOKS[step.type].name)}
          </Button>
          <FailedMark entry={entry} />
          <Conflict entry={entry} />
        </th>
      </tr>
      {texts.map((written) => (
        <TextRow
          key={written.path.join('.')}
          entryKey={entryKey}
          position={step.position}
          written={written}
          language={language}
          isShortened={'shortLinks' in step && step.shortLinks}
        />
      ))}
    </tbody>
  );
});

type TextRowProps = {
  entryKey: string;
  position: number;
  written: WrittenText;
  /** What the text is written in. */
  language: string;
  isShortened: boolean;
};

function TextRow({ entryKey, position, written, language, isShortened }: TextRowProps) {
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
          aria-label={words.textOf(label, position)}
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
      </td>
      <td className={classes.price}>{kind === 'sent' && <Price text={text} isShortened={isShortened} />}</td>
    </tr>
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
        {words.segments(segments, charsLeftInPart)}
      </Text>
    </>
  );
}
