import { Modal, Text, TextInput } from '@mantine/core';
import type { StepType } from '@parley/engine/flow.ts';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useWhileShown } from '../../kit/use-while-shown.ts';
import { KindIcon } from '../steps/kind-icon.tsx';
import { STEP_LOOKS } from '../steps/looks.ts';
import classes from './palette.module.css';
import { searchKinds } from './palette.tsx';
import { useEditorUi } from './ui-state.ts';
import { useStepActions } from './use-actions.ts';
import { wordings } from './wordings.ts';

const close = () => useEditorUi.setState({ quickAddAt: null, quickAddInto: null });

/** Adds a step with a few keys: type, arrows, Enter. */
export function QuickAdd() {
  const position = useEditorUi((ui) => ui.quickAddAt);
  const shown = useWhileShown(position, position !== null);
  return (
    <Modal
      opened={position !== null}
      onClose={close}
      withCloseButton={false}
      title={wordings.shared.addAStep}
      classNames={{ header: classes.hidden ?? '' }}
      padding={8}
      styles={{ body: { paddingTop: 8 } }}
      yOffset="12vh"
      centered={false}
      size={440}
    >
      {shown !== null && <Choices position={shown} />}
    </Modal>
  );
}

function Choices({ position }: { position: number }) {
  const { add } = useStepActions();
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  const types = searchKinds(search);
  const chosen = types[at];
  useEffect(() => {
    if (chosen) document.getElementById(optionId(chosen))?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  const pick = (type: StepType | undefined) => {
    if (!type) return;
    const { quickAddInto } = useEditorUi.getState();
    close();
    if (quickAddInto) quickAddInto(type);
    else add(type, position);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((at + step + types.length) % Math.max(1, types.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      pick(chosen);
    }
  };
  return (
    <>
      <TextInput
        placeholder={wordings.quickAdd.addAStepOpens}
        aria-label={wordings.shared.addAStep}
        leftSection={<IconSearch size={16} />}
        value={search}
        onChange={(event) => {
          setSearch(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-expanded
        aria-controls="quick-add-list"
        aria-activedescendant={chosen ? optionId(chosen) : undefined}
        data-autofocus
        mb="xs"
      />
      <div
        id="quick-add-list"
        role="listbox"
        aria-label={wordings.shared.stepTypes}
        className={classes.quickList}
      >
        {types.map((type, index) => (
          <Choice
            key={type}
            type={type}
            isChosen={index === at}
            onPick={() => pick(type)}
            onPoint={() => setAt(index)}
          />
        ))}
      </div>
      {types.length === 0 && (
        <Text c="dimmed" p="xs">
          {wordings.quickAdd.noStepIsCalled(search.trim())}
        </Text>
      )}
    </>
  );
}

type ChoiceProps = { type: StepType; isChosen: boolean; onPick: () => void; onPoint: () => void };

function Choice({ type, isChosen, onPick, onPoint }: ChoiceProps) {
  const { label, help } = STEP_LOOKS[type];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
    <div
      id={optionId(type)}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={classes.kind}
      onClick={onPick}
      onPointerMove={onPoint}
    >
      <KindIcon type={type} />
      <span className={classes.kindText}>
        <span className={classes.kindLabel}>{label}</span>
        <span className={classes.kindHelp}>{help}</span>
      </span>
    </div>
  );
}

const optionId = (type: StepType) => `quick-add-${type}`;
