import { Button, CloseButton, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowsMoveVertical, IconClipboard, IconCopy, IconCut, IconTrash } from '@tabler/icons-react';
import { showInfo } from '../../data/toasts.ts';
import { common } from '../../kit/wordings.ts';
import { useClipboard } from '../store/clipboard.ts';
import type { Entry } from '../store/entry.ts';
import classes from './chosen-bar.module.css';
import { clearChosen, useChosen } from './chosen-steps.ts';
import { stepsWord } from './copy-steps.tsx';
import { MoveSteps } from './move-steps.tsx';
import { useEditorUi } from './ui-state.ts';
import { useStepActions } from './use-actions.ts';
import { useKeyPresses } from './use-key-presses.ts';
import { wordings } from './wordings.ts';

/**
 * What can be done with the selected steps; shows while there are some in sight. Ctrl/Cmd+V pastes without
 * any.
 */
export function ChosenBar() {
  const isList = useEditorUi((ui) => ui.view === 'list');
  return isList ? <OfList /> : null;
}

function OfList() {
  const chosen = useChosen();
  const { take } = useClipboard();
  const { paste } = useStepActions();
  useKeyPresses({
    'mod+v': () => {
      const hasSome = take().length > 0;
      if (hasSome) void paste();
      return hasSome;
    },
  });
  return (
    <>
      <Text role="status" className={classes.spoken}>
        {chosen.length > 0 ? wordings.chosenBar.selected(stepsWord(chosen.length)) : ''}
      </Text>
      {chosen.length > 0 && <Bar chosen={chosen} />}
    </>
  );
}

/** Text that is marked on the page is what somebody wants to copy. */
const hasMarkedText = () => (getSelection()?.toString() ?? '') !== '';

function Bar({ chosen }: { chosen: Entry[] }) {
  const { put } = useClipboard();
  const { remove: removeSteps, paste } = useStepActions();
  const [moving, move] = useDisclosure(false);
  const keys = chosen.map(({ key }) => key);
  const count = stepsWord(chosen.length);
  // What has no id yet cannot be named by another campaign; it has one in a moment.
  const isStored = chosen.every(({ step }) => step.id > 0);
  const points = chosen.map(({ step }) => ({ step, version: null }));
  const remove = () => {
    removeSteps(...keys);
    clearChosen();
    return true;
  };
  const copy = () => {
    if (!isStored || hasMarkedText()) return false;
    put(points);
    showInfo(wordings.copySteps.copiedOpenAnyCampaign(count));
    return true;
  };
  const cut = () => copy() && remove();
  const duplicate = () => {
    if (isStored) void paste(points, (chosen.at(-1)?.step.position ?? 0) + 1);
    return isStored;
  };
  useKeyPresses({
    'mod+c': copy,
    'mod+x': cut,
    'mod+d': duplicate,
    Delete: remove,
    Backspace: remove,
    Escape: () => {
      clearChosen();
      return true;
    },
  });
  return (
    <section className={classes.bar} aria-label={wordings.chosenBar.selectedSteps}>
      <Text fw={600} className={classes.count ?? ''}>
        {wordings.chosenBar.selected(count)}
      </Text>
      <Group gap={4} className={classes.acts}>
        <Act icon={IconClipboard} label={common.copy} disabled={!isStored} onClick={copy} />
        <Act icon={IconCut} label={wordings.chosenBar.cut} disabled={!isStored} onClick={cut} />
        <Act icon={IconCopy} label={wordings.chosenBar.duplicate} disabled={!isStored} onClick={duplicate} />
        <Act icon={IconArrowsMoveVertical} label={wordings.chosenBar.move} onClick={move.open} />
        <Act icon={IconTrash} label={common.deleteIt} color="red" onClick={remove} />
      </Group>
      <CloseButton aria-label={wordings.chosenBar.clearTheSelection} onClick={clearChosen} />
      <MoveSteps opened={moving} onClose={move.close} keys={keys} count={count} />
    </section>
  );
}

type ActProps = {
  icon: typeof IconCopy;
  label: string;
  color?: string;
  disabled?: boolean;
  onClick: () => void;
};

const Act = ({ icon: Icon, label, color, disabled = false, onClick }: ActProps) => (
  <Button
    variant="subtle"
    size="compact-md"
    color={color}
    disabled={disabled}
    leftSection={<Icon size={16} />}
    onClick={onClick}
  >
    {label}
  </Button>
);
