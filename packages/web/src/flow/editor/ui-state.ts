/** What the author has open on the screen; nothing of it is saved. */
import type { StepType } from '@parley/engine/flow.ts';
import { create } from 'zustand';

export type Pane = 'add' | 'steps' | 'phone';
export type View = 'list' | 'map' | 'texts';

export type EditorUi = {
  /** Keys of the cards that show their form. */
  open: ReadonlySet<string>;
  /** Keys of the steps that are selected, to be copied, moved or deleted together. */
  chosen: ReadonlySet<string>;
  /** Where a selection of several in a row began. */
  anchor: string | null;
  /** The card that was worked on last: new steps come below it. */
  selected: string | null;
  /** The card that has the focus: what the check finds there waits until the author leaves it. */
  writing: string | null;
  /** On narrow screens one pane shows at a time. */
  pane: Pane;
  /** How the steps are shown. */
  view: View;
  /** The bar that finds words in the texts is open. */
  isFinding: boolean;
  /** The language that texts are translated into; '': the original is written. */
  language: string;
  /** The step that is edited beside the map. */
  beside: string | null;
  /** Where the quick-add dialog inserts (1-based position), null while it is closed. */
  quickAddAt: number | null;
  /** What it does with the chosen type instead of inserting it there. */
  quickAddInto: ((type: StepType) => void) | null;
  /** Where a dragged palette item would come to stand (1-based), null while none is over the flow. */
  dropAt: number | null;
  /** The step where the phone's conversation stands, 0 for none. */
  liveStep: number;
};

const CLOSED: EditorUi = {
  open: new Set(),
  chosen: new Set(),
  anchor: null,
  selected: null,
  writing: null,
  pane: 'steps',
  view: 'list',
  isFinding: false,
  language: '',
  beside: null,
  quickAddAt: null,
  quickAddInto: null,
  dropAt: null,
  liveStep: 0,
};

export const useEditorUi = create<EditorUi>(() => CLOSED);

export const resetUi = () => useEditorUi.setState(CLOSED);

export function setOpen(key: string, isOpen: boolean): void {
  useEditorUi.setState(({ open, beside }) => {
    const next = new Set(open);
    if (isOpen) next.add(key);
    else next.delete(key);
    return { open: next, selected: key, beside: !isOpen && beside === key ? null : beside };
  });
}

/** Opens a step beside the map, in the place of another one; null: none. */
export function editBeside(key: string | null): void {
  const { beside } = useEditorUi.getState();
  if (beside !== null && beside !== key) setOpen(beside, false);
  if (key !== null) setOpen(key, true);
  useEditorUi.setState({ beside: key });
}

export const foldAll = () => useEditorUi.setState({ open: new Set(), beside: null });

/** The id of a card's element on the page. */
export const cardId = (key: string) => `card-${key}`;

/** Brings a card into view and leaves the focus where it is. */
export function showCard(key: string): void {
  requestAnimationFrame(() => document.getElementById(cardId(key))?.scrollIntoView({ block: 'nearest' }));
}

/** Opens a step's card and shows it, with the focus where it is. */
export function openAndShow(key: string): void {
  setOpen(key, true);
  useEditorUi.setState({ pane: 'steps', view: 'list' });
  whenDrawn(key, (card) => {
    card.scrollIntoView({ block: 'center' });
    flash(card);
  });
}

/** The focus came into a card. */
export function enterCard(key: string): void {
  const { selected, writing } = useEditorUi.getState();
  if (selected !== key || writing !== key) useEditorUi.setState({ selected: key, writing: key });
}

/**
 * The focus left something in a card: the card itself only when it does not come back at once, as from a list
 * of choices.
 */
export function leaveCard(key: string): void {
  setTimeout(() => {
    const isBack = document.getElementById(cardId(key))?.contains(document.activeElement);
    if (!isBack && useEditorUi.getState().writing === key) useEditorUi.setState({ writing: null });
  });
}

/** What of a card gets the focus: its line, its first field, or the field of a name. */
export type CardFocus = 'card' | 'field' | { field: string };

/**
 * Opens a step's card, in the list or beside the map, brings it into view and puts the focus on it, or into a
 * field.
 */
export function goToCard(key: string, focus: CardFocus = 'card'): void {
  const isOnMap = useEditorUi.getState().view === 'map';
  if (isOnMap) editBeside(key);
  else setOpen(key, true);
  useEditorUi.setState({
    pane: 'steps',
    ...(!isOnMap && { view: 'list' }),
    ...(focus === 'field' && { writing: key, language: '' }),
  });
  whenDrawn(key, (card) => {
    const quiet = matchMedia('(prefers-reduced-motion: reduce)').matches;
    card.scrollIntoView({ block: 'nearest', behavior: quiet ? 'auto' : 'smooth' });
    const named = typeof focus === 'object' ? unfolded(card, focus.field) : null;
    if (named) requestAnimationFrame(() => fieldIn(named)?.focus());
    else if (focus === 'field') (messageField(card) ?? fieldOf(card))?.focus({ preventScroll: true });
    else card.querySelector<HTMLElement>('[data-head]')?.focus({ preventScroll: true });
    flash(card);
  });
}

function flash(card: HTMLElement): void {
  card.dataset.flash = '';
  setTimeout(() => delete card.dataset.flash, FLASH_MS);
}

/** The part of a form with that name, folded out; null where the form has none. */
function unfolded(card: HTMLElement, field: string): HTMLElement | null {
  const named = (name: string) =>
    card.querySelector<HTMLElement>(`[data-form] [data-field="${CSS.escape(name)}"]`);
  const part = named(field) ?? named('own');
  part?.querySelector<HTMLElement>(':scope > [data-fold][aria-expanded="false"]')?.click();
  return part;
}

const FIELDS = ':is(textarea, input:not([type=hidden]), select)';
const fieldIn = (part: HTMLElement) => part.querySelector<HTMLElement>(`${FIELDS}, button:not([data-fold])`);
const fieldOf = (card: HTMLElement) => card.querySelector<HTMLElement>(`[data-form] :is(${FIELDS}, button)`);

/**
 * Waits until the card is drawn with its form: some frames, more when the list takes the place of the map.
 */
function whenDrawn(key: string, run: (card: HTMLElement) => void, frames = LONGEST_WAIT_FRAMES): void {
  requestAnimationFrame(() => {
    const card = document.getElementById(cardId(key));
    if (card?.querySelector('[data-form]')) run(card);
    else if (frames > 0) whenDrawn(key, run, frames - 1);
  });
}

const LONGEST_WAIT_FRAMES = 60;

const FLASH_MS = 1200;
/** A text comes before the description: it is what the author came to write. */
const messageField = (card: HTMLElement) => card.querySelector<HTMLElement>('[data-form] textarea');
