/** Dragging in the flow: cards change places, palette items are put between them. */
import {
  Accessibility,
  type Draggable,
  KeyboardSensor,
  PointerActivationConstraints,
  PointerSensor,
} from '@dnd-kit/dom';
import type { DragDropProvider } from '@dnd-kit/react';
import { isSortable } from '@dnd-kit/react/sortable';
import type { StepType } from '@parley/engine/flow.ts';
import type { ComponentProps } from 'react';
import { DragStyles } from '../../kit/drag-styles.ts';
import { STEP_LOOKS } from '../steps/looks.ts';
import { wordings } from './wordings.ts';

export const LIST_ID = 'flow-steps';
/** How far beside the list a palette item may be let go. */
const REACH_PX = 32;

/** The step type that a palette item adds, or null when something else is dragged. */
export function addedType(source: Draggable | null): StepType | null {
  return source?.type === 'palette' ? ((source.data as { add: StepType }).add ?? null) : null;
}

/** The 1-based position at which a thing let go here would come to stand; null beside the list. */
export function positionAt({ x, y }: { x: number; y: number }): number | null {
  const list = document.getElementById(LIST_ID);
  if (!list) return null;
  const { left, right } = list.getBoundingClientRect();
  if (x < left - REACH_PX || x > right + REACH_PX) return null;
  const cards = [...list.querySelectorAll('[data-card]')];
  const above = cards.filter((card) => {
    const { top, bottom } = card.getBoundingClientRect();
    return (top + bottom) / 2 < y;
  });
  return above.length + 1;
}

/** Where the pointer was let go; null when a drag ended otherwise. */
export function pointOf(event: Event | undefined): { x: number; y: number } | null {
  return event instanceof PointerEvent && event.type === 'pointerup'
    ? { x: event.clientX, y: event.clientY }
    : null;
}

/**
 * Where a card from `index` (0-based) comes to stand when it is put before what stands at `position`
 * (1-based).
 */
export const placeAfterMove = (index: number, position: number) =>
  position > index + 1 ? position - 1 : position;

/**
 * A card is picked up by its handle at once, by its line once the pointer has moved a little: a press opens
 * it.
 */
export const cardSensors = [
  PointerSensor.configure({
    activatorElements: ({ element, handle }) => [handle, element?.querySelector('[data-head]') ?? undefined],
    preventActivation: () => false,
    activationConstraints: ({ pointerType, target }, { handle }) => {
      if (pointerType === 'touch')
        return [new PointerActivationConstraints.Delay({ value: 250, tolerance: 5 })];
      if (target instanceof Node && handle?.contains(target)) return undefined;
      return [new PointerActivationConstraints.Distance({ value: 5 })];
    },
  }),
  KeyboardSensor,
];

type Plugins = NonNullable<ComponentProps<typeof DragDropProvider>['plugins']>;
type SpokenOptions = NonNullable<ConstructorParameters<typeof Accessibility>[1]>;

/** Spoken messages in our words. `titles` answers the steps' titles in order. */
export function spokenDrags(titles: () => string[]): Plugins {
  const told = (source: Draggable | null, tell: (name: string, place: string) => string) => {
    if (!isSortable(source)) return undefined;
    const names = titles();
    return tell(
      names[source.initialIndex] ?? wordings.drag.step,
      wordings.drag.place(source.index + 1, names.length),
    );
  };
  const added = (source: Draggable | null) => {
    const type = addedType(source);
    return type ? STEP_LOOKS[type].label : null;
  };
  // What is picked up lies over its own place at once: that is no news, and would drown the first message.
  let isFresh = false;
  const options: SpokenOptions = {
    announcements: {
      dragstart: ({ operation: { source } }) => {
        isFresh = true;
        return added(source)
          ? wordings.drag.newPickedUp(added(source) ?? '')
          : told(source, (name, place) => wordings.drag.pickedUp(name, place));
      },
      dragover: ({ operation: { source } }) => {
        const isOwnPlace = isFresh && isSortable(source) && source.index === source.initialIndex;
        isFresh = false;
        return isOwnPlace ? undefined : told(source, (name, place) => `${name}, ${place}.`);
      },
      dragend: ({ operation: { source }, canceled }) =>
        added(source)
          ? `${added(source)} ${canceled ? wordings.drag.putBack : 'dropped'}.`
          : told(source, (name, place) =>
              canceled ? wordings.drag.putBackSentence(name) : `${name} dropped, ${place}.`,
            ),
    },
    screenReaderInstructions: {
      draggable: wordings.drag.pressSpaceToPickUp,
    },
  };
  return (defaults) => [
    DragStyles,
    ...defaults.filter((plugin) => plugin !== Accessibility),
    Accessibility.configure(options),
  ];
}
