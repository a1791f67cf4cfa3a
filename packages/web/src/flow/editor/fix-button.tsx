import { Button, type ButtonProps } from '@mantine/core';
import type { Finding, Fix } from '@parley/engine/finding.ts';
import type { Step } from '@parley/engine/flow.ts';
import { numbered } from '../steps/pickers.tsx';
import { useSteps } from '../store/use-flow.ts';
import classes from './editor.module.css';
import { useStepActions } from './use-actions.ts';
import { wordings } from './wordings.ts';

/** Puts right what the check found, where it is certain how; one step of undo. */
export function FixButton({ finding: { fix }, ...looks }: { finding: Finding } & ButtonProps) {
  const steps = useSteps();
  const { putRight } = useStepActions();
  const words = fix && fixWords(fix, steps);
  if (!words) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      display="block"
      maw="100%"
      classNames={{ root: classes.fix ?? '', label: classes.wraps ?? '' }}
      onClick={() => putRight(fix)}
      {...looks}
    >
      {words}
    </Button>
  );
}

/** What a click does; null where its step is gone. */
function fixWords(fix: Fix, steps: readonly Step[]): string | null {
  const words = wordings.fixButton;
  const at = (id: number) => steps.find((step) => step.id === id);
  switch (fix.do) {
    case 'go-on': {
      const target = at(fix.to);
      return target ? words.goOnWith(numbered(target)) : null;
    }
    case 'add-words': {
      const target = at(fix.step);
      return target ? words.addWords(fix.words, target.position) : null;
    }
    case 'drop-phrase':
      return words.dropPhrase(fix.text);
    case 'end-on-silence':
      return words.endOnSilence;
    case 'add-error-path':
      return words.addErrorPath;
    case 'remove':
      return words.remove;
    case 'still-fits':
      return words.stillFits(Object.keys(fix.marks).length);
    case 'add-ending':
      return words.addAnEnding;
  }
}
