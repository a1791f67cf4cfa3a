import { DragDropProvider } from '@dnd-kit/react';
import { isSortable } from '@dnd-kit/react/sortable';
import { type ReactNode, useRef, useState } from 'react';
import { titleOf } from '../steps/looks.ts';
import { useFlow } from '../store/use-flow.ts';
import { addedType, placeAfterMove, pointOf, positionAt, spokenDrags } from './drag.ts';
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
  // Whether the library followed the pointer; a quick one lets go before it had begun.
  const followed = useRef(false);
  return (
    <DragDropProvider
      plugins={plugins}
      onDragStart={() => {
        followed.current = false;
      }}
      onDragMove={({ operation: { source, position } }) => {
        followed.current = true;
        if (addedType(source)) showDrop(positionAt(position.current));
      }}
      onDragEnd={({ canceled, nativeEvent, operation: { source, position } }) => {
        showDrop(null);
        const quick = followed.current ? null : pointOf(nativeEvent);
        if (canceled && !quick) return;
        const type = addedType(source);
        const dropAt = type || quick ? positionAt(quick ?? position.current) : null;
        if (type && dropAt !== null) add(type, dropAt);
        else if (isSortable(source)) {
          const { initialIndex, index } = source;
          const to = dropAt === null ? index + 1 : placeAfterMove(initialIndex, dropAt);
          if (to !== initialIndex + 1) move(String(source.id), to);
        }
      }}
    >
      {children}
    </DragDropProvider>
  );
}
