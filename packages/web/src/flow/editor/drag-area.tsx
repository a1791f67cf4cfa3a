import { DragDropProvider } from '@dnd-kit/react';
import { isSortable } from '@dnd-kit/react/sortable';
import { type ReactNode, useState } from 'react';
import { titleOf } from '../model/summary.ts';
import { useFlow } from '../store/use-flow.ts';
import { addedType, positionAt, spokenDrags } from './drag.ts';
import { useEditorUi } from './ui-state.ts';
import { useStepActions } from './use-actions.ts';

const showDrop = (dropAt: number | null) => {
  if (useEditorUi.getState().dropAt !== dropAt) useEditorUi.setState({ dropAt });
};

/** Holds the palette and the flow: what is dragged from one ends in the other. */
export function DragArea({ children }: { children: ReactNode }) {
  const { flow } = useFlow();
  const { add, move } = useStepActions();
  const [plugins] = useState(() =>
    spokenDrags(() => flow.store.getState().entries.map(({ step }) => titleOf(step))),
  );
  return (
    <DragDropProvider
      plugins={plugins}
      onDragMove={({ operation: { source, position } }) => {
        if (addedType(source)) showDrop(positionAt(position.current));
      }}
      onDragEnd={({ canceled, operation: { source, position } }) => {
        showDrop(null);
        if (canceled) return;
        const type = addedType(source);
        const dropAt = type ? positionAt(position.current) : null;
        if (type && dropAt !== null) add(type, dropAt);
        else if (isSortable(source) && source.index !== source.initialIndex)
          move(String(source.id), source.index + 1);
      }}
    >
      {children}
    </DragDropProvider>
  );
}
