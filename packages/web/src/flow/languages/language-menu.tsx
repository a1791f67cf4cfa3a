import { Button, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { withoutLanguage } from '@parley/engine/translations.ts';
import { directionOf, nativeName } from '@parley/rules/languages.ts';
import { IconFileTypography, IconLanguage, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ButtonMenu } from '../../kit/button-menu.tsx';
import editorClasses from '../editor/editor.module.css';
import { useEditorUi } from '../editor/ui-state.ts';
import { showUndo } from '../editor/undo-toast.tsx';
import { useFlow } from '../store/use-flow.ts';
import { AddLanguage, OriginalLanguage } from './language-dialogs.tsx';
import classes from './languages.module.css';
import { TranslatorsDialog } from './translators-dialog.tsx';
import { type Progress, useOriginalLanguage, useTranslationProgress } from './use-languages.ts';
import { wordings } from './wordings.ts';

const words = wordings.languageMenu;
const write = (language: string) => useEditorUi.setState({ language });

/** A phone's header has no room for a button more: there its items stand in the campaign's menu. */
export const useIsLanguageFolded = () => useMediaQuery('(max-width: 35.99em)') ?? false;

/** Which language the editor shows the campaign's texts in, and what is to be done about its languages. */
export function LanguageMenu() {
  const isFolded = useIsLanguageFolded();
  const { shown, isTranslating, items, dialogs } = useLanguageItems();
  if (isFolded) return null;
  return (
    <>
      <ButtonMenu
        button={(ref) => (
          <Button
            ref={ref}
            variant={isTranslating ? 'light' : 'default'}
            leftSection={<IconLanguage size={18} />}
            aria-label={words.button(nativeName(shown))}
            className={editorClasses.iconIfNarrow ?? ''}
          >
            <bdi lang={shown}>{nativeName(shown)}</bdi>
          </Button>
        )}
      >
        {items}
      </ButtonMenu>
      {dialogs}
    </>
  );
}

/** What a menu of languages holds, and the dialogs that it opens, which stand beside the menu. */
export function useLanguageItems() {
  const { flow } = useFlow();
  const language = useEditorUi((ui) => ui.language);
  const original = useOriginalLanguage();
  const further = useTranslationProgress(language);
  const [dialog, setDialog] = useState<'add' | 'original' | 'files' | null>(null);
  const close = () => setDialog(null);
  const remove = () => {
    write('');
    const keys = flow.store.getState().entries.map(({ key }) => key);
    const takeBack = flow.editAll(keys, (step) => withoutLanguage(step, language));
    showUndo(words.removed(nativeName(language)), takeBack, () => () => undefined);
  };
  const items = (
    <>
      <Menu.RadioGroup value={language} onChange={write}>
        <LanguageItem value="" code={original} note={words.original} />
        {further.map((each) => (
          <LanguageItem
            key={each.language}
            value={each.language}
            code={each.language}
            note={progressWords(each)}
          />
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Item leftSection={<IconPlus size={16} />} onClick={() => setDialog('add')}>
        {words.add}
      </Menu.Item>
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setDialog('original')}>
        {words.change}
      </Menu.Item>
      <Menu.Item leftSection={<IconFileTypography size={16} />} onClick={() => setDialog('files')}>
        {words.files}
      </Menu.Item>
      {language !== '' && (
        <Menu.Item leftSection={<IconTrash size={16} />} onClick={remove}>
          {words.remove(nativeName(language))}
        </Menu.Item>
      )}
    </>
  );
  const dialogs = (
    <>
      <AddLanguage
        opened={dialog === 'add'}
        onClose={close}
        taken={[original, ...further.map(({ language: code }) => code)]}
        onAdd={write}
      />
      <TranslatorsDialog key={language} opened={dialog === 'files'} onClose={close} language={language} />
      <OriginalLanguage
        opened={dialog === 'original'}
        onClose={close}
        original={original}
        taken={further.map(({ language: code }) => code)}
      />
    </>
  );
  const shown = language === '' ? original : language;
  return { shown, isTranslating: language !== '', items, dialogs };
}

function progressWords({ missing, outdated }: Progress): string {
  if (missing === 0 && outdated === 0) return words.complete;
  return [missing > 0 && words.missing(missing), outdated > 0 && words.outdated(outdated)]
    .filter(Boolean)
    .join(', ');
}

type LanguageItemProps = { value: string; code: string; note: string };

function LanguageItem({ value, code, note }: LanguageItemProps) {
  return (
    <Menu.RadioItem
      value={value}
      closeMenuOnClick
      rightSection={<span className={classes.note}>{note}</span>}
    >
      <span lang={code} dir={directionOf(code)}>
        {nativeName(code)}
      </span>
    </Menu.RadioItem>
  );
}
