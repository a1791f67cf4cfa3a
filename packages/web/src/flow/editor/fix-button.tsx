import { Button, type ButtonProps } from '@mantine/core';
import type { Finding } from '@parley/engine/finding.ts';
import { numbered } from '../steps/pickers.tsx';
import { useSteps } from '../store/use-flow.ts';
import { useStepActions } from './use-actions.ts';
import { wordings } from './wordings.ts';

/** Puts right what the check found, where it is certain how; one step of undo. */
export function FixButton({ finding: { fix }, ...looks }: { finding: Finding } & ButtonProps) {
  const steps = useSteps();
  const { putRight } = useStepActions();
  if (!fix) return null;
  const target = fix.do === 'go-on' ? steps.find(({ id }) => id === fix.to) : null;
  if (fix.do === 'go-on' && !target) return null;
  return (
    <Button size="compact-sm" variant="default" display="block" onClick={() => putRight(fix)} {...looks}>
      {target ? wordings.fixButton.goOnWith(numbered(target)) : wordings.fixButton.addAnEnding}
    </Button>
  );
}
