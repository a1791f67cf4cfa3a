import { Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { StepType } from '@parley/engine/flow.ts';
import {
  IconArrowDown,
  IconArrowUp,
  IconClipboard,
  IconCopy,
  IconSquareCheck,
  IconTemplate,
  IconTrash,
} from '@tabler/icons-react';
import { memo, useEffect } from 'react';
import { showInfo } from '../../data/toasts.ts';
import { RowMenu } from '../../kit/row-menu.tsx';
import { common } from '../../kit/wordings.ts';
import { isQuestionType } from '../steps/looks.ts';
import { useClipboard } from '../store/clipboard.ts';
import { useFlow, useFlowState, useStep } from '../store/use-flow.ts';
import { toggleChosen } from './chosen-steps.ts';
import { QuestionTemplates } from './question-templates.tsx';
import { useEditorUi } from './ui-state.ts';
import { useStepActions } from './use-actions.ts';
import { wordings } from './wordings.ts';

type StepMenuProps = {
  entryKey: string;
  position: number;
  type: StepType;
  /** A question template took the place of the content. */
  onTemplate: () => void;
};

/** What can be done with a step as a whole. A change of its texts draws nothing here again. */
export const StepMenu = memo(function StepMenu({ entryKey, position, type, onTemplate }: StepMenuProps) {
  const [choosing, templates] = useDisclosure(false);
  const [wasOpened, menu] = useDisclosure(false);
  return (
    <>
      <RowMenu of={`step ${position}`}>
        <Items entryKey={entryKey} onShown={menu.open} onTemplates={templates.open} />
      </RowMenu>
      {wasOpened && isQuestionType(type) && (
        <QuestionTemplates
          opened={choosing}
          onClose={templates.close}
          entryKey={entryKey}
          onUsed={onTemplate}
        />
      )}
    </>
  );
});

type ItemsProps = { entryKey: string; onShown: () => void; onTemplates: () => void };

function Items({ entryKey: key, onShown, onTemplates }: ItemsProps) {
  useEffect(onShown, [onShown]);
  const { flow } = useFlow();
  const step = useStep(key);
  const count = useFlowState(({ entries }) => entries.length);
  const { copy, move, remove } = useStepActions();
  const { put } = useClipboard();
  const isChosen = useEditorUi((ui) => ui.chosen.has(key));
  if (!step) return null;
  return (
    <>
      <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => copy(key)}>
        {common.copy}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconClipboard size={16} />}
        disabled={step.id < 0}
        onClick={() => {
          put([{ step, version: null }]);
          showInfo(wordings.stepMenu.n1StepCopied);
        }}
      >
        {wordings.stepMenu.copyForAnotherCampaign}
      </Menu.Item>
      <Menu.Item leftSection={<IconSquareCheck size={16} />} onClick={() => toggleChosen(key)}>
        {isChosen ? wordings.stepMenu.unselect : wordings.stepMenu.select}
      </Menu.Item>
      <Menu.CheckboxItem
        checked={step.inGuide}
        onChange={(inGuide) => flow.edit(key, (before) => ({ ...before, inGuide }))}
        closeMenuOnClick
      >
        {wordings.stepMenu.showInGuidedView}
      </Menu.CheckboxItem>
      {isQuestionType(step.type) && (
        <Menu.Item leftSection={<IconTemplate size={16} />} onClick={onTemplates}>
          {wordings.stepMenu.questionTemplates}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconArrowUp size={16} />}
        disabled={step.position === 1}
        onClick={() => move(key, step.position - 1)}
      >
        {common.moveUp}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowDown size={16} />}
        disabled={step.position === count}
        onClick={() => move(key, step.position + 1)}
      >
        {common.moveDown}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconTrash size={16} />}
        c="var(--mantine-color-error)"
        onClick={() => remove(key)}
      >
        {common.deleteIt}
      </Menu.Item>
    </>
  );
}
