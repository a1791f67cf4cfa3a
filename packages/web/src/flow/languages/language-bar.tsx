import { Button, Text } from '@mantine/core';
import { languageName } from '@parley/rules/languages.ts';
import { useEditorUi } from '../editor/ui-state.ts';
import { useStepActions } from '../editor/use-actions.ts';
import { useFlowState, useSteps } from '../store/use-flow.ts';
import classes from './languages.module.css';
import { progressOf, useOriginalLanguage } from './use-languages.ts';
import { wordings } from './wordings.ts';

const words = wordings.languageBar;

/** Above the steps while they are translated: into what, how far, and on to the next. */
export function LanguageBar() {
  const language = useEditorUi((ui) => ui.language);
  return language === '' ? null : <Translating language={language} />;
}

function Translating({ language }: { language: string }) {
  const steps = useSteps();
  const original = useOriginalLanguage();
  const { goTo } = useStepActions();
  const selected = useEditorUi((ui) => ui.selected);
  const here = useFlowState(({ entries }) => entries.find(({ key }) => key === selected)?.step.position ?? 0);
  const { all, missing, steps: lacking, outdated, outdatedSteps } = progressOf(steps, language);
  const isBehind = (id: number) => (steps.find((step) => step.id === id)?.position ?? 0) > here;
  const nextOf = (ids: readonly number[]) => ids.find(isBehind) ?? ids[0];
  const [next, nextOutdated] = [nextOf(lacking), nextOf(outdatedSteps)];
  return (
    <section className={classes.bar} aria-label={words.writing(languageName(language))}>
      <Text fw={600}>{words.writing(languageName(language))}</Text>
      <Text role="status" c="dimmed">
        {missing > 0 ? words.left(missing, all) : outdated === 0 && words.complete}{' '}
        {outdated > 0 && words.outdated(outdated)}
      </Text>
      <div className={classes.barButtons}>
        {next !== undefined && (
          <Button size="compact-sm" variant="light" onClick={() => goTo(next, 'untranslated')}>
            {words.next}
          </Button>
        )}
        {nextOutdated !== undefined && (
          <Button size="compact-sm" variant="light" onClick={() => goTo(nextOutdated, 'outdated')}>
            {words.nextOutdated}
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" onClick={() => useEditorUi.setState({ language: '' })}>
          {words.back(languageName(original))}
        </Button>
      </div>
    </section>
  );
}
