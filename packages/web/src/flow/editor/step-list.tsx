import { Button, Stack } from '@mantine/core';
import { IconMessagePlus, IconPlus } from '@tabler/icons-react';
import { memo } from 'react';
import { EmptyState } from '../../kit/states.tsx';
import { useDrawn } from '../../kit/use-drawn.ts';
import { useKeys } from '../store/use-flow.ts';
import classes from './card.module.css';
import { LIST_ID } from './drag.ts';
import { InsertGap } from './insert-gap.tsx';
import { StepCard, type StepCardProps } from './step-card.tsx';
import own from './step-list.module.css';
import { cardId, useEditorUi } from './ui-state.ts';
import { useStepActions } from './use-actions.ts';
import { wordings } from './wordings.ts';

/** A card, or the room of one that is drawn later; who goes to it sees it at once. */
const StepSlot = memo(function StepSlot({ isDrawn, ...card }: StepCardProps & { isDrawn: boolean }) {
  const isOpen = useEditorUi((ui) => ui.open.has(card.entryKey));
  if (isDrawn || isOpen) return <StepCard {...card} />;
  return (
    <li className={classes.item}>
      <article id={cardId(card.entryKey)} data-card className={`${classes.card} ${own.undrawn}`} aria-busy />
    </li>
  );
});

/** The steps in their order, with a place to insert before, between and after them. */
export const StepList = memo(function StepList() {
  const keys = useKeys();
  const { add } = useStepActions();
  const drawn = useDrawn(keys.length);
  const isChoosing = useEditorUi((ui) => ui.chosen.size > 0);
  if (keys.length === 0) return <NoSteps onAdd={() => add('message', 1)} />;
  return (
    <ol
      id={LIST_ID}
      className={classes.steps}
      data-choosing={isChoosing || undefined}
      aria-label={wordings.shared.steps}
    >
      {keys.map((key, index) => (
        <StepSlot key={key} entryKey={key} index={index} isDrawn={index < drawn} />
      ))}
      <li className={classes.last}>
        <InsertGap position={keys.length + 1} />
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => useEditorUi.setState({ quickAddAt: keys.length + 1 })}
        >
          {wordings.shared.addAStep}
        </Button>
      </li>
    </ol>
  );
});

function NoSteps({ onAdd }: { onAdd: () => void }) {
  const isTarget = useEditorUi((ui) => ui.dropAt !== null);
  return (
    <div id={LIST_ID} className={classes.empty} data-target={isTarget || undefined}>
      <EmptyState
        icon={IconMessagePlus}
        title={wordings.stepList.whatShouldHappenFirst}
        action={
          <Stack gap="xs">
            <Button onClick={onAdd}>{wordings.stepList.addAMessage}</Button>
            <Button variant="subtle" onClick={() => useEditorUi.setState({ quickAddAt: 1 })}>
              {wordings.stepList.chooseAnotherStep}
            </Button>
          </Stack>
        }
      >
        {wordings.stepList.aCampaignIsASeries}
      </EmptyState>
    </div>
  );
}
