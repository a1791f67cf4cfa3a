import { Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconArrowDown,
  IconArrowUp,
  IconClipboard,
  IconCopy,
  IconSquareCheck,
  IconTemplate,
  IconTrash,
} from '@tabler/icons-react';
import { showInfo } from '../../data/toasts.ts';
import { RowMenu } from '../../kit/row-menu.tsx';
import { common } from '../../kit/wordings.ts';
import { isQuestionType } from '../steps/looks.ts';
import { useClipboard } from '../store/clipboard.ts';
import type { Entry } from '../store/entry.ts';
import { useFlow } from '../store/use-flow.ts';
import { toggleChosen } from './chosen-steps.ts';
import { QuestionTemplates } from './question-templates.tsx';
import { useEditorUi } from './ui-state.ts';
import { useStepActions } from './use-actions.ts';
import { wordings } from './wordings.ts';

type StepMenuProps = {
  entry: Entry;
  count: number;
  /** A question template took the place of the content. */
  onTemplate: () => void;
};

export function StepMenu({ entry: { key, step }, count, onTemplate }: StepMenuProps) {
  const { flow } = useFlow();
  const { copy, move, remove } = useStepActions();
  const { put } = useClipboard();
  const isChosen = useEditorUi((ui) => ui.chosen.has(key));
  const [choosing, templates] = useDisclosure(false);
  return (
    <>
      <RowMenu of={`step ${step.position}`}>
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
          <Menu.Item leftSection={<IconTemplate size={16} />} onClick={templates.open}>
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
      </RowMenu>
      {isQuestionType(step.type) && (
        <QuestionTemplates opened={choosing} onClose={templates.close} entryKey={key} onUsed={onTemplate} />
      )}
    </>
  );
}
