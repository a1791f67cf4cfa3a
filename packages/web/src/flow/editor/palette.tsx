import { Feedback } from '@dnd-kit/dom';
import { PointerSensor, useDraggable } from '@dnd-kit/react';
import { CloseButton, Text, TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { StepType } from '@parley/engine/flow.ts';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { holdsTyped } from '../../kit/holds-typed.ts';
import { KindIcon } from '../steps/kind-icon.tsx';
import { COMMON_TYPES, OTHER_TYPES, STEP_LOOKS } from '../steps/looks.ts';
import classes from './palette.module.css';
import { useStepActions } from './use-actions.ts';
import { wordings } from './wordings.ts';

const GROUPS = [
  { name: wordings.palette.mostUsed, types: COMMON_TYPES },
  { name: wordings.palette.more, types: OTHER_TYPES },
];

/** Types whose label, help or wire name holds every word that was typed. */
export function searchKinds(search: string): StepType[] {
  const words = search.trim().split(/\s+/);
  return [...COMMON_TYPES, ...OTHER_TYPES].filter((type) => {
    const { label, help, group } = STEP_LOOKS[type];
    const text = `${label} ${help} ${group} ${type}`;
    return words.every((word) => holdsTyped(text, word));
  });
}

/** Every step type: drag it to its place, or click to add it below the step you work on. */
export const Palette = memo(function Palette() {
  const [search, setSearch] = useState('');
  const shown = searchKinds(search);
  return (
    <nav aria-label={wordings.shared.stepTypes} className={classes.palette}>
      <TextInput
        type="search"
        placeholder={wordings.palette.searchSteps}
        aria-label={wordings.palette.searchLabel}
        leftSection={<IconSearch size={16} />}
        rightSection={
          search === '' ? null : (
            <CloseButton size="sm" aria-label={wordings.palette.clearSearch} onClick={() => setSearch('')} />
          )
        }
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setSearch('');
        }}
      />
      {GROUPS.map(({ name, types }) => {
        const found = types.filter((type) => shown.includes(type));
        if (found.length === 0) return null;
        return (
          <section key={name} aria-label={name}>
            <Text size="xs" fw={600} c="dimmed" className={classes.group}>
              {name}
            </Text>
            <ul className={classes.kinds} data-common={types === COMMON_TYPES || undefined}>
              {found.map((type) => (
                <PaletteItem key={type} type={type} />
              ))}
            </ul>
          </section>
        );
      })}
      {shown.length === 0 && (
        <Text c="dimmed" p="xs">
          {wordings.palette.noStepIsCalled(search.trim())}
        </Text>
      )}
      <Text size="xs" c="dimmed" className={classes.hint}>
        {wordings.palette.dragAStepInto} <kbd>/</kbd>
      </Text>
    </nav>
  );
});

function PaletteItem({ type }: { type: StepType }) {
  const { add } = useStepActions();
  const { label, help } = STEP_LOOKS[type];
  const { ref, isDragging } = useDraggable({
    id: `palette:${type}`,
    type: 'palette',
    data: { add: type },
    // The keyboard adds by pressing the button.
    sensors: [PointerSensor],
    plugins: [Feedback.configure({ feedback: 'clone' })],
  });
  return (
    <li>
      <UnstyledButton
        ref={ref}
        className={classes.kind}
        data-dragging={isDragging || undefined}
        onClick={() => add(type)}
        title={`${label}: ${help}`}
      >
        <KindIcon type={type} />
        <VisuallyHidden>{wordings.palette.add}</VisuallyHidden>
        <span className={classes.kindText}>
          <span className={classes.kindLabel}>{label}</span>
          <span className={classes.kindHelp}>{help}</span>
        </span>
        <IconPlus size={16} className={classes.plus} aria-hidden />
      </UnstyledButton>
    </li>
  );
}
